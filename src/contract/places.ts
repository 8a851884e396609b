/** The tiers with their own folder below `api/v1`. Everything else there belongs to permission-protected operations. */
const TIER_PLACES = ["public", "auth", "service"] as const;
type TierPlace = (typeof TIER_PLACES)[number];

export const isTierPlace = (name: string | undefined): name is TierPlace =>
  (TIER_PLACES as readonly (string | undefined)[]).includes(name);

/**
 * The tier of a route file, from its first path segment: `public/authentication` → `public`, `users` → `permission`.
 */
export function tierOfPlace(file: string): TierPlace | "permission" {
  const [place] = file.split("/");
  return isTierPlace(place) ? place : "permission";
}

/**
 * The folder or file below `api/v1` for the handler of an operation: the name of its tier, or of the protected
 * resource.
 */
export const placeOf = (id: string, tier: string): string => (isTierPlace(tier) ? tier : id.split(".")[0]!);

/** The file name for a tag: `Two-factor authentication` → `two-factor-authentication`. */
export const slugOf = (tag: string): string =>
  tag
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
