/** Short enough that the addresses before and after a change fit into one row of the audit log. */
const MAX_LENGTH = 1000;
const LOOPBACK = new Set(["127.0.0.1", "[::1]"]);
/** RFC 3986 without the fragment. Addresses that a URL parser would correct or read differently are rejected. */
const PLAIN =
  /^https?:\/\/[a-z0-9.:[\]-]+(?:\/[A-Za-z0-9\-._~%!$&'()*+,;=:@/]*)?(?:\?[A-Za-z0-9\-._~%!$&'()*+,;=:@/?]*)?$/;

/** A scheme after a domain name of the application, in reverse order (RFC 8252, section 7.1), so with a dot. */
const PRIVATE_USE =
  /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:\/[A-Za-z0-9\-._~%!$&'()*+,;=:/]*(?:\?[A-Za-z0-9\-._~%!$&'()*+,;=:/?]*)?$/;

export type RedirectUriProblem = "malformed" | "insecure";

/** Whether the address has a private-use scheme, which leads to an application on the device. */
export const isPrivateUse = (uri: string): boolean =>
  uri.length <= MAX_LENGTH && PRIVATE_USE.test(uri) && URL.canParse(uri) && new URL(uri).href === uri;

/** Whether the address leads to a program on the user's device, whose place any other program can take. */
export const leadsToDevice = (uri: string): boolean => !uri.startsWith("https:");

/**
 * Why an address can't be registered. Allowed are https, and http on a loopback address, complete and in the form
 * that browsers use: no fragment, userinfo, upper-case host, default port or dot segments. A public client can also have
 * private-use schemes.
 */
export function redirectUriProblem(
  uri: string,
  { allowsPrivateUse = false } = {},
): RedirectUriProblem | null {
  if (isPrivateUse(uri)) return allowsPrivateUse ? null : "insecure";
  if (uri.length > MAX_LENGTH || !PLAIN.test(uri) || !URL.canParse(uri)) return "malformed";
  const { protocol, hostname, host, origin, pathname, search } = new URL(uri);
  const written = uri.slice(0, uri.length - (pathname + search).length);
  const isBare = uri === origin || uri === origin + search;
  if (!isBare && (written !== origin || uri !== origin + pathname + search)) return "malformed";
  if (protocol === "https:") return host === "" ? "malformed" : null;
  return LOOPBACK.has(hostname) || hostname === "localhost" ? null : "insecure";
}

/**
 * Whether the address is registered: the exact string (RFC 9700, section 2.1), except for the port of a literal
 * loopback address, which a native application knows only at run time (RFC 8252, section 7.3).
 * @param takesLocalhost whether that also goes for `localhost`, as clients that describe themselves expect
 */
export const matchesRedirectUri = (
  registered: readonly string[],
  asked: string,
  { takesLocalhost = false } = {},
): boolean =>
  registered.includes(asked) ||
  (redirectUriProblem(asked) === null && registered.some((uri) => sameLoopback(uri, asked, takesLocalhost)));

function sameLoopback(registered: string, asked: string, takesLocalhost: boolean): boolean {
  if (!registered.startsWith("http:")) return false;
  const [left, right] = [new URL(registered), new URL(asked)];
  if (!LOOPBACK.has(left.hostname) && !(takesLocalhost && left.hostname === "localhost")) return false;
  return withoutPort(registered, left) === withoutPort(asked, right);
}

const withoutPort = (text: string, { port, host, hostname }: URL): string =>
  port === "" ? text : text.replace(host, hostname);
