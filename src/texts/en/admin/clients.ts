/** The administration of OAuth2 clients. */
export const clients = {
  "nav.administration": "Administration",
  "nav.api_clients": "Applications",
  "field.type": "Type",
  "field.grant_types": "Grants",
  "field.redirect_uris": "Redirect addresses",
  "field.homepage_url": "Homepage",
  "field.post_logout_redirect_uris": "Addresses after sign-out",
  "field.may_introspect": "Introspection",
  "clients.title": "Applications",
  "clients.intro": "OAuth2 applications that can request access tokens.",
  "clients.list": "All applications",
  "clients.new": "New application",
  "clients.search": "Search by name or ID",
  "clients.empty": "No applications yet.",
  "clients.empty.example": "For example, a wiki whose users sign in here.",
  "clients.empty.hint": "Create one for a program that needs access tokens of this service.",
  "clients.empty.read": "Ask someone with the permission to create the first one.",
  "clients.type.confidential": "Confidential",
  "clients.type.public": "Public",
  "clients.type_hint.confidential": "Runs on a server and can keep a secret.",
  "clients.type_hint.public": "Runs on the user's device (browser, mobile, desktop). It has no secret.",
  "clients.grant.authorization_code": "Authorization code",
  "clients.grant.refresh_token": "Refresh token",
  "clients.grant.client_credentials": "Client credentials",
  "clients.grant.device_code": "Device code",
  "clients.grant_hint.authorization_code":
    "Users sign in here and give the application access. PKCE (S256) is required by default.",
  "clients.grant_hint.refresh_token":
    "The application renews its access without asking the user, for up to 90 days.",
  "clients.grant_hint.client_credentials":
    "The application acts for itself, without a user. Confidential only.",
  "clients.grant_hint.device_code": "For devices without a keyboard: users enter a short code in a browser.",
  "clients.create.title": "New application",
  "clients.create.submit": "Create application",
  "clients.name.hint": "Shown to users when the application asks for access.",
  "clients.post_logout.hint":
    "Where users return when the application signs them out with OpenID Connect. One per line, at most {max}. The same rules apply.",
  "clients.homepage.hint": "Shown to users before they allow the application.",
  "clients.logo.title": "Logo",
  "clients.logo.intro": "Shown to users before they allow the application.",
  "clients.redirect.hint":
    "One per line, at most {max}. Use https, or http on 127.0.0.1, [::1] (any port) or localhost (exact port), without a fragment. Public applications can also use a scheme of their own with a dot (com.example.app:/callback). Addresses must match exactly. Required for the authorization code.",
  "clients.introspect": "Can introspect tokens of others",
  "clients.introspect.hint":
    "For API gateways and resource servers: the application can look up the owners of tokens of other applications. Otherwise it can look up only its own tokens. Confidential only.",
  "clients.role": "Role",
  "clients.role.none": "No role",
  "clients.role.hint":
    "What the application can read with its own tokens (client credentials). Confidential only. You can assign only roles with no more rights than yours.",
  "clients.role_above": "You can't change this application because you can't assign its role.",
  "clients.created": "The public application “{name}” was created. It has no secret.",
  "clients.already_created":
    "This form was already sent, and the application exists. If you didn't store its secret, replace it on the page of the application.",
  "clients.edit.title": "Application",
  "clients.back": "All applications",
  "clients.id": "Client ID",
  "clients.redirects.none": "none",
  "clients.introspect.own": "Its own tokens",
  "clients.introspect.all": "Tokens of others, too",
  "clients.tokens": "Active tokens",
  "clients.tokens.hint": "Access and refresh tokens that haven't expired.",
  "clients.last_used": "Last used",
  "clients.never_used": "Never",
  "clients.edit.form": "Change",
  "clients.secret.title": "Secret",
  "clients.secret.intro":
    "You can't see the secret again. If it's lost or someone else may know it, replace it: the old one stops working immediately. Tokens of the application stay valid until they expire.",
  "clients.secret.replace": "Replace secret",
  "clients.secret.replace_of": "Replace the secret of “{name}”",
  "clients.secret.ask": "The application can't get or renew tokens until it has the new secret.",
  "clients.secret.confirm": "Replace secret",
  "clients.secret.stale":
    "The secret was already replaced, by this form or by someone else. If nobody stored it, replace it again.",
  "clients.credentials_kept":
    "A token that is limited to its scopes can't change how an application authenticates or what it may introspect.",
  "clients.no_secret": "A public application has no secret.",
  "clients.once.title": "Client secret",
  "clients.once.intro": "Copy the secret of “{name}” now. You won't be able to see it again.",
  "clients.once.label": "Client secret",
  "clients.delete.title": "Delete application",
  "clients.delete.of": "Delete the application “{name}”",
  "clients.delete.intro_one":
    "{count} active token and all pending codes stop working immediately. You can't undo this.",
  "clients.delete.intro_other":
    "{count} active tokens and all pending codes stop working immediately. You can't undo this.",
  "clients.delete.intro_none":
    "It has no active tokens. Pending codes stop working immediately. You can't undo this.",
  "clients.delete.ask": "Anything using it stops working immediately. You can't undo this.",
  "clients.delete.confirm": "Delete application",
  "clients.deleted": "The application “{name}” and its tokens were deleted.",
  "clients.validation.grants.none": "Choose at least one grant.",
  "clients.validation.grants.public": "A public application can't use client credentials.",
  "clients.validation.grants.refresh":
    "A refresh token requires the authorization code or the device code. Choose one of them, too.",
  "clients.validation.role": "A public application can't have a role.",
  "clients.validation.introspect": "A public application can't introspect tokens.",
  "clients.validation.redirect.none":
    "Enter at least one redirect address. The authorization code is sent there.",
  "clients.validation.redirect.many": "Enter at most {max} redirect addresses.",
  "clients.validation.homepage.malformed":
    "Enter a complete address in its normal form (no fragment, user name, uppercase host or “..”).",
  "clients.validation.homepage.insecure": "Use https. Use http only for 127.0.0.1, [::1] and localhost.",
  "clients.validation.redirect.malformed":
    "Line {line}: enter a complete address in its normal form (no fragment, user name, uppercase host or “..”).",
  "clients.validation.redirect.insecure":
    "Line {line}: use https. Use http only for 127.0.0.1, [::1] and localhost.",
  "clients.validation.redirect.scheme":
    "Line {line}: use https. Public applications can also use a scheme of their own with a dot, such as com.example.app:/callback.",
  "clients.validation.redirect.twice": "Line {line}: this address is already in the list.",
  "clients.connect.title": "Connect an application",
  "clients.connect.intro":
    "What an application needs to sign its users in here (OpenID Connect). Most need only the issuer, the client ID and the secret.",
  "clients.connect.no_codes":
    "This application isn't allowed to use the authorization code, so it can't sign users in. Create another one for that.",
  "clients.connect.values": "Values",
  "clients.connect.issuer": "Issuer",
  "clients.connect.client_id": "Client ID",
  "clients.connect.configuration": "Discovery",
  "clients.connect.authorize": "Authorization endpoint",
  "clients.connect.token": "Token endpoint",
  "clients.connect.userinfo": "Userinfo endpoint",
  "clients.connect.keys": "Keys (JWKS)",
  "clients.connect.logout": "Sign-out (end session)",
  "clients.connect.scopes": "Scopes",
  "clients.connect.secret": "It was shown when the application was created. If it's lost, replace it.",
  "clients.connect.guides": "Well-known applications",
  "clients.connect.guides.intro":
    "Replace SECRET and example.com, and add the redirect address to this application.",
  "clients.connect.note.verified": "Only users with a verified email address can sign in.",
  "clients.connect.note.nonce":
    "Spring Boot 3 sends a nonce and no PKCE. Choose “PKCE or nonce” as the binding of codes.",
} as const;
