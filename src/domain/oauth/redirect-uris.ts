/** Twice as many as a client may have fit into one entry of the audit log: what they were, and what they are. */
const MAX_LENGTH = 1000;
const LOOPBACK = new Set(["127.0.0.1", "[::1]"]);
/** RFC 3986 without the fragment; what a URL parser would mend or read otherwise is refused. */
const PLAIN =
  /^https?:\/\/[a-z0-9.:[\]-]+(?:\/[A-Za-z0-9\-._~%!$&'()*+,;=:@/]*)?(?:\?[A-Za-z0-9\-._~%!$&'()*+,;=:@/?]*)?$/;

export type RedirectUriProblem = "malformed" | "insecure";

/**
 * What keeps an address from being registered: https, or http on a loopback address, whole and written the way a
 * browser reads it: no fragment, userinfo, upper-case host, default port or dot segments.
 */
export function redirectUriProblem(uri: string): RedirectUriProblem | null {
  if (uri.length > MAX_LENGTH || !PLAIN.test(uri) || !URL.canParse(uri)) return "malformed";
  const { protocol, hostname, host, origin, pathname, search } = new URL(uri);
  const written = uri.slice(0, uri.length - (pathname + search).length);
  const isBare = uri === origin || uri === origin + search;
  if (!isBare && (written !== origin || uri !== origin + pathname + search)) return "malformed";
  if (protocol === "https:") return host === "" ? "malformed" : null;
  return LOOPBACK.has(hostname) || hostname === "localhost" ? null : "insecure";
}

/**
 * Whether the asked address is one that was registered: the exact string (RFC 9700, section 2.1), save for the port of
 * a literal loopback address, which a native application only knows when it runs (RFC 8252, section 7.3).
 */
export const matchesRedirectUri = (registered: readonly string[], asked: string): boolean =>
  registered.includes(asked) ||
  (redirectUriProblem(asked) === null && registered.some((uri) => sameLoopback(uri, asked)));

function sameLoopback(registered: string, asked: string): boolean {
  const [left, right] = [new URL(registered), new URL(asked)];
  if (left.protocol !== "http:" || !LOOPBACK.has(left.hostname)) return false;
  return withoutPort(registered, left) === withoutPort(asked, right);
}

const withoutPort = (text: string, { port, host, hostname }: URL): string =>
  port === "" ? text : text.replace(host, hostname);
