/**
 * A parameter of the authorization request for which a guest was sent to the sign-in page (OpenID Connect Core, section 3.1.2.1).
 * @param next the address to which the guest goes after signing in
 */
export function requestHint(next: string | null, name: "login_hint" | "ui_locales"): string | null {
  if (next?.startsWith("/oauth/authorize?") !== true) return null;
  return new URLSearchParams(next.slice(next.indexOf("?"))).get(name);
}
