#!/usr/bin/env bash
# goth 1.82.0 (sign-in for Go): when the user denies the request, the provider sends the browser back with `error` instead of
# `code` (RFC 6749, section 4.1.2.1). gothic's CompleteUserAuth doesn't read `error`. It asks the token endpoint with an
# empty code, and returns the error of that request, so neither the application nor its log learns that the user said no.
# For operators: the real reason is in the log of the authorization server. For applications: read `error` before the call.
set -euo pipefail
goth_version=v1.82.0
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"

	"github.com/gorilla/sessions"
	"github.com/markbates/goth"
	"github.com/markbates/goth/gothic"
	"github.com/markbates/goth/providers/openidConnect"
)

func main() {
	var op *httptest.Server
	op = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Path == "/token" {
			fmt.Printf("token endpoint: asked with code %q\n", r.FormValue("code"))
			w.WriteHeader(400)
			w.Write([]byte(`{"error":"invalid_grant"}`))
			return
		}
		json.NewEncoder(w).Encode(map[string]string{
			"issuer": op.URL, "authorization_endpoint": op.URL + "/authorize", "token_endpoint": op.URL + "/token",
			"userinfo_endpoint": op.URL + "/userinfo", "jwks_uri": op.URL + "/jwks",
		})
	}))
	provider, err := openidConnect.New("client", "secret", "http://localhost/callback", op.URL+"/.well-known/openid-configuration")
	if err != nil {
		panic(err)
	}
	goth.UseProviders(provider)
	gothic.Store = sessions.NewCookieStore([]byte("a key of this program, 32 bytes."))
	begun := httptest.NewRecorder()
	gothic.BeginAuthHandler(begun, httptest.NewRequest("GET", "/?provider=openid-connect", nil))
	sent, _ := url.Parse(begun.Header().Get("Location"))
	callback := httptest.NewRequest("GET", "/?provider=openid-connect&error=access_denied&state="+sent.Query().Get("state"), nil)
	for _, cookie := range begun.Result().Cookies() {
		callback.AddCookie(cookie)
	}
	_, err = gothic.CompleteUserAuth(httptest.NewRecorder(), callback)
	fmt.Printf("CompleteUserAuth: %v\n", err)
}
GO
go mod init finding 2>/dev/null
go mod edit -require "github.com/markbates/goth@$goth_version" -require github.com/gorilla/sessions@v1.4.0
export GOFLAGS=-mod=mod
go build -o finding . 2>/dev/null
seen=$(./finding)
echo "goth $goth_version, after error=access_denied:"
echo "$seen"
[[ $seen == *'asked with code ""'* && $seen != *access_denied* ]] || { echo "The behaviour has changed."; exit 1; }
