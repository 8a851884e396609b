// A receiver of webhooks with the module of Standard Webhooks. It answers with the type of the event.
package main

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	port, secret := os.Args[1], os.Args[2]
	webhook, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("POST /", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err == nil {
			err = webhook.Verify(body, request.Header)
		}
		var event struct{ Type string }
		if err == nil {
			err = json.Unmarshal(body, &event)
		}
		if err != nil {
			http.Error(response, err.Error(), http.StatusBadRequest)
			return
		}
		_, _ = io.WriteString(response, event.Type)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
