// An authenticator with github.com/descope/virtualwebauthn. Each line is a request of a page, and is answered by a line.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"

	webauthn "github.com/descope/virtualwebauthn"
)

type request struct {
	Do      string
	Origin  string
	Count   uint32
	Options json.RawMessage
}

func main() {
	log.SetFlags(0)
	keyType := webauthn.KeyTypeEC2
	if os.Args[1] == "RS256" {
		keyType = webauthn.KeyTypeRSA
	}
	key, authenticator := webauthn.NewCredential(keyType), webauthn.NewAuthenticator()
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var asked request
		fatal(json.Unmarshal(lines.Bytes(), &asked))
		if asked.Do == "create" {
			options, err := webauthn.ParseAttestationOptions(string(asked.Options))
			fatal(err)
			authenticator.Options.UserHandle = []byte(options.UserID)
			rp := webauthn.RelyingParty{ID: options.RelyingPartyID, Origin: asked.Origin}
			fmt.Println(webauthn.CreateAttestationResponse(rp, authenticator, key, *options))
			continue
		}
		options, err := webauthn.ParseAssertionOptions(string(asked.Options))
		fatal(err)
		key.Counter++
		if asked.Count > 0 {
			key.Counter = asked.Count
		}
		rp := webauthn.RelyingParty{ID: options.RelyingPartyID, Origin: asked.Origin}
		fmt.Println(webauthn.CreateAssertionResponse(rp, authenticator, key, *options))
	}
}

func fatal(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
