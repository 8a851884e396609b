import type { RequestHandler } from "express";
import { ContractError, type Operation } from "../contract/operations.js";
import { toMiddleware, toStage, type Stage } from "../http/stage.js";

type Factory<Made> = (parameters: string[], operation: Operation) => Made;

/** The two forms of a middleware: for Express, and for the compiled operations. */
interface Entry {
  middleware: Factory<RequestHandler>;
  stage: Factory<Stage>;
}

/**
 * Maps the names of middleware (docs/requirements.md, "API endpoints") to their factories. A name such as
 * `throttle:5,1` is looked up as a whole first, then as `throttle` with the parameters 5 and 1.
 */
export class MiddlewareRegistry {
  private readonly entries = new Map<string, Entry>();

  /** Registers a middleware of Express. */
  register(name: string, middleware: Factory<RequestHandler>): void {
    this.entries.set(name, { middleware, stage: (...made) => toStage(middleware(...made)) });
  }

  /** @param middleware another form for Express */
  registerStage(
    name: string,
    stage: Factory<Stage>,
    middleware: Factory<RequestHandler> = (...made) => toMiddleware(stage(...made)),
  ): void {
    this.entries.set(name, { stage, middleware });
  }

  /** @throws ContractError for an unregistered name */
  resolve(name: string, operation: Operation): RequestHandler {
    const { entry, parameters } = this.find(name, operation);
    return entry.middleware(parameters, operation);
  }

  /** @throws ContractError for an unregistered name */
  stage(name: string, operation: Operation): Stage {
    const { entry, parameters } = this.find(name, operation);
    return entry.stage(parameters, operation);
  }

  private find(name: string, operation: Operation): { entry: Entry; parameters: string[] } {
    const exact = this.entries.get(name);
    if (exact) return { entry: exact, parameters: [] };
    const colon = name.indexOf(":");
    const entry = colon > 0 ? this.entries.get(name.slice(0, colon)) : undefined;
    if (!entry)
      throw new ContractError([`${operation.id} uses the middleware ${name}, which does not exist`]);
    return { entry, parameters: name.slice(colon + 1).split(",") };
  }
}
