import type { Request, RequestHandler, Response } from "express";
import type { Awaitable } from "../lib/awaitable.js";
import type { StageRequest, StageResponse } from "../lib/requests.js";
import { run } from "./chain.js";

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
