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
 * Cuts off an account whose status is on the deny-list (service.md "Cutting off an already signed-in
 * account"). It only finds out; each surface answers in its own way. Whatever is unclear passes.
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

  /** The name of the guard behind which a denied account stands; null when the request may go on. */
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
