/** Tiers with a place of their own below `api/v1`; every other place belongs to permission-protected operations. */
const TIER_PLACES = ["public", "auth", "service"] as const;
type TierPlace = (typeof TIER_PLACES)[number];

export const isTierPlace = (name: string | undefined): name is TierPlace =>
  (TIER_PLACES as readonly (string | undefined)[]).includes(name);

/** The tier of a route file: its first path segment names it. `public/authentication` → `public`, `users` → `permission`. */
export function tierOfPlace(file: string): TierPlace | "permission" {
  const [place] = file.split("/");
  return isTierPlace(place) ? place : "permission";
}

/** Where the handler of an operation belongs: the tier's name, or the resource that it protects. */
export const placeOf = (id: string, tier: string): string => (isTierPlace(tier) ? tier : id.split(".")[0]!);

/** A tag as the name of a file: `Two-factor authentication` → `two-factor-authentication`. */
export const slugOf = (tag: string): string =>
  tag
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
