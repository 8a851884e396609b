import type { Knex } from "knex";
import { recordActivity } from "../domain/audit/record.js";
import type { Holds, ScopeMeanings } from "../domain/oauth/openings.js";
import { findClient, holdClient } from "../domain/oauth/parties.js";
import { ProtocolError } from "../domain/oauth/protocol-error.js";
import { matchesRedirectUri } from "../domain/oauth/redirect-uris.js";
import { parseScope, resolveScopes } from "../domain/oauth/scopes.js";
import { lockActiveActor } from "../domain/access/locks.js";
import type { Caller } from "../domain/context.js";
import type { Services } from "../domain/services.js";
import type { RegisteredClient } from "../models/oauth-client.js";
import type { Granting } from "./granting.js";
import { Parameters } from "./parameters.js";

/** What a client asks somebody to allow; every word of it was judged. */
export interface AuthorizationRequest {
  client: RegisteredClient;
  /** Where the answer goes. */
  redirectUri: string;
  /** What would be granted: of the scopes that were asked for those that open something to this person. */
  scopes: string[];
  state: string | undefined;
  parameters: Parameters;
}

/** Why nobody is sent back: the client or its address cannot be trusted (RFC 6749, section 4.1.2.1). */
export type Distrust = "client" | "redirect_uri";

export type Judgement =
  | { kind: "distrusted"; what: Distrust }
  /** The client is told what is wrong with its request. */
  | { kind: "refused"; to: string }
  | { kind: "asked"; request: AuthorizationRequest };

/** The authorization endpoint (RFC 6749, section 3.1) without its screens. */
export class Authorization {
  constructor(
    private readonly services: Services,
    private readonly granting: Granting,
    private readonly openings: ScopeMeanings,
  ) {}

  /**
   * @param query of the address that the client has sent somebody to, as it was sent
   * @param holds whether that person holds a permission
   */
  async judge(query: string, holds: Holds): Promise<Judgement> {
    const parameters = new Parameters(query);
    const client = parameters.isRepeated("client_id")
      ? undefined
      : await findClient(this.services.knex, parameters.get("client_id") ?? "");
    if (!client) return { kind: "distrusted", what: "client" };
    const redirectUri = trustedRedirect(client, parameters);
    if (redirectUri === null) return { kind: "distrusted", what: "redirect_uri" };
    const state = parameters.isRepeated("state") ? undefined : parameters.get("state");
    try {
      const scopes = this.openings.grantable(this.assertRequest(client, parameters), holds);
      return { kind: "asked", request: { client, redirectUri, scopes, state, parameters } };
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return { kind: "refused", to: this.refusal({ redirectUri, state }, error) };
    }
  }

  /** @returns the scopes that are asked for. @throws ProtocolError, which goes back to the client */
  private assertRequest(client: RegisteredClient, parameters: Parameters): string[] {
    parameters.assertNoneRepeated(); // RFC 6749, section 3.1
    assertResponseType(parameters);
    assertMayAuthorize(client);
    assertCodeChallenge(parameters);
    return resolveScopes(parseScope(parameters.get("scope")), this.services.config.tokens);
  }

  /**
   * Whether this was allowed before, and may go on without asking: never for a public client, which anybody can pretend
   * to be (RFC 6749, section 10.2), and never to an address that nobody was shown: whoever administers the client can
   * register another.
   */
  async isGrantedAlready(
    { client, scopes, parameters }: AuthorizationRequest,
    userId: string,
  ): Promise<boolean> {
    if (client.secret_hash === null) return false;
    const { knex } = this.services;
    const redirectUri = parameters.get("redirect_uri");
    const granted = knex("oauth_authorization_codes")
      .where({ user_id: userId, client_id: client.id, scopes: JSON.stringify(scopes) })
      .where({ redirect_uri: redirectUri ?? "" })
      .whereNotNull("redeemed_at")
      .whereNull("revoked_at");
    // left out it stood for the one that was registered then
    if (redirectUri === undefined)
      void granted.where(
        "created_at",
        ">=",
        knex("oauth_clients").where({ id: client.id }).select("updated_at"),
      );
    return ((await granted.first("id")) as object | undefined) !== undefined;
  }

