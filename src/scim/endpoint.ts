import type { Request, Response } from "express";
import { parseJson } from "../api/pipeline/body.js";
import { failureResponse } from "../api/exceptions.js";
import { bearerToken, TokenRejected } from "../auth/token-guard.js";
import { SCIM_PATH, scimBaseUrl } from "../domain/organisations/provisioning-tokens.js";
import { ProvisioningRejected } from "../domain/provisioning/failures.js";
import type { ProvisioningCall } from "../domain/provisioning/provisioning-call.js";
import type { Services } from "../domain/services.js";
import type { SettingsSnapshot } from "../domain/settings/settings.js";
import { localsOf, originOf } from "../http/locals.js";
import { announceRejection } from "../http/rate-limit.js";
import { run, type Stage } from "../http/stage.js";
import { MINUTE, now } from "../lib/clock.js";
import { SignedOut, ValidationFailed } from "../lib/failures.js";
import { isWellFormedToken, SCIM_TOKEN, sha256 } from "../lib/secrets.js";
import {
  findProvisioningToken,
  touchProvisioningToken,
  type ProvisioningToken,
} from "../models/organisations/provisioning-tokens.js";
import { isObject, type Values } from "./attributes.js";
import { ScimFailure } from "./failures.js";
import { attributeChoice, listResponse, type Query } from "./lists.js";
import type { ResourceHandlers } from "./resource-handlers.js";
import { MESSAGES, providerConfigAt, resourceTypesAt, schemasAt } from "./schemas.js";
import { usersAt } from "./users.js";

const MEDIA_TYPE = "application/scim+json";
const BODY_TYPE = /^application\/(?:scim\+)?json\s*(?:;|$)/i;
const NOT_FOUND = () => new ScimFailure(404, null, "There is nothing at this address.");

const DESCRIPTIONS: ReadonlyMap<string, (base: string) => { id: string }[]> = new Map([
  ["Schemas", schemasAt],
  ["ResourceTypes", resourceTypesAt],
]);

interface Answer {
  status: number;
  body?: object;
  location?: string;
}

/**
 * The SCIM 2.0 service of organisations (RFC 7643, RFC 7644). The token decides which organisation a directory sees and changes.
 */
export class ScimEndpoint {
  private readonly base: string;
  private readonly resources: ReadonlyMap<string, ResourceHandlers>;

  /** @param count counts a request against the limit of its caller */
  constructor(
    private readonly services: Services,
    private readonly count: Stage,
  ) {
    this.base = scimBaseUrl(services.config.env.APP_URL);
    this.resources = new Map([["Users", usersAt(this.base)]]);
  }

  serve = async (request: Request, response: Response, settings: SettingsSnapshot): Promise<void> => {
    localsOf(response).routeName = "scim";
    try {
      const token = await this.authenticate(request, response);
      await this.count(request, response);
      const call = { services: this.services, token, settings, origin: originOf(response) };
      const { status, body, location } = await this.answer(call, request, response);
      if (location !== undefined) response.location(location);
      if (body === undefined) return void response.status(status).end();
      response.status(status).type(MEDIA_TYPE).json(body);
    } catch (error) {
      this.reject(error, request, response);
    }
  };

  /** A failed authentication counts against the limit of the address. @throws TokenRejected */
  private async authenticate(request: Request, response: Response): Promise<ProvisioningToken> {
    const token = await this.tokenOf(request);
    if (token === undefined) {
      await this.count(request, response);
      throw new TokenRejected("unauthenticated");
    }
    localsOf(response).provisionedId = token.organisation_id;
    const before = now() - MINUTE;
    if (token.last_used_at === null || token.last_used_at <= before)
      touchProvisioningToken(this.services.knex, token.id, before).catch((error: unknown) =>
        this.services.outages.warn(error, "could not update the last use of a token for provisioning"),
      );
    return token;
  }

  private async tokenOf(request: Request): Promise<ProvisioningToken | undefined> {
    const value = tokenIn(request);
    if (value === null || !isWellFormedToken(value, SCIM_TOKEN)) return undefined;
    return findProvisioningToken(this.services.knex, sha256(value));
  }

