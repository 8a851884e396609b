import type { Request, RequestHandler, Response } from "express";
import type { Awaitable } from "../lib/awaitable.js";
import type { StageRequest, StageResponse } from "../lib/requests.js";

/** Runs handlers in order. Errors, thrown or rejected, go to `done`, as in Express. */
export const chain =
  (handlers: readonly RequestHandler[]): RequestHandler =>
  (request, response, done) => {
    let index = 0;
    const next = (error?: unknown): void => {
      const handler = handlers[index++];
      if (error !== undefined || !handler) return done(error);
      try {
        const result: unknown = handler(request, response, next);
        if (result instanceof Promise) result.catch(next);
      } catch (thrown) {
        done(thrown);
      }
    };
    next();
  };

/** Runs an Express middleware as a promise. */
export const run = (middleware: RequestHandler, request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    void middleware(request, response, (error?: unknown) =>
      error === undefined ? resolve() : reject(error as Error),
    );
  });

/** A step of a request. It rejects the request by throwing, and returns a promise only when it waits. */
export type Stage<Asked = StageRequest, Answered = StageResponse> = (
  request: Asked,
  response: Answered,
) => Awaitable<void>;

/** A step of a request that is served by Express. */
export type ExpressStage = Stage<Request, Response>;

/** The stage as an Express middleware. */
export const toMiddleware =
  (stage: ExpressStage): RequestHandler =>
  (request, response, next) => {
    const waiting = stage(request, response);
    return waiting ? waiting.then(() => next()) : next();
  };

/** A middleware as a stage, if it needs only what stages have: that of cors, express-rate-limit and express.json. */
export const toStage =
  (middleware: RequestHandler): Stage =>
  (request, response) =>
    run(middleware, request as Request, response as unknown as Response);
