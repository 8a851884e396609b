// Signs in and manages a user with the client that oapi-codegen makes.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"example.test/journey/authdock"
	"github.com/google/uuid"
)

var ctx = context.Background()

func main() {
	client := signIn(os.Getenv("AUTHDOCK_URL"))

	definitions, err := client.DefinitionsIndexWithResponse(ctx, &authdock.DefinitionsIndexParams{Keys: &[]string{"userStatus", "yesNo"}})
	check(err == nil && len(definitions.JSON200.Data) == 2, "reads two definitions", err)

	var emails []string
	search, sort, size := "oapi-codegen@example", authdock.UsersIndexParamsSort("email"), 2
	list := authdock.UsersIndexParams{FilterSearch: &search, Sort: &sort, PerPage: &size}
	for more := true; more; more = list.Cursor != nil {
		users, err := client.UsersIndexWithResponse(ctx, &list)
		check(err == nil && users.JSON200 != nil, "lists users", err)
		for _, user := range users.JSON200.Data.Items {
			emails = append(emails, user.Email)
		}
		list.Cursor = users.JSON200.Meta.Pagination.NextCursor
	}
	check(len(emails) == 3 && emails[2] == os.Getenv("AUTHDOCK_USER_EMAIL"), "lists all pages", emails)

	key := uuid.NewString()
	params := authdock.UsersStoreParams{IdempotencyKey: &key}
	grace := authdock.StoreUserRequest{FirstName: "Grace", LastName: "Hopper", Email: "not an address"}
	refused, err := client.UsersStoreWithResponse(ctx, &authdock.UsersStoreParams{}, grace)
	check(err == nil && refused.JSON422 != nil, "refuses an invalid address", err)
	check(len((*refused.JSON422.Data.Errors)["email"]) == 1, "names the invalid field", refused.JSON422)

	grace.Email = "grace.oapi-codegen@test.example"
	created, err := client.UsersStoreWithResponse(ctx, &params, grace)
	check(err == nil && created.JSON201 != nil && created.JSON201.Data.AvatarUrl == nil, "creates a user", created)
	repeated, err := client.UsersStoreWithResponse(ctx, &params, grace)
	user := created.JSON201.Data.Id
	check(err == nil && repeated.JSON201.Data.Id == user, "creates the user once", err)

	etag := created.HTTPResponse.Header.Get("ETag")
	rename := func(name string) *authdock.UsersPatchResponse {
		body := authdock.UpdateUserRequest{FirstName: &name}
		response, err := client.UsersPatchWithResponse(ctx, user, &authdock.UsersPatchParams{IfMatch: &etag}, body)
		check(err == nil, "sends the name "+name, err)
		return response
	}
	check(rename("Faster").JSON200.Data.FullName == "Faster Hopper", "renames the user", user)
	stale := rename("Slower").JSON412
	check(stale != nil && stale.Data.Code == "stale", "doesn't overwrite a change", stale)

	signedOut, err := client.AuthLogoutWithResponse(ctx)
	check(err == nil && signedOut.StatusCode() == 200, "signs out", err)
	me, err := client.AuthMeWithResponse(ctx, &authdock.AuthMeParams{})
	check(err == nil && me.JSON401.Data.Code == "token_revoked", "can't use the token any more", me)
}

func signIn(url string) *authdock.ClientWithResponses {
	guest, err := authdock.NewClientWithResponses(url)
	check(err == nil, "creates a client", err)
	credentials := authdock.LoginRequest{Email: os.Getenv("AUTHDOCK_OWNER_EMAIL"), Password: os.Getenv("AUTHDOCK_PASSWORD")}
	login, err := guest.AuthLoginWithResponse(ctx, credentials)
	check(err == nil && login.JSON200 != nil, "signs in", err)
	signedIn, err := login.JSON200.Data.AsUserWithToken()
	// the conversion succeeds for every answer
	check(err == nil && signedIn.Token != "", "gets a token", err)
	bearer := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+signedIn.Token)
		return nil
	}
	client, err := authdock.NewClientWithResponses(url, authdock.WithRequestEditorFn(bearer))
	check(err == nil, "creates a client with a token", err)
	return client
}

func check(passed bool, what string, found any) {
	if !passed {
		fmt.Printf("Failed: %s. Found: %+v\n", what, found)
		os.Exit(1)
	}
	fmt.Println("  ✓", what)
}
