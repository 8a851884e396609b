#!/usr/bin/env bash
# virtualwebauthn 1.0.3 (a software authenticator for Go): the public key of an ES256 passkey sometimes has a coordinate of
# fewer than 32 bytes, because it writes the number without leading zeros; RFC 9053 (section 7.1.1) demands them. About
# one key in 128 has one. So tests with this library fail now and then at servers that check the length.
# For users of the library: make another key when that happens. This product accepts such keys.
set -euo pipefail
library_version=v1.0.3
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
cat > main.go <<'GO'
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"

	webauthn "github.com/descope/virtualwebauthn"
	"github.com/fxamacker/cbor/v2"
)

func main() {
	const keys = 4000
	short := 0
	rp := webauthn.RelyingParty{ID: "example.test", Origin: "https://example.test"}
	for i := 0; i < keys; i++ {
		authenticator, key := webauthn.NewAuthenticator(), webauthn.NewCredential(webauthn.KeyTypeEC2)
		answer := webauthn.CreateAttestationResponse(rp, authenticator, key, webauthn.AttestationOptions{Challenge: []byte("challenge")})
		var sent struct{ Response struct{ AttestationObject string } }
		fatal(json.Unmarshal([]byte(answer), &sent))
		raw, err := base64.RawURLEncoding.DecodeString(sent.Response.AttestationObject)
		fatal(err)
		var object struct{ AuthData []byte }
		fatal(cbor.Unmarshal(raw, &object))
		// 37 bytes, then 16 of the AAGUID, and the credential's id behind its length
		length := int(object.AuthData[53])<<8 | int(object.AuthData[54])
		var public map[int]any
		fatal(cbor.Unmarshal(object.AuthData[55+length:], &public))
		if len(public[-2].([]byte)) < 32 || len(public[-3].([]byte)) < 32 {
			short++
		}
	}
	fmt.Printf("%d of %d keys have a coordinate of fewer than 32 bytes\n", short, keys)
}

func fatal(err error) {
	if err != nil {
		panic(err)
	}
}
GO
go mod init finding 2>/dev/null
go mod edit -require "github.com/descope/virtualwebauthn@$library_version"
export GOFLAGS=-mod=mod
go build -o finding . 2>/dev/null
seen=$(./finding)
echo "virtualwebauthn $library_version: $seen"
[[ $seen != 0\ * ]] || { echo "The behaviour has changed."; exit 1; }
