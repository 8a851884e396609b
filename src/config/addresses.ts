export { isLoopback } from "../lib/network/private-addresses.js";

/** Whether a MySQL connection with these URL parameters is encrypted. */
export const usesTls = (parameters: URLSearchParams): boolean =>
  parameters.get("ssl") === "required" || parameters.has("ssl-ca");

/** Whether the URL names an embedded database, which only one process can use. */
export const isEmbedded = (databaseUrl: string): boolean => databaseUrl.startsWith("sqlite:");

/** The file of an embedded database; null for one in memory or on a server. */
export function sqliteFile(databaseUrl: string): string | null {
  const file = isEmbedded(databaseUrl) ? databaseUrl.slice("sqlite:".length) : ":memory:";
  return file === ":memory:" ? null : file;
}

/** Whether the host is the domain or below it. A top-level domain is none. */
export const isDomainOf = (domain: string, host: string): boolean =>
  domain === host || (host.endsWith(`.${domain}`) && domain.includes("."));

/** Whether the text is an https origin as browsers send it. */
export const isWebOrigin = (text: string): boolean =>
  URL.canParse(text) && new URL(text).protocol === "https:" && new URL(text).origin === text;

/** Domains that RFC 2606 reserves for examples and tests, and `localhost`. */
const EXAMPLES = /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$/i;

/** Whether the host is one that nobody can own. */
export const isExampleHost = (host: string): boolean => EXAMPLES.test(host);
