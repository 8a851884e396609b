import type { Request, RequestHandler, Response } from "express";
import type { Awaitable } from "../lib/awaitable.js";
import { run } from "./chain.js";

/** A step of a request. It refuses the request by throwing, and returns a promise only when it waits. */
export type Stage = (request: Request, response: Response) => Awaitable<void>;

/** The stage as an Express middleware. */
export const toMiddleware =
  (stage: Stage): RequestHandler =>
  (request, response, next) => {
    const waiting = stage(request, response);
    return waiting ? waiting.then(() => next()) : next();
  };

/** An Express middleware as a stage. */
export const toStage =
  (middleware: RequestHandler): Stage =>
  (request, response) =>
    run(middleware, request, response);
