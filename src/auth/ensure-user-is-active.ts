import type { StarterKit } from "../config/starter-kit.js";
import {
  DENIED_DEFAULT,
  ENFORCE_DEFAULT,
  GUARDS_DEFAULT,
  StatusPolicy,
} from "../domain/accounts/account-status.js";
import type { StageRequest } from "../lib/requests.js";
import { andThen, type Awaitable } from "../lib/awaitable.js";
import type { Principal, Guards } from "./guards.js";

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
  findDenied(request: StageRequest): Awaitable<string | null> {
    return this.policy.enforced ? this.firstDenied(request, 0) : null;
  }

  /** Asks the guards one after the other, from this index. */
  private firstDenied(request: StageRequest, from: number): Awaitable<string | null> {
    const name = this.guardNames[from];
    if (name === undefined) return null;
    return andThen(this.resolve(name, request), (found) =>
      this.isDenied(found) ? name : this.firstDenied(request, from + 1),
    );
  }

  /** The principal according to the guard; null also when the guard isn't declared or fails. */
  private resolve(name: string, request: StageRequest): Awaitable<Principal | null> {
    if (!this.guards.isDeclared(name)) return null;
    try {
      const found = this.guards.resolve(name, request);
      return found instanceof Promise ? found.catch(() => null) : found;
    } catch {
      return null;
    }
  }

  private isDenied(found: Principal | null): boolean {
    const user: { status?: unknown } | undefined = found?.actor?.user;
    return user !== undefined && this.policy.isDenied(user.status);
  }
}
