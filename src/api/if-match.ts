import type { VersionCheck } from "../domain/access/user-rights.js";

/** The entity tags in an If-Match header, without quotes; null when any version is accepted. Weak tags never match. */
function tagsIn(header: string | undefined): string[] | null {
  const tags = header?.split(",").map((tag) => tag.trim());
  if (tags === undefined || tags.includes("*")) return null;
  return tags.flatMap((tag) => /^"(.*)"$/.exec(tag)?.[1] ?? []);
}

/**
 * The stamps in an If-Match header whose tags are a stamp and, after a dot, a digest; null when any version is
 * accepted.
 */
export const stampsOf = (header: string | undefined): string[] | null =>
  tagsIn(header)?.map((tag) => tag.split(".", 1)[0]!) ?? null;

/**
 * Parses an If-Match header (RFC 9110, section 13.1.1): `*` or a list of entity tags. The comparison is strong, so weak
 * tags never match.
 * @returns null without the header
 */
export function ifMatch(header: string | undefined): VersionCheck {
  if (header === undefined) return null;
  const tags = header.split(",").map((tag) => tag.trim());
  return (version) => tags.includes("*") || tags.includes(`"${version}"`);
}
