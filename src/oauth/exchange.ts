import type { Request, RequestHandler, Response } from "express";
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

const FORM = /^application\/x-www-form-urlencoded *(?:;|$)/i;
/** Bytes. No form of this protocol is as long. */
const LONGEST_FORM = 16 * 1024;

/** A form is longer than any of this protocol. */
export class FormTooLong extends Error {}

/** The bytes of a short body; a parser of general use costs as much as a query. @throws FormTooLong */
function readBytes(request: Request): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      // what is left of it is thrown away
      if (length > LONGEST_FORM) reject(new FormTooLong());
      else chunks.push(chunk);
    });
    request.once("end", () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.once("error", reject);
    request.once("aborted", () => reject(new ProtocolError("invalid_request", "The request has no end.")));
  });
}

/** One request to an endpoint for programs. */
export class Exchange {
  readonly origin: Origin;

  constructor(
    readonly request: Request,
    readonly response: Response,
  ) {
    this.origin = originOf(response);
  }

  get authorization(): string | undefined {
    const { rawHeaders, headers } = this.request;
    const sent = rawHeaders.filter(
      (text, index) => index % 2 === 0 && text.toLowerCase() === "authorization",
    );
    if (sent.length > 1) throw new ProtocolError("invalid_request", "Send one Authorization header.");
    return headers.authorization;
  }

  /** @throws TooManyAttempts, ServiceBusy */
  pass(limiter: RequestHandler): Promise<void> {
    return run(limiter, this.request, this.response);
  }

  /** RFC 6749, section 3.2: a form, with no parameter twice. @throws ProtocolError invalid_request */
  async readForm(): Promise<Parameters> {
    const { "content-type": type = "", "content-encoding": encoding = "identity" } = this.request.headers;
    if (!FORM.test(type) || encoding !== "identity")
      throw new ProtocolError("invalid_request", "Send the parameters as application/x-www-form-urlencoded.");
    const form = new Parameters((await readBytes(this.request)).toString());
    form.assertNoneRepeated();
    return form;
  }

  /** From now on the request is this client's: for its limit and for the log. */
  belongsTo(client: RegisteredClient): void {
    localsOf(this.response).authenticated = { actor: null, clientId: client.id, scopes: null };
  }
}
