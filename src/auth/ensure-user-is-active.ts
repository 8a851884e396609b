import type { IncomingMessage } from "node:http";
import type { StarterKit } from "../config/starter-kit.js";
import {
  DENIED_DEFAULT,
  ENFORCE_DEFAULT,
  GUARDS_DEFAULT,
  StatusPolicy,
} from "../domain/accounts/account-status.js";
import type { Authenticated, Guards } from "./guards.js";

/**
 * Checks whether a request comes from an account with a denied status (docs/requirements.md, "Denied accounts").
 * Each surface answers in its own way. A request passes if the status can't be determined.
 */
export class EnsureUserIsActive {
  static readonly ENFORCE_DEFAULT = ENFORCE_DEFAULT;
  static readonly DENIED_DEFAULT = DENIED_DEFAULT;
  static readonly GUARDS_DEFAULT = GUARDS_DEFAULT;

  private readonly policy: StatusPolicy;
  private readonly guardNames: readonly string[];

  constructor(
    security: StarterKit["security"],
    private readonly guards: Guards,
  ) {
    this.policy = new StatusPolicy(security);
    this.guardNames = security.active_status_guards ?? EnsureUserIsActive.GUARDS_DEFAULT;
  }

  /** The name of the guard that resolved a denied account; null when the request can continue. */
  async findDenied(request: IncomingMessage): Promise<string | null> {
    if (!this.policy.enforced) return null;
    for (const name of this.guardNames) {
      if (!this.guards.isDeclared(name)) continue;
      const found = await this.guards.resolve(name, request).catch((): Authenticated | null => null);
      const user: { status?: unknown } | undefined = found?.actor?.user;
      if (user && this.policy.isDenied(user.status)) return name;
    }
    return null;
  }
}
