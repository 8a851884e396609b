import type { Request, RequestHandler, Response } from "express";
import rawBody, { type RawBodyError } from "raw-body";
import type { Origin } from "../domain/audit/origin.js";
import { ProtocolError } from "../domain/oauth/protocol-error.js";
import { run } from "../http/stage.js";
import { localsOf, originOf } from "../http/locals.js";
import { headerCount } from "../lib/network/sent-headers.js";
import { isObject, jsonIn } from "../lib/text/json.js";
import { Parameters } from "./parameters.js";

/** The response of an endpoint for programs. */
export interface OAuthResponse {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

const FORM_TYPE = "application/x-www-form-urlencoded";
/** Longer than every form of the protocol. */
const MAX_FORM_BYTES = 16 * 1024;

/** The form is longer than the limit. */
export class FormTooLong extends Error {}

const formExpected = (): ProtocolError =>
  new ProtocolError("invalid_request", `Send the parameters as ${FORM_TYPE}.`);

/** A request to an endpoint for programs. */
export class OAuthRequest {
  readonly origin: Origin;

  constructor(
    readonly request: Request,
    readonly response: Response,
  ) {
    this.origin = originOf(response);
  }

  get authorization(): string | undefined {
    if (headerCount("authorization", this.request) > 1)
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
   * Reads the form, which is always UTF-8 (RFC 6749, appendix B). No parameter may be repeated (section 3.2).
   * @throws ProtocolError invalid_request, FormTooLong
   */
  async readForm(): Promise<Parameters> {
    if (!this.hasForm || this.isEncoded) throw formExpected();
    const form = new Parameters((await this.readBody()).toString());
    form.assertNoneRepeated();
    return form;
  }

  /** Reads a JSON object. @throws ProtocolError invalid_client_metadata, FormTooLong */
  async readJson(): Promise<Record<string, unknown>> {
    try {
      const value = jsonIn((await this.readBody()).toString());
      if (isObject(value) && this.mediaType === "application/json" && !this.isEncoded) return value;
    } catch (error) {
      // the other one asks for a form
      if (error instanceof FormTooLong) throw error;
    }
    throw new ProtocolError(
      "invalid_client_metadata",
      "Send the metadata as a JSON object, as application/json.",
    );
  }

  /** Whether the body is a form. */
  get hasForm(): boolean {
    return this.mediaType === FORM_TYPE;
  }

  /** Of the body. Parameters, such as a charset, are ignored. */
  private get mediaType(): string {
    const { "content-type": type = "" } = this.request.headers;
    return type.split(";", 1)[0]!.trim().toLowerCase();
  }

  private get isEncoded(): boolean {
    const { "content-encoding": encoding = "identity" } = this.request.headers;
    return encoding.toLowerCase() !== "identity";
  }

  private readBody(): Promise<Buffer> {
    const { request } = this;
    return rawBody(request, {
      limit: MAX_FORM_BYTES,
      length: request.headers["content-length"] ?? null,
    }).catch(({ status }: RawBodyError) => {
      request.resume(); // the connection can't be used again before the rest is read
      throw status === 413 ? new FormTooLong() : formExpected();
    });
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
