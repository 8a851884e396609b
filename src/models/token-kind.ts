/** How a personal access token came to be: by signing in, by the API browser, or made by its owner. */
export const TOKEN_KINDS = ["sign_in", "api_dock", "personal"] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

export const AUTH_TOKEN_NAME = "auth-token";
/** Of the tokens that the API browser makes for trying an operation out. */
export const API_DOCK_TOKEN_NAME = "api-dock";
/** Names by which the service shows the tokens it makes by itself; people choose others. */
export const SERVICE_TOKEN_NAMES: readonly string[] = [AUTH_TOKEN_NAME, API_DOCK_TOKEN_NAME];

/**
 * The kind of a stored token. The release before wrote none while both served; then the name tells, because no owner can
 * choose a name of the service.
 */
export function storedTokenKind({ kind, name }: { kind: TokenKind | null; name: string }): TokenKind {
  if (kind !== null) return kind;
  if (name === AUTH_TOKEN_NAME) return "sign_in";
  return name === API_DOCK_TOKEN_NAME ? "api_dock" : "personal";
}
