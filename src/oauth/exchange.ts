import express, { type Request, type RequestHandler, type Response } from "express";
import type { Origin } from "../domain/audit/origin.js";
import { ProtocolError } from "../domain/oauth/protocol-error.js";
import { run } from "../http/chain.js";
import { localsOf, originOf } from "../http/locals.js";
import { timesSent } from "../lib/sent-headers.js";
import { Parameters } from "./parameters.js";

/** The answer of an endpoint for programs. */
export interface Answer {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

/** The limit is longer than every form of the protocol. Forms are always UTF-8 (RFC 6749, appendix B). */
const readBytes = express.raw({ type: "application/x-www-form-urlencoded", limit: "16kb", inflate: false });

/** The form is longer than the limit. */
export class FormTooLong extends Error {}

/** A request to an endpoint for programs. */
export class Exchange {
  readonly origin: Origin;

  constructor(
    readonly request: Request,
    readonly response: Response,
  ) {
    this.origin = originOf(response);
  }

  get authorization(): string | undefined {
    if (timesSent("authorization", this.request) > 1)
      throw new ProtocolError("invalid_request", "Send only one Authorization header.");
    return this.request.headers.authorization;
  }

  /** The path of the endpoint, as it was asked for. */
  get path(): string {
    return this.request.originalUrl.split("?")[0]!;
  }

  /** @throws TooManyAttempts, ServiceBusy */
  pass(limiter: RequestHandler): Promise<void> {
    return run(limiter, this.request, this.response);
  }

  /**
   * Reads the form. No parameter may be repeated (RFC 6749, section 3.2). @throws ProtocolError invalid_request,
   * FormTooLong
   */
  async readForm(): Promise<Parameters> {
    await run(readBytes, this.request, this.response).catch((error: { status?: number }) => {
      if (error.status === 413) throw new FormTooLong();
    });
    const body: unknown = this.request.body;
    if (!Buffer.isBuffer(body))
      throw new ProtocolError("invalid_request", "Send the parameters as application/x-www-form-urlencoded.");
    const form = new Parameters(body.toString());
    form.assertNoneRepeated();
    return form;
  }

  /** Assigns the request to the client, for its limit and for the log. */
  belongsTo(clientId: string): void {
    localsOf(this.response).authenticated = {
      actor: null,
      clientId,
      credential: "client",
      scopes: null,
    };
  }
}
