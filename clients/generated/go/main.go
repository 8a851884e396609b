// Signs in and manages a user with the client that openapi-generator's go generator makes.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"

	"example.test/journey/authdock"
	"github.com/google/uuid"
)

func main() {
	configuration := authdock.NewConfiguration()
	configuration.Servers = authdock.ServerConfigurations{{URL: os.Getenv("AUTHDOCK_URL")}}
	client := authdock.NewAPIClient(configuration)
	ctx := signIn(client)

	definitions, _, err := client.DefinitionsAPI.DefinitionsIndex(ctx).Keys([]string{"userStatus", "yesNo"}).Execute()
	check(err == nil && len(definitions.Data) == 2, "reads two definitions", err)

	var emails []string
	list := client.UsersAPI.UsersIndex(ctx).FilterSearch("go@example").Sort("email").PerPage(2)
	for page, more := list, true; more; {
		users, _, err := page.Execute()
		check(err == nil, "lists users", err)
		for _, user := range users.Data.Items {
			emails = append(emails, user.Email)
		}
		cursor := users.Meta.Pagination.NextCursor
		if more = cursor.IsSet() && cursor.Get() != nil; more {
			page = list.Cursor(*cursor.Get())
		}
	}
	check(len(emails) == 3 && emails[2] == os.Getenv("AUTHDOCK_USER_EMAIL"), "lists all pages", emails)

	grace := authdock.NewStoreUserRequest("Grace", "Hopper", "not an address")
	_, response, err := client.UsersAPI.UsersStore(ctx).StoreUserRequest(*grace).Execute()
	refused, ok := modelOf(err).(authdock.UsersStoreValidationFailedFailureEnvelope)
	check(ok && response.StatusCode == 422, "refuses an invalid address", err)
	check(len(refused.Data.Errors["email"]) == 1, "names the invalid field", refused)

	grace.SetEmail("grace.go@test.example")
	store := client.UsersAPI.UsersStore(ctx).StoreUserRequest(*grace).IdempotencyKey(uuid.NewString())
	created, response, err := store.Execute()
	check(err == nil && created.Data.AvatarUrl.Get() == nil, "creates a user", err)
	repeated, _, err := store.Execute()
	check(err == nil && repeated.Data.Id == created.Data.Id, "creates the user once", err)

	var later authdock.EmptyEnvelope
	err = json.Unmarshal([]byte(`{"success":true,"status":200,"message":"","data":{},"meta":{},"trace_id":"1","later":1}`), &later)
	check(err == nil, "accepts a field of a later version", err)
	var unknown authdock.StaleFailureEnvelopeData
	err = json.Unmarshal([]byte(`{"code":"later"}`), &unknown)
	check(err == nil && unknown.Code == "later", "accepts an error code of a later version", err)

	etag := response.Header.Get("ETag")
	rename := client.UsersAPI.UsersPatch(ctx, created.Data.Id).IfMatch(etag)
	renamed, _, err := rename.UpdateUserRequest(authdock.UpdateUserRequest{FirstName: authdock.PtrString("Faster")}).Execute()
	check(err == nil && renamed.Data.FullName == "Faster Hopper", "renames the user", err)
	_, response, err = rename.UpdateUserRequest(authdock.UpdateUserRequest{FirstName: authdock.PtrString("Slower")}).Execute()
	stale, ok := modelOf(err).(authdock.StaleFailureEnvelope)
	check(ok && response.StatusCode == http.StatusPreconditionFailed, "doesn't overwrite a change", err)
	check(stale.Data.Code == "stale", "reads the code of the error", stale)

	_, _, err = client.AuthenticationAPI.AuthLogout(ctx).Execute()
	check(err == nil, "signs out", err)
	_, response, err = client.AuthenticationAPI.AuthMe(ctx).Execute()
	check(err != nil && response.StatusCode == http.StatusUnauthorized, "can't use the token any more", response)
}

func signIn(client *authdock.APIClient) context.Context {
	credentials := authdock.NewLoginRequest(os.Getenv("AUTHDOCK_OWNER_EMAIL"), os.Getenv("AUTHDOCK_PASSWORD"))
	login, _, err := client.AuthenticationAPI.AuthLogin(context.Background()).LoginRequest(*credentials).Execute()
	check(err == nil && login.Data.UserWithToken != nil, "signs in", err)
	return context.WithValue(context.Background(), authdock.ContextAccessToken, login.Data.UserWithToken.Token)
}

// The envelope of a failed call.
func modelOf(err error) any {
	var failure *authdock.GenericOpenAPIError
	if errors.As(err, &failure) {
		return failure.Model()
	}
	return nil
}

func check(passed bool, what string, found any) {
	if !passed {
		fmt.Printf("Failed: %s. Found: %+v\n", what, found)
		os.Exit(1)
	}
	fmt.Println("  ✓", what)
}