  private async answer(call: ProvisioningCall, request: Request, response: Response): Promise<Answer> {
    const path = request.path.slice(SCIM_PATH.length).replace(/\/$/, "");
    const [, type = "", id, ...rest] = path.split("/").map(decoded);
    if (rest.length > 0) throw NOT_FOUND();
    const query = request.query as Query;
    const resource = this.resources.get(type);
    if (!resource) return { status: 200, body: this.description(request, response, { type, id, query }) };
    const method = request.method === "HEAD" ? "GET" : request.method;
    const choose = attributeChoice(query);
    if (id === undefined) {
      if (method === "GET") return { status: 200, body: await resource.list(call, query) };
      if (method !== "POST") throw wrongMethod(response, "GET, POST");
      const created = await resource.create(call, await bodyOf(request, response));
      return { status: 201, body: choose(created), location: `${this.base}/${type}/${created.id}` };
    }
    if (id === ".search") throw new ScimFailure(501, null, "Send the query with GET.");
    if (method === "GET") return { status: 200, body: choose(await resource.show(call, id, query)) };
    if (method === "DELETE") {
      await resource.remove(call, id);
      return { status: 204 };
    }
    if (method !== "PUT" && method !== "PATCH") throw wrongMethod(response, "GET, PUT, PATCH, DELETE");
    const body = await bodyOf(request, response);
    const changed = await resource[method === "PUT" ? "replace" : "patch"](call, id, body);
    return { status: 200, body: choose(changed) };
  }

  /** What the service says of itself. @throws ScimFailure */
  private description(
    { method }: Request,
    response: Response,
    { type, id, query }: { type: string; id: string | undefined; query: Query },
  ): object {
    if (type === "Me" || type === "Bulk" || type === ".search")
      throw new ScimFailure(501, null, "This service doesn't have this.");
    const described = this.described(type, id);
    if (described === undefined) throw NOT_FOUND();
    if (method !== "GET" && method !== "HEAD") throw wrongMethod(response, "GET");
    if (!Array.isArray(described)) return described;
    // RFC 7644, section 4
    if ("filter" in query) throw new ScimFailure(403, null, "This list can't be filtered.");
    return listResponse(described as object[], described.length);
  }

  private described(type: string, id: string | undefined): object | undefined {
    if (type === "ServiceProviderConfig") return id === undefined ? providerConfigAt(this.base) : undefined;
    const describe = DESCRIPTIONS.get(type);
    const all = describe?.(this.base);
    return id === undefined ? all : all?.find((one) => one.id.toLowerCase() === id.toLowerCase());
  }

  private reject(error: unknown, request: Request, response: Response): void {
    const { status, headers, scimType, detail } = this.failureOf(error, response);
    if (response.headersSent) return void response.destroy();
    response.set(headers);
    announceRejection(response, error);
    const body = {
      schemas: [`${MESSAGES}Error`],
      status: String(status),
      ...(scimType && { scimType }),
      detail,
    };
    response.status(status).type(MEDIA_TYPE).json(body);
    // reads the rest of the body, which would otherwise be parsed as the next request of the connection
    if (!request.complete) request.resume();
  }

  private failureOf(error: unknown, response: Response) {
    if (error instanceof ScimFailure)
      return { status: error.status, headers: {}, scimType: error.scimType, detail: error.message };
    if (error instanceof ProvisioningRejected) {
      const { problem, message: detail } = error;
      if (problem === "forbidden") return { status: 403, headers: {}, scimType: null, detail };
      return { status: problem === "uniqueness" ? 409 : 400, headers: {}, scimType: problem, detail };
    }
    if (error instanceof ValidationFailed) {
      const detail = Object.values(error.errors).flat().join(" ");
      return { status: 400, headers: {}, scimType: "invalidValue", detail };
    }
    const given = error instanceof SignedOut ? new TokenRejected("unauthenticated") : error;
    const { status, headers, envelope } = failureResponse(given, this.services, localsOf(response));
    const scimType = status === 400 ? "invalidSyntax" : null;
    return { status, headers, scimType, detail: envelope.message };
  }
}

function tokenIn(request: Request): string | null {
  try {
    return bearerToken(request);
  } catch (error) {
    if (error instanceof TokenRejected) return null;
    throw error;
  }
}

/** @throws ScimFailure */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw NOT_FOUND();
  }
}

function wrongMethod(response: Response, allowed: string): ScimFailure {
  response.set("Allow", allowed);
  return new ScimFailure(405, null, `Only ${allowed} can be sent here.`);
}

/** The body, an object in JSON of at most 256 KiB. @throws ScimFailure, and what the parser throws */
async function bodyOf(request: Request, response: Response): Promise<Values> {
  if (!BODY_TYPE.test(request.headers["content-type"] ?? ""))
    throw new ScimFailure(415, null, `Send ${MEDIA_TYPE}.`);
  await run(parseJson, request, response);
  const body = request.body as unknown;
  if (!isObject(body)) throw new ScimFailure(400, "invalidSyntax", "The body must be an object.");
  return body;
}
