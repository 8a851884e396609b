import type { Request, RequestHandler, Response } from "express";

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
