module example.test/journey

go 1.25.0

require (
	github.com/google/uuid v1.6.0
	golang.org/x/oauth2 v0.27.0
	gopkg.in/validator.v2 v2.0.1
)
