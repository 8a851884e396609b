import type { RequestHandler } from "express";
import { ContractError, type Operation } from "../contract/operations.js";

type Factory = (parameters: string[], operation: Operation) => RequestHandler;

/**
 * Middleware under fixed names (docs/requirements.md, "API endpoints"), registered at boot. `throttle:5,1` is looked up whole first, then
 * as `throttle` with the parameters 5 and 1.
 */
export class MiddlewareRegistry {
  private readonly factories = new Map<string, Factory>();

  register(name: string, factory: Factory): void {
    this.factories.set(name, factory);
  }

  /** @throws ContractError for a name that nobody registered */
  resolve(name: string, operation: Operation): RequestHandler {
    const whole = this.factories.get(name);
    if (whole) return whole([], operation);
    const colon = name.indexOf(":");
    const factory = colon > 0 ? this.factories.get(name.slice(0, colon)) : undefined;
    if (!factory)
      throw new ContractError([`${operation.id} asks for the middleware ${name}, which does not exist`]);
    return factory(name.slice(colon + 1).split(","), operation);
  }
}
