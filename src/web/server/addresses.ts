import { PAGES, PATHS, type RouteName } from "./paths.js";

type Values = Record<string, string | undefined>;

/** A path of the table, cut at its values: [text, name, text, …]. */
const PIECES = new Map(Object.entries(PATHS).map(([name, pattern]) => [name, pattern.split(/:(\w+)/)]));

/**
 * The path of a named route. Values without a place in the path become the query; undefined ones are left out.
 * @throws RangeError when a value of the path is missing
 */
export function path(name: RouteName, values?: Values): string {
  const pieces = PIECES.get(name)!;
  if (!values && pieces.length === 1) return pieces[0]!;
  const left = new Map(Object.entries(values ?? {}));
  const address = pieces
    .map((piece, index) => {
      if (index % 2 === 0) return piece;
      const value = left.get(piece);
      if (value === undefined) throw new RangeError(`The route ${name} needs ${piece}.`);
      left.delete(piece);
      return encodeURIComponent(value);
    })
    .join("");
  const rest = [...left].filter((entry): entry is [string, string] => !!entry[1]);
  return rest.length === 0 ? address : `${address}?${new URLSearchParams(rest).toString()}`;
}

const HERE = "https://here.invalid";
/** The most characters, which must hold an authorization request and fit into the cookie of a pending sign-in. */
export const MAX_LENGTH = 2800;

/**
 * Validates the address to continue at after sign-in: only a path of this service. Browsers read backslashes, blanks
 * and double slashes as the start of a host, so the URL parser, which does the same, decides.
 */
export function localPath(candidate: string | undefined): string | null {
  if (!candidate?.startsWith("/") || candidate.length > MAX_LENGTH) return null;
  if (/[\\\u0000-\u0020\u007f]/.test(candidate) || !URL.canParse(candidate, HERE)) return null;
  const url = new URL(candidate, HERE);
  // %2f%2fe becomes //e when it is decoded again
  if (url.origin !== HERE || /^\/(?:[/\\]|%2f|%5c)/i.test(url.pathname)) return null;
  return url.pathname + url.search;
}

/** `localPath` for addresses of pages only: the address of a rejected form has no page. */
export function pagePath(candidate: string | undefined): string | null {
  const local = localPath(candidate);
  return local !== null && isPage(local) ? local : null;
}

const PAGE_PATTERNS = Object.values(PAGES).map(
  (page) => new RegExp(`^${page.replaceAll(/:\w+/g, "[^/]+")}$`),
);

const isPage = (local: string): boolean =>
  PAGE_PATTERNS.some((pattern) => pattern.test(new URL(local, HERE).pathname));
