import type { StarterKit } from "../../config/starter-kit.js";

export const ACTIVE = "active";

/** Defaults of the `security` block, for operators' files that leave a key out (service.md "Config merging"). */
export const ENFORCE_DEFAULT = true;
export const DENIED_DEFAULT: readonly string[] = ["inactive", "banned"];
export const GUARDS_DEFAULT: readonly string[] = ["web", "api"];

/** Trimmed and lower-cased; a number as its decimal text; null, booleans and objects have no normal form. */
export function normalizeStatus(status: unknown): string | null {
  if (typeof status === "number") return String(status);
  return typeof status === "string" ? status.trim().toLowerCase() : null;
}

/** Which statuses cut an account off, and whether that is enforced at all. */
export class StatusPolicy {
  readonly enforced: boolean;
  private readonly denied: ReadonlySet<string | null>;

  constructor(security: StarterKit["security"]) {
    this.enforced = security.enforce_active_status ?? ENFORCE_DEFAULT;
    this.denied = new Set((security.active_status_denied ?? DENIED_DEFAULT).map(normalizeStatus));
    (this.denied as Set<string | null>).delete(null);
  }

  /** Only an explicitly listed status is denied; whatever is unknown passes. */
  isDenied(status: unknown): boolean {
    return this.denied.has(normalizeStatus(status));
  }

  /** A real transition: from a status that is not denied into one that is. */
  isCutOff(before: unknown, after: unknown): boolean {
    return this.enforced && !this.isDenied(before) && this.isDenied(after);
  }
}
