import { ContractError, type Operation } from "../../contract/operations.js";
import type { Stage } from "../../http/stage.js";

/** What middleware needs to know of an operation. */
export type Guarded = Pick<Operation, "id" | "permission" | "clientToken" | "middleware">;

type Factory = (parameters: string[], operation: Guarded) => Stage;

/**
 * Maps the names of middleware (docs/requirements.md, "API endpoints") to their factories. A name such as
 * `throttle:5,1` is looked up as a whole first, then as `throttle` with the parameters 5 and 1.
 */
export class MiddlewareRegistry {
  private readonly factories = new Map<string, Factory>();

  register(name: string, factory: Factory): void {
    this.factories.set(name, factory);
  }

  /** The middleware of an operation, in its order. @throws ContractError for an unregistered name */
  stagesOf(operation: Guarded): Stage[] {
    return operation.middleware.map((name) => this.stage(name, operation));
  }

  private stage(name: string, operation: Guarded): Stage {
    const exact = this.factories.get(name);
    if (exact) return exact([], operation);
    const colon = name.indexOf(":");
    const factory = colon > 0 ? this.factories.get(name.slice(0, colon)) : undefined;
    if (!factory)
      throw new ContractError([`${operation.id} uses the middleware ${name}, which does not exist`]);
    return factory(name.slice(colon + 1).split(","), operation);
  }
}
