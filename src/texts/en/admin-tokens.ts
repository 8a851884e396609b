/** The administration of personal access tokens. */
export const adminTokens = {
  "nav.api_tokens": "API tokens",
  "admin_tokens.title": "API tokens",
  "admin_tokens.intro":
    "The personal access tokens of everybody whom you may see. A token acts as its owner, within its scopes. Revoked ones are not listed.",
  "admin_tokens.intro_own":
    "Your personal access tokens. A token acts as you, within its scopes. Revoked ones are not listed.",
  "admin_tokens.list": "All tokens",
  "admin_tokens.search_hint": "Token, owner or email",
  "admin_tokens.empty": "Nobody has an access token yet.",
  "admin_tokens.token": "Token",
  "admin_tokens.owner": "Owner",
  "admin_tokens.active": "Active",
  "admin_tokens.revoke.of": "Revoke {name} of {owner}",
  "admin_tokens.revoke.ask":
    "Revoke “{name}” of {owner}? What uses it stops working at once. This cannot be undone.",
} as const;
