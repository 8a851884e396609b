// A relying party with github.com/markbates/goth, which knows only the issuer.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"net/http/httptest"
	"net/url"
	"os"

	"github.com/gorilla/sessions"
	"github.com/markbates/goth"
	"github.com/markbates/goth/gothic"
	"github.com/markbates/goth/providers/openidConnect"
)

func main() {
	log.SetFlags(0)
	issuer, id, secret, redirect := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	provider, err := openidConnect.New(id, secret, redirect, issuer+"/.well-known/openid-configuration", "email")
	fatal(err)
	goth.UseProviders(provider)
	gothic.Store = sessions.NewCookieStore([]byte("a key of this program, 32 bytes."))

	begun := httptest.NewRecorder()
	gothic.BeginAuthHandler(begun, httptest.NewRequest("GET", "/?provider=openid-connect", nil))
	fmt.Println("AUTHORIZE", begun.Header().Get("Location"))

	back, err := url.Parse(readLine())
	fatal(err)
	callback := httptest.NewRequest("GET", "/?provider=openid-connect&"+back.RawQuery, nil)
	for _, cookie := range begun.Result().Cookies() {
		callback.AddCookie(cookie)
	}
	user, err := gothic.CompleteUserAuth(httptest.NewRecorder(), callback)
	fatal(err)
	claims, err := json.Marshal(map[string]string{"sub": user.UserID, "email": user.Email})
	fatal(err)
	fmt.Println("CLAIMS", string(claims))
}

func readLine() string {
	scanner := bufio.NewScanner(os.Stdin)
	scanner.Scan()
	return scanner.Text()
}

func fatal(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
