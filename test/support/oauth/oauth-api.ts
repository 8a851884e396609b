import type { RequestListener, Server } from "node:http";
import { expect } from "chai";
import supertest, { type Response } from "supertest";
import { freshIp, sharingConnections } from "../app/client.js";

/** The credentials with which a client authenticates. */
export interface ClientCredentials {
  id: string;
  secret: string | null;
}

/** Sends requests to the OAuth2 endpoints and checks every response against RFC 6749, sections 5.1 and 5.2. */
export class OAuthApi {
  constructor(private readonly app: RequestListener | Server | string) {}

  /**
   * Posts a form. The client authenticates with `client_secret_basic`, or sends only its id when it has no secret. A
   * list repeats the parameter. Each request has its own client address unless X-Forwarded-For is given.
   */
  async post(
    path: string,
    form: Record<string, string | string[]>,
    client?: ClientCredentials,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const request = sharingConnections(supertest(this.app).post(path), this.app)
      .set({ "X-Forwarded-For": freshIp(), ...headers })
      .type("form");
    if (client?.secret) void request.auth(client.id, client.secret);
    const id = client && !client.secret ? { client_id: client.id } : {};
    const pairs = Object.entries({ ...id, ...form }).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    );
    return checked(await request.send(new URLSearchParams(pairs).toString()));
  }

  token(
    form: Record<string, string | string[]>,
    client?: ClientCredentials,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.post("/oauth/token", form, client, headers);
  }
}

export function checked(response: Response): Response {
  const { status, headers, body } = response;
  expect(headers["content-type"]).to.match(/^application\/json/);
  expect(headers["cache-control"]).to.equal("no-store");
  expect(headers["x-request-id"]).to.match(/^[0-9a-f-]{36}$/);
  if (status === 200 || status === 201) return response;
  expect(body).to.have.all.keys("error", "error_description");
  expect(body.error).to.match(/^[a-z_]+$/);
  expect(body.error_description).to.match(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  expect(body.error_description, "more than one word").to.contain(" ");
  if (status === 401) expect(headers["www-authenticate"]).to.match(/^Basic /);
  if (status === 429 || status === 503) expect(headers["retry-after"]).to.match(/^\d+$/);
  return response;
}
