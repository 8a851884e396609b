import type { Request, RequestHandler, Response } from "express";
import express from "express";
import type { Origin } from "../domain/origin.js";
import { ProtocolError } from "../domain/oauth/protocol-error.js";
import { run } from "../http/chain.js";
import { localsOf, originOf } from "../http/locals.js";
import type { RegisteredClient } from "../models/oauth-client.js";
import { Parameters } from "./parameters.js";

/** What an endpoint for programs answers. */
export interface Answer {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

/** No body is that long, and reading it costs nothing before the limiter. */
const readText = express.text({ type: "application/x-www-form-urlencoded", limit: "16kb", inflate: false });

/** One request to an endpoint for programs. */
export class Exchange {
  readonly origin: Origin;

  constructor(
    readonly request: Request,
    private readonly response: Response,
  ) {
    this.origin = originOf(response);
  }

  get authorization(): string | undefined {
    const all = this.request.headersDistinct["authorization"] ?? [];
    if (all.length > 1) throw new ProtocolError("invalid_request", "Send one Authorization header.");
    return all[0];
  }

  /** @throws TooManyAttempts, ServiceBusy */
  pass(limiter: RequestHandler): Promise<void> {
    return run(limiter, this.request, this.response);
  }

  /** RFC 6749, section 3.2: a form, with no parameter twice. @throws ProtocolError invalid_request */
  async readForm(): Promise<Parameters> {
    await run(readText, this.request, this.response);
    const body: unknown = this.request.body;
    if (typeof body !== "string")
      throw new ProtocolError("invalid_request", "Send the parameters as application/x-www-form-urlencoded.");
    const form = new Parameters(body);
    form.assertNoneRepeated();
    return form;
  }

  /** From now on the request is this client's: for its limit and for the log. */
  belongsTo(client: RegisteredClient): void {
    localsOf(this.response).authenticated = { actor: null, clientId: client.id, scopes: null };
  }
}
