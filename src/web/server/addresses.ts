import { PAGES, PATHS, type RouteName } from "./paths.js";

type Values = Record<string, string | undefined>;

/**
 * The path of a named route. Values that the path has no place for become the query; undefined ones are left out.
 * @throws RangeError when a value that the path needs is missing
 */
export function path(name: RouteName, values: Values = {}): string {
  const query = new Map(Object.entries(values));
  const address = PATHS[name].replaceAll(/:(\w+)/g, (_whole, key: string) => {
    const value = query.get(key);
    if (value === undefined) throw new RangeError(`The route ${name} needs ${key}.`);
    query.delete(key);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams([...query].filter((entry): entry is [string, string] => !!entry[1]));
  return search.size === 0 ? address : `${address}?${search.toString()}`;
}

const HERE = "https://here.invalid";
/** What a client asks has to fit, and has to fit into the cookie of a sign-in that waits for its second factor. */
const MAX_LENGTH = 2800;

/**
 * Where to go on after signing in: a path of this service and nothing else. Browsers read backslashes, blanks and
 * double slashes as the beginning of a host; the URL parser, which does the same, decides.
 */
export function localPath(candidate: string | undefined): string | null {
  if (!candidate?.startsWith("/") || candidate.length > MAX_LENGTH) return null;
  if (/[\\\u0000-\u0020\u007f]/.test(candidate) || !URL.canParse(candidate, HERE)) return null;
  const url = new URL(candidate, HERE);
  // %2f%2fe decodes to //e in whatever decodes it once more
  if (url.origin !== HERE || /^\/(?:[/\\]|%2f|%5c)/i.test(url.pathname)) return null;
  return url.pathname + url.search;
}

/** The same, where there is a page: the address of a form that was refused cannot be asked for again. */
export function pagePath(candidate: string | undefined): string | null {
  const local = localPath(candidate);
  return local !== null && isPage(local) ? local : null;
}

const PAGE_PATTERNS = Object.values(PAGES).map(
  (page) => new RegExp(`^${page.replaceAll(/:\w+/g, "[^/]+")}$`),
);

const isPage = (local: string): boolean =>
  PAGE_PATTERNS.some((pattern) => pattern.test(new URL(local, HERE).pathname));
