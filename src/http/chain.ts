import type { RequestHandler } from "express";

/** Runs handlers in turn. What one throws, now or later, goes to `done`, as in Express. */
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