  /**
   * Allows it.
   * @returns the address to go back to, with a code
   * @throws ActionForbidden when the account or its session ended meanwhile, ProtocolError when the client did
   */
  async allow(caller: Caller, request: AuthorizationRequest): Promise<string> {
    const { services, actor, origin } = caller;
    const { client, parameters, scopes } = request;
    const asked = { client, parameters, origin, granted: scopes };
    const code = await this.granting.authorize(asked, actor.id, async (trx) => {
      await lockActiveActor({ services, trx, actor });
      await holdClient(trx, client.id);
      await recordDecision(trx, "application_authorized", caller, request);
    });
    return this.answer(request, { code });
  }

  /** Refuses it. @returns the address to go back to, with the error */
  async deny(caller: Caller, request: AuthorizationRequest): Promise<string> {
    await recordDecision(this.services.knex, "application_denied", caller, request);
    return this.refusal(request, new ProtocolError("access_denied", "The request was denied."));
  }

  private refusal(
    back: Pick<AuthorizationRequest, "redirectUri" | "state">,
    { code, description }: ProtocolError,
  ): string {
    return this.answer(back, { error: code, error_description: description });
  }

  /** The query of the registered address stays (RFC 6749, section 3.1.2); `iss` is part of every answer (RFC 9207). */
  private answer(
    { redirectUri, state }: Pick<AuthorizationRequest, "redirectUri" | "state">,
    values: Record<string, string>,
  ): string {
    const all = {
      ...values,
      ...(state !== undefined && { state }),
      iss: this.services.config.env.APP_URL.origin,
    };
    const separator = redirectUri.includes("?") ? "&" : "?";
    return `${redirectUri}${separator}${new URLSearchParams(all).toString()}`;
  }
}

/** The one that is sent, when it is registered; the only one that is registered, when none is sent. */
function trustedRedirect(
  { redirect_uris: registered }: RegisteredClient,
  parameters: Parameters,
): string | null {
  if (parameters.isRepeated("redirect_uri")) return null;
  const sent = parameters.get("redirect_uri");
  if (sent !== undefined) return matchesRedirectUri(registered, sent) ? sent : null;
  return registered.length === 1 ? registered[0]! : null;
}

/** RFC 6749, section 3.1.1. */
function assertResponseType(parameters: Parameters): void {
  if (parameters.require("response_type") !== "code")
    throw new ProtocolError("unsupported_response_type", "response_type must be code.");
  const mode = parameters.get("response_mode") ?? "query";
  if (mode !== "query") throw new ProtocolError("invalid_request", "response_mode must be query.");
}

function assertMayAuthorize({ grant_types: grants }: RegisteredClient): void {
  if (!grants.includes("authorization_code"))
    throw new ProtocolError("unauthorized_client", "The client may not use this grant.");
}

/** RFC 7636, section 4.3, for every client and with S256 only (RFC 9700, section 2.1.1). */
function assertCodeChallenge(parameters: Parameters): void {
  const challenge = parameters.require("code_challenge");
  if (parameters.get("code_challenge_method") !== "S256")
    throw new ProtocolError("invalid_request", "code_challenge_method must be S256.");
  if (!/^[A-Za-z0-9\-_]{43}$/.test(challenge))
    throw new ProtocolError("invalid_request", "code_challenge must be a SHA-256 hash in base64url.");
}

function recordDecision(
  knex: Knex,
  event: "application_authorized" | "application_denied",
  { actor, origin }: Caller,
  { client: { id }, scopes }: AuthorizationRequest,
): Promise<void> {
  const changes = { scopes, grant: "authorization_code" };
  const subject = { type: "oauth_client", id };
  return recordActivity(knex, { event, actorId: actor.id, subject, changes }, origin);
}
