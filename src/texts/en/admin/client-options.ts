/** The protocol options of OAuth2 clients. */
export const clientOptions = {
  "field.security_profile": "Security profile",
  "field.code_binding": "Binding of codes",
  "field.authorization_response_iss_parameter": "Send iss in answers",
  "field.scope_claims_in_id_token": "Claims in ID tokens",
  "field.introspection_resources": "Services to introspect for",
  "field.id_token_signed_response_alg": "Signature of ID tokens",
  "field.subject_type": "User ids",
  "field.backchannel_logout_uri": "Address for sign-outs",
  "field.token_endpoint_auth_method": "Client authentication",
  "field.jwks": "Public keys (JWK set)",
  "field.require_pushed_authorization_requests": "Require pushed requests",
  "field.access_token_format": "Access tokens",
  "field.resources": "Services",
  "field.dpop_bound_access_tokens": "Bind access tokens to a key",
  "clients.options": "Protocol options",
  "clients.options.intro": "The defaults suit most applications.",
  "clients.options.id_token_signed_response_alg": "Algorithm that signs ID tokens. RS256 works everywhere.",
  "clients.options.subject_type": "If you change this, the application no longer recognises its users.",
  "clients.options.subject_type.public": "Account id, the same in all applications",
  "clients.options.subject_type.pairwise": "An id only for this application",
  "clients.options.token_endpoint_auth_method": "With a key, the secret isn't accepted.",
  "clients.options.token_endpoint_auth_method.client_secret": "Secret",
  "clients.options.token_endpoint_auth_method.private_key_jwt":
    "Signature with its own key (private_key_jwt)",
  "clients.options.backchannel_logout_uri":
    "We send a logout token here when a user's session ends. Applies to new sign-ins. Use https.",
  "clients.options.jwks": `For the signature with its own key: {"keys": […]} with 1 to 10 RSA, P-256, P-384 or Ed25519 keys. Only the public parts are stored.`,
  "clients.options.security_profile": "FAPI 2.0 requires several of the options below.",
  "clients.options.security_profile.none": "None",
  "clients.options.security_profile.fapi2": "FAPI 2.0",
  "clients.options.code_binding":
    "Protects a code that was stolen on its way back. Choose less only for applications that can't use PKCE.",
  "clients.options.code_binding.pkce": "PKCE only",
  "clients.options.code_binding.pkce_or_nonce": "PKCE or nonce",
  "clients.options.code_binding.none": "None (not recommended)",
  "clients.options.unbound":
    "This application can send neither PKCE nor a nonce, so a stolen code could sign someone in to the wrong account. Use PKCE if the application supports it.",
  "clients.options.authorization_response_iss_parameter":
    "Turn this off only for applications that can't read it, such as mod_auth_openidc.",
  "clients.options.scope_claims_in_id_token":
    "Put the claims of the scopes, such as the email, in ID tokens, too. Otherwise only the userinfo endpoint has them.",
  "clients.options.introspection_resources":
    "If it can introspect tokens of others: only those for these services, one address per line. Leave it blank for every token.",
  "clients.options.require_pushed_authorization_requests":
    "The application must send its authorization requests from server to server (PAR).",
  "clients.options.access_token_format":
    "Other services can check a JWT themselves. They notice a revoked one only when it expires.",
  "clients.options.access_token_format.opaque": "Random values",
  "clients.options.access_token_format.jwt": "JWTs (RFC 9068)",
  "clients.options.resources":
    "Services the application can request access tokens for, one address per line. This service is {own}.",
  "clients.options.dpop_bound_access_tokens":
    "The application must prove with each request that it has the key (DPoP), so that a stolen token is useless.",
  "clients.validation.resources.many": "Enter at most {max} services.",
  "clients.validation.resources.malformed":
    "Line {line}: enter a complete address without a fragment, each one once.",
  "clients.validation.pkce": "A public application must use PKCE.",
  "clients.validation.fapi2.on": "FAPI 2.0 requires this option.",
  "clients.validation.fapi2.value": "FAPI 2.0 requires {value}.",
  "clients.validation.fapi2.public": "A public application can't use FAPI 2.0.",
  "clients.validation.fapi2.key": "Key {number}: FAPI 2.0 requires PS256, ES256 or EdDSA.",
  "clients.validation.key_authentication": "A public application doesn't authenticate.",
  "clients.validation.jwks.none": "Enter the public keys of the application.",
  "clients.validation.jwks.malformed": `Enter a JWK set: {"keys": […]}.`,
  "clients.validation.jwks.many": "Enter at most {max} keys.",
  "clients.validation.jwks.key":
    "Key {number}: use an RSA key with at least 2048 bits, or a P-256, P-384 or Ed25519 key.",
} as const;
