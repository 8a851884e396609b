import type { StarterKit } from "../../config/starter-kit.js";

export const ACTIVE = "active";

/** Defaults of the `security` block, for a file that omits a key (docs/requirements.md, "Configuration files"). */
export const ENFORCE_DEFAULT = true;
export const DENIED_DEFAULT: readonly string[] = ["inactive", "banned"];
export const GUARDS_DEFAULT: readonly string[] = ["web", "api"];

/** Trims and lower-cases a status. A number becomes its decimal text; null, booleans and objects become null. */
export function normalizeStatus(status: unknown): string | null {
  if (typeof status === "number") return String(status);
  return typeof status === "string" ? status.trim().toLowerCase() : null;
}

/** Decides which statuses are denied, and whether the denial is enforced. */
export class StatusPolicy {
  readonly enforced: boolean;
  private readonly denied: ReadonlySet<string | null>;

  constructor(security: StarterKit["security"]) {
    this.enforced = security.enforce_active_status ?? ENFORCE_DEFAULT;
    this.denied = new Set((security.active_status_denied ?? DENIED_DEFAULT).map(normalizeStatus));
    (this.denied as Set<string | null>).delete(null);
  }

  /** Only a listed status is denied; an unknown status passes. */
  isDenied(status: unknown): boolean {
    return this.denied.has(normalizeStatus(status));
  }

  /** True for a transition from a status that isn't denied to one that is. */
  isCutOff(before: unknown, after: unknown): boolean {
    return this.enforced && !this.isDenied(before) && this.isDenied(after);
  }
}
