/** The administration of OAuth2 clients. */
export const clients = {
  "nav.administration": "Administration",
  "nav.api_clients": "API clients",
  "field.type": "Type",
  "field.grant_types": "Grants",
  "field.redirect_uris": "Redirect addresses",
  "field.may_introspect": "Introspection",
  "clients.title": "API clients",
  "clients.intro":
    "Programs that may ask this service for access tokens, by OAuth2: for the people who allow it, or for themselves.",
  "clients.list": "All clients",
  "clients.new": "New client",
  "clients.search": "Search by name or ID",
  "clients.empty": "There are no API clients yet.",
  "clients.empty.hint": "Create one when a program needs access tokens of this service.",
  "clients.empty.read": "Somebody who may create clients has to add the first one.",
  "clients.type.confidential": "Confidential",
  "clients.type.public": "Public",
  "clients.type_hint.confidential": "Runs on a server and can keep a secret.",
  "clients.type_hint.public":
    "Runs where everybody can look inside: in a browser, on a phone or on a desk. It gets no secret.",
  "clients.grant.authorization_code": "Authorization code",
  "clients.grant.refresh_token": "Refresh token",
  "clients.grant.client_credentials": "Client credentials",
  "clients.grant.device_code": "Device code",
  "clients.grant_hint.authorization_code":
    "People sign in here and allow the client to act for them. PKCE with S256 is always required.",
  "clients.grant_hint.refresh_token": "The client renews its access without asking again, for up to 90 days.",
  "clients.grant_hint.client_credentials": "The client acts for itself, without a person. Confidential only.",
  "clients.grant_hint.device_code": "For devices without a keyboard: people enter a short code in a browser.",
  "clients.create.title": "New API client",
  "clients.create.submit": "Create client",
  "clients.name.hint": "People read it when they are asked to allow the client.",
  "clients.redirect.hint":
    "One per line, at most {max}. Each has to be https, or http on 127.0.0.1 or [::1] (any port) or on localhost (its exact port), without a fragment, and is compared character by character. Needed for the authorization code.",
  "clients.introspect": "May introspect every token",
  "clients.introspect.hint":
    "For API gateways and resource servers: the client learns to whom any OAuth2 token belongs. Without it, it learns that of its own tokens only. Confidential only.",
  "clients.role": "Role",
  "clients.role.none": "No role",
  "clients.role.hint":
    "What the client can read with its own tokens (client credentials). Confidential only. You can assign only roles with no more rights than yours.",
  "clients.role_above": "You can't change this client because you can't assign its role.",
  "clients.created": "The client “{name}” was created. It is public and has no secret.",
  "clients.already_created":
    "This form was sent before, and the client exists already. A secret is shown only once: if you did not store it, replace it on the page of the client.",
  "clients.edit.title": "API client",
  "clients.back": "All API clients",
  "clients.id": "Client ID",
  "clients.redirects.none": "none",
  "clients.introspect.own": "of its own tokens only",
  "clients.introspect.all": "of every token",
  "clients.tokens": "Living tokens",
  "clients.tokens.hint": "Access and refresh tokens that open something now.",
  "clients.last_used": "Last used",
  "clients.never_used": "never, as far as is known",
  "clients.edit.form": "Change",
  "clients.secret.title": "Secret",
  "clients.secret.intro":
    "The secret cannot be shown again. When it was lost, or somebody else may know it, replace it: the old one stops working at once. Tokens that the client holds live on until they expire.",
  "clients.secret.replace": "Replace the secret",
  "clients.secret.ask":
    "Replace the secret of “{name}”? The client cannot get or renew tokens until it knows the new one.",
  "clients.secret.confirm": "Replace now",
  "clients.secret.stale":
    "The secret was replaced already, by this form or by somebody else. A secret is shown only once: if nobody stored it, replace it again.",
  "clients.no_secret": "A public client has no secret.",
  "clients.once.title": "Secret of the client",
  "clients.once.intro":
    "This is the secret of “{name}”. Store it where the client reads it: it is shown only this once and cannot be shown again.",
  "clients.once.label": "Client secret",
  "clients.delete.title": "Delete the client",
  "clients.delete.intro_one":
    "{count} living token ends at once, as do codes that the client has not redeemed. This cannot be undone.",
  "clients.delete.intro_other":
    "{count} living tokens end at once, as do codes that the client has not redeemed. This cannot be undone.",
  "clients.delete.intro_none":
    "It holds no living token. Codes that it has not redeemed end at once. This cannot be undone.",
  "clients.delete.ask": "Delete “{name}”? Whatever uses it stops working at once.",
  "clients.delete.confirm": "Delete client",
  "clients.deleted": "The client “{name}” was deleted, with all its tokens.",
  "clients.validation.grants.none": "Please choose at least one grant.",
  "clients.validation.grants.public": "A public client cannot have client credentials.",
  "clients.validation.grants.refresh":
    "A refresh token comes with an authorization code or a device code: please choose one of them as well.",
  "clients.validation.role": "A public client can't have a role.",
  "clients.validation.introspect": "A public client cannot introspect tokens.",
  "clients.validation.redirect.none":
    "Please enter at least one redirect address: the authorization code is sent there.",
  "clients.validation.redirect.many": "Please enter at most {max} redirect addresses.",
  "clients.validation.redirect.malformed":
    "Line {line}: this is not a whole address in its plain form (no fragment, user name, upper-case host or “..”).",
  "clients.validation.redirect.insecure":
    "Line {line}: this has to be https; http is for 127.0.0.1, [::1] and localhost only.",
  "clients.validation.redirect.twice": "Line {line}: this address is there already.",
} as const;
