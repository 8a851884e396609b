import type { Response } from "express";
import type { Authenticated } from "../auth/guards.js";
import type { Operation } from "./contract.js";

/** What a request carries through the middleware. */
export interface ApiLocals {
  traceId: string;
  /** The client's address, asked once: it may be gone when the line is logged. */
  ip: string;
  operation?: Operation;
  authenticated?: Authenticated;
}

export const localsOf = (response: Response): ApiLocals => response.locals as ApiLocals;
