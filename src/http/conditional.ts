/**
 * Whether a client holds this version, by its `If-None-Match`. The comparison is weak (RFC 9110, section 13.1.2).
 */
export function etagMatches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const held = header.split(",").map((entry) => entry.trim());
  return held.some((entry) => entry === "*" || entry.replace(/^W\//, "") === tag);
}
