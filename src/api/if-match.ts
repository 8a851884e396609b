import type { VersionCheck } from "../domain/access/user-rights.js";

/**
 * The condition of an If-Match header by strong comparison (RFC 9110, section 13.1.1): `*` or a list of
 * entity tags, of which weak ones never match. Null without the header.
 */
export function ifMatch(header: string | undefined): VersionCheck {
  if (header === undefined) return null;
  const tags = header.split(",").map((tag) => tag.trim());
  return (version) => tags.includes("*") || tags.includes(`"${version}"`);
}
