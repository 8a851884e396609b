/** The administration of personal access tokens. */
export const adminTokens = {
  "nav.api_tokens": "Access tokens",
  "admin_tokens.title": "Access tokens",
  "admin_tokens.intro": "Active personal access tokens of accounts you can see. A token acts as its owner.",
  "admin_tokens.intro_own": "Your active personal access tokens. A token acts as you.",
  "admin_tokens.own": "Your access tokens",
  "admin_tokens.list": "All tokens",
  "admin_tokens.search_hint": "Token, owner or email",
  "admin_tokens.empty": "No access tokens yet. They let programs use the API for their owners.",
  "admin_tokens.token": "Token",
  "admin_tokens.owner": "Owner",
  "admin_tokens.active": "Active",
  "admin_tokens.revoke.of": "Revoke “{name}” of {owner}",
  "admin_tokens.revoke.ask": "Anything using it stops working immediately. You can't undo this.",
} as const;
