import type { Knex } from "knex";
import { recordActivity } from "../domain/audit/record.js";
import type { HasPermission, ScopeMeanings } from "../domain/oauth/scope-access.js";
import { findClient, lockClientShared } from "../domain/oauth/client-locks.js";
import { ProtocolError } from "../domain/oauth/protocol-error.js";
import { matchesRedirectUri } from "../domain/oauth/redirect-uris.js";
import { parseScope, resolveScopes } from "../domain/oauth/scopes.js";
import { lockActiveActor } from "../domain/access/locks.js";
import type { Caller } from "../domain/context.js";
import type { Services } from "../domain/services.js";
import type { RegisteredClient } from "../models/oauth-client.js";
import type { Granting } from "./granting.js";
import { Parameters } from "./parameters.js";

/** A validated authorization request. */
export interface AuthorizationRequest {
  client: RegisteredClient;
  /** The address that receives the answer. */
  redirectUri: string;
  /** The scopes to grant: the requested ones that are useful to the user. */
  scopes: string[];
  /** The requested scopes that the user can't use. They aren't granted. */
  unusable: string[];
  state: string | undefined;
  parameters: Parameters;
}

/** Why the user isn't redirected back: the client or its address can't be trusted (RFC 6749, section 4.1.2.1). */
export type Distrust = "client" | "redirect_uri";

export type AuthorizationVerdict =
  | { kind: "distrusted"; what: Distrust }
  /** The client gets an error at its redirect address. */
  | { kind: "refused"; to: string }
  | { kind: "valid"; request: AuthorizationRequest };

/** The authorization endpoint (RFC 6749, section 3.1) without its screens. */
export class Authorization {
  constructor(
    private readonly services: Services,
    private readonly granting: Granting,
    private readonly openings: ScopeMeanings,
  ) {}

  /**
   * Validates an authorization request.
   * @param query as the client sent it
   * @param holds whether the user has a permission
   */
  async validate(query: string, holds: HasPermission): Promise<AuthorizationVerdict> {
    const parameters = new Parameters(query);
    const client = parameters.isRepeated("client_id")
      ? undefined
      : await findClient(this.services.rows, parameters.get("client_id") ?? "");
    if (!client) return { kind: "distrusted", what: "client" };
    const redirectUri = trustedRedirect(client, parameters);
    if (redirectUri === null) return { kind: "distrusted", what: "redirect_uri" };
    const state = parameters.isRepeated("state") ? undefined : parameters.get("state");
    try {
      const asked = this.assertRequest(client, parameters);
      const scopes = this.openings.grantable(asked, holds);
      const unusable = asked.filter((scope) => !scopes.includes(scope));
      return { kind: "valid", request: { client, redirectUri, scopes, unusable, state, parameters } };
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return { kind: "refused", to: this.refusal({ redirectUri, state }, error) };
    }
  }

  /** @returns the requested scopes. @throws ProtocolError, which is sent to the client */
  private assertRequest(client: RegisteredClient, parameters: Parameters): string[] {
    parameters.assertNoneRepeated();
    assertResponseType(parameters);
    assertMayAuthorize(client);
    assertCodeChallenge(parameters);
    return resolveScopes(parseScope(parameters.get("scope")), this.services.config.tokens);
  }

  /**
   * Whether the user has granted this before, so that no consent is needed. Never for a public client, which anyone
   * can impersonate (RFC 6749, section 10.2), and never for a redirect address that the user hasn't seen, because the
   * client's administrator can register another one.
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
    // an omitted address meant the only one registered at that time
    if (redirectUri === undefined)
      void granted.where(
        "created_at",
        ">=",
        knex("oauth_clients").where({ id: client.id }).select("updated_at"),
      );
    return ((await granted.first("id")) as object | undefined) !== undefined;
  }

  /**
   * Grants the request.
   * @returns the redirect address with a code
   * @throws ActionForbidden when the account or its session has ended, ProtocolError when the client was deleted
   */
  async allow(caller: Caller, request: AuthorizationRequest): Promise<string> {
    const { services, actor, origin } = caller;
    const { client, parameters, scopes } = request;
    const asked = { client, parameters, origin, granted: scopes };
    const code = await this.granting.authorize(asked, actor.id, async (trx) => {
      await lockActiveActor({ services, trx, actor });
      await lockClientShared(trx, client.id);
      await recordDecision(trx, "application_authorized", caller, request);
    });
    return this.answer(request, { code });
  }

  /** Denies the request. @returns the redirect address with the error */
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

  /** Keeps the query of the registered address (RFC 6749, section 3.1.2) and adds `iss` (RFC 9207). */
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

/** The requested address if it is registered, or the only registered one if none is requested. */
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
    throw new ProtocolError("unauthorized_client", "The client isn't allowed to use this grant type.");
}

/** RFC 7636, section 4.3. Required for every client, and only with S256 (RFC 9700, section 2.1.1). */
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
