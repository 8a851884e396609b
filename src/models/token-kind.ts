/** The origin of a personal access token: a sign-in, the API browser, or its owner. */
export const TOKEN_KINDS = ["sign_in", "api_dock", "personal"] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

export const AUTH_TOKEN_NAME = "auth-token";
/** The name of tokens that the API browser creates for trying operations out. */
export const API_DOCK_TOKEN_NAME = "api-dock";
/** Names of tokens that the service creates. Users can't choose them. */
export const SERVICE_TOKEN_NAMES: readonly string[] = [AUTH_TOKEN_NAME, API_DOCK_TOKEN_NAME];

/**
 * The kind of a stored token. The previous release stored none while both releases were serving; then the name
 * decides, because owners can't choose the service's names.
 */
export function storedTokenKind({ kind, name }: { kind: TokenKind | null; name: string }): TokenKind {
  if (kind !== null) return kind;
  if (name === AUTH_TOKEN_NAME) return "sign_in";
  return name === API_DOCK_TOKEN_NAME ? "api_dock" : "personal";
}
