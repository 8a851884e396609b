"""
A relying party with Authlib, which knows only the issuer. It signs a user in, or with another parameter a member of this
organisation.
"""

import json
import secrets
import sys

from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt
from authlib.oidc.core import CodeIDToken

issuer, client_id, client_secret, redirect_uri, *organisation = sys.argv[1:]
for_organisation = {"organisation": organisation[0]} if organisation else {}
session = OAuth2Session(
    client_id,
    client_secret,
    scope="openid organisation" if organisation else "openid profile email",
    redirect_uri=redirect_uri,
    code_challenge_method="S256",
)
metadata = session.get(
    f"{issuer}/.well-known/openid-configuration", withhold_token=True
).json()
assert metadata["issuer"] == issuer

verifier, nonce = secrets.token_urlsafe(48), secrets.token_urlsafe()
address, state = session.create_authorization_url(
    metadata["authorization_endpoint"],
    code_verifier=verifier,
    nonce=nonce,
    **for_organisation,
)
print("AUTHORIZE", address, flush=True)

tokens = session.fetch_token(
    metadata["token_endpoint"],
    authorization_response=sys.stdin.readline().strip(),
    state=state,
    code_verifier=verifier,
)
keys = JsonWebKey.import_key_set(session.get(metadata["jwks_uri"]).json())


def checked(tokens, **expected):
    """The claims of a valid ID token."""
    claims = jwt.decode(
        tokens["id_token"],
        keys,
        claims_cls=CodeIDToken,
        claims_options={"iss": {"essential": True, "value": issuer}},
        claims_params={
            "client_id": client_id,
            "access_token": tokens["access_token"],
            **expected,
        },
    )
    claims.validate()
    assert claims.header["alg"] in metadata["id_token_signing_alg_values_supported"]
    return claims


claims = checked(tokens, nonce=nonce)
user = session.get(metadata["userinfo_endpoint"]).json()
if organisation:
    refreshed = checked(
        session.refresh_token(metadata["token_endpoint"], tokens["refresh_token"])
    )
    again = session.get(metadata["userinfo_endpoint"]).json()
    names = ["org_id", "org_slug", "org_roles"]
    answers = [claims, user, refreshed, again]
    told = [{name: answer.get(name) for name in names} for answer in answers]
    print("CLAIMS", json.dumps(told))
else:
    print("CLAIMS", json.dumps({"sub": claims["sub"], "email": user["email"]}))
