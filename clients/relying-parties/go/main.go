// A relying party with github.com/coreos/go-oidc and golang.org/x/oauth2, which knows only the issuer.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/url"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

func main() {
	log.SetFlags(0)
	issuer, id, secret, redirect := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, issuer)
	fatal(err)
	config := oauth2.Config{
		ClientID: id, ClientSecret: secret, RedirectURL: redirect, Endpoint: provider.Endpoint(),
		Scopes: []string{oidc.ScopeOpenID, "profile", "email"},
	}
	verifier, state, nonce := oauth2.GenerateVerifier(), oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
	fmt.Println("AUTHORIZE", config.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier)))

	back, err := url.Parse(readLine())
	fatal(err)
	if back.Query().Get("state") != state {
		log.Fatal("another state")
	}
	tokens, err := config.Exchange(ctx, back.Query().Get("code"), oauth2.VerifierOption(verifier))
	fatal(err)
	raw, _ := tokens.Extra("id_token").(string)
	idToken, err := provider.Verifier(&oidc.Config{ClientID: id}).Verify(ctx, raw)
	fatal(err)
	if idToken.Nonce != nonce {
		log.Fatal("another nonce")
	}
	fatal(idToken.VerifyAccessToken(tokens.AccessToken))
	info, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(tokens))
	fatal(err)
	claims, err := json.Marshal(map[string]string{"sub": idToken.Subject, "email": info.Email})
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
