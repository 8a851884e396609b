import type { HasPermission, ScopeMeanings } from "../domain/oauth/tokens/scope-access.js";
import { lockClientShared } from "../domain/oauth/clients/client-locks.js";
import { admitClient } from "../domain/oauth/self-described/document-clients.js";
import { DocumentRejected } from "../domain/oauth/self-described/document-fetch.js";
import type { Proof } from "../domain/oauth/grants/logins.js";
import { spendPushedRequest } from "../domain/oauth/grants/pushed-requests.js";
import { isPrivateUse } from "../domain/oauth/clients/redirect-uris.js";
import { hasConsented } from "../domain/oauth/grants/remembered-consent.js";
import { ProtocolError } from "../domain/oauth/protocol-error.js";
import { lockActiveActor } from "../domain/access/locks.js";
import type { ActorCall } from "../domain/context.js";
import type { Services } from "../domain/services.js";
import type { RegisteredClient } from "../models/oauth-client.js";
import {
  readRequest,
  responseModeOf,
  trustedRedirect,
  type AuthorizationRequest,
  type ClientAnswer,
} from "./authorization-request.js";
import { logClient, logRejection } from "../lib/telemetry/current-trace.js";
import { lockActing } from "../domain/organisations/rules.js";
import { needsOrganisation } from "../domain/oauth/tokens/scopes.js";
import type { SettledRequest } from "./organisation-choice.js";
import { recordDecision } from "./decision-record.js";
import type { Granting } from "./granting.js";
import { Parameters } from "./parameters.js";
import { requestUriOf, pushedParameters } from "./pushed-request.js";
import { scopesOfClaims } from "./openid/requested-claims.js";

export type { AuthorizationRequest, ClientAnswer } from "./authorization-request.js";

/** Why the user isn't redirected back: the client or its address can't be trusted (RFC 6749, section 4.1.2.1). */
export type UntrustedRequest = "client" | "document" | "redirect_uri" | "request_uri";

export type AuthorizationVerdict =
  | { kind: "untrusted"; what: UntrustedRequest }
  /** The client gets an error at its redirect address. `isSilent` is whether it asks for no page (`prompt=none`). */
  | { kind: "rejected"; answer: ClientAnswer; isSilent: boolean }
  | { kind: "valid"; request: AuthorizationRequest };

/** Another answer to the same pushed request was faster. */
export class PushedRequestUsed extends ProtocolError {
  constructor() {
    super("invalid_request", "The pushed request was used already.");
  }
}

/** The user isn't a member of the organisation any more. */
export class MembershipEnded extends ProtocolError {
  constructor() {
    super("access_denied", "The user can't act for the organisation.");
  }
}

/** The authorization endpoint (RFC 6749, section 3.1) without its screens. */
export class Authorization {
  constructor(
    private readonly services: Services,
    private readonly granting: Granting,
    private readonly scopeMeanings: ScopeMeanings,
  ) {}

  /**
   * Validates an authorization request.
   * @param query as the client sent it
   * @param holds whether the user has a permission
   */
  async validate(query: string, holds: HasPermission, ip: string): Promise<AuthorizationVerdict> {
    const sent = new Parameters(query);
    const client = await this.clientIn(sent, ip);
    if (client instanceof DocumentRejected) return untrusted("document", client.description);
    if (!client) return untrusted("client");
    logClient(client.id);
    const pushed = requestUriOf(sent);
    const parameters = pushed === null ? sent : await pushedParameters(this.services, client, pushed);
    if (parameters === null) return untrusted("request_uri");
    const redirectUri = trustedRedirect(client, parameters);
    if (redirectUri === null) return untrusted("redirect_uri");
    const state = parameters.isRepeated("state") ? undefined : parameters.get("state");
    const isForm = responseModeOf(parameters) === "form_post";
    const cantPost = isForm && isPrivateUse(redirectUri);
    const responseMode = isForm && !cantPost ? "form_post" : "query";
    const back = { client, redirectUri, state, responseMode } as const;
    try {
      if (cantPost)
        throw new ProtocolError("invalid_request", "A form can't be posted to a private-use scheme.");
      if (pushed === null && client.options.require_pushed_authorization_requests)
        throw new ProtocolError("invalid_request", "The client must push its authorization requests.");
      const {
        scopes: asked,
        openid,
        organisation,
        ...bounds
      } = readRequest(client, parameters, this.services.config);
      const scopes = this.scopeMeanings.grantable(asked, mayUse(client, holds));
      const unusable = asked.filter((scope) => !scopes.includes(scope));
      const disclosed = [...new Set([...scopes, ...scopesOfClaims(openid?.claims ?? null)])];
      return {
        kind: "valid",
        request: {
          ...back,
          scopes,
          ...bounds,
          disclosed,
          unusable,
          openid,
          // the scope can be one that the user can't use
          organisation: needsOrganisation(scopes) ? organisation : null,
          parameters,
          pushed,
        },
      };
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return { kind: "rejected", answer: this.rejection(back, error), isSilent: isSilent(parameters) };
    }
  }

  /** The client that the request names, or why its document can't be used. */
  private async clientIn(
    sent: Parameters,
    ip: string,
  ): Promise<RegisteredClient | DocumentRejected | undefined> {
    if (sent.isRepeated("client_id")) return undefined;
    try {
      return await admitClient(this.services, sent.get("client_id") ?? "", ip);
    } catch (error) {
      if (error instanceof DocumentRejected) return error;
      throw error;
    }
  }

  /**
   * The answer to a request with `prompt=none` that is wrong or needs the user to sign in (OpenID Connect Core, section
   * 3.1.2.6); null for any other request.
   */
  silentRejection(verdict: AuthorizationVerdict): ClientAnswer | null {
    if (verdict.kind === "rejected") return verdict.isSilent ? verdict.answer : null;
    if (verdict.kind !== "valid" || !verdict.request.openid?.prompts.has("none")) return null;
    return this.rejection(verdict.request, new ProtocolError("login_required", "The user must sign in."));
  }

  /** Whether the user has granted this before, so that no consent is needed. */
  async isGrantedAlready(
    { client, redirectUri, resources, disclosed, openid, actingFor }: SettledRequest,
    userId: string,
  ): Promise<boolean> {
    if (openid?.prompts.has("consent") || openid?.prompts.has("select_account")) return false;
    const { knex, config } = this.services;
    const organisationId = actingFor?.id ?? null;
    const asked = { client, userId, organisationId, redirectUri, resources, scopes: disclosed };
    return hasConsented(knex, config.tokens, asked, scopesOfClaims);
  }

  /**
   * Grants the request.
   * @param proof how and when the user last proved who they are
   * @returns the answer with a code
   * @throws ActionForbidden when the account or its session has ended, PushedRequestUsed, ProtocolError when the client was
   * deleted, MembershipEnded
   */
  async allow(call: ActorCall, request: SettledRequest, proof: Proof): Promise<ClientAnswer> {
    const { services, actor, origin } = call;
    const { client, parameters, scopes, resources, keyThumbprint, openid } = request;
    const login = openid && {
      ...proof,
      nonce: openid.nonce,
      claims: openid.claims,
      sessionId: actor.sessionId!,
    };
    const organisationId = request.actingFor?.id ?? null;
    const bounds = { granted: scopes, resources, organisationId, keyThumbprint };
    const asked = { client, parameters, origin, ...bounds, login };
    const code = await this.granting.authorize(asked, actor.id, async (trx) => {
      await lockActiveActor({ services, trx, actor });
      if (organisationId !== null && !(await lockActing(trx, actor, organisationId)))
        throw new MembershipEnded();
      await lockClientShared(trx, client.id);
      if (request.pushed !== null && !(await spendPushedRequest(trx, request.pushed)))
        throw new PushedRequestUsed();
      await recordDecision(trx, "application_authorized", call, request, organisationId);
    });
    return this.answer(request, { code });
  }

  /** Denies the request. @returns the answer with the error */
  async deny(call: ActorCall, request: AuthorizationRequest): Promise<ClientAnswer> {
    await recordDecision(this.services.knex, "application_denied", call, request);
    return this.rejection(request, new ProtocolError("access_denied", "The request was denied."));
  }

  /** The answer with an error. */
  rejection(back: Back, { code, description }: ProtocolError): ClientAnswer {
    logRejection(code, description);
    return this.answer(back, { error: code, error_description: description });
  }

  /** Adds `state`, and `iss` (RFC 9207) unless the client can't read it. */
  private answer(
    { client, redirectUri, responseMode, state }: Back,
    values: Record<string, string>,
  ): ClientAnswer {
    const { origin } = this.services.config.env.APP_URL;
    const all = {
      ...values,
      ...(state !== undefined && { state }),
      ...(client.options.authorization_response_iss_parameter && { iss: origin }),
    };
    return { redirectUri, responseMode, values: all };
  }
}

/** No administrator of the service has seen an application of an organisation, so it gets nothing that needs a permission. */
const mayUse = (client: RegisteredClient, holds: HasPermission): HasPermission =>
  client.organisation_id === null ? holds : () => false;

/** What the page tells the user in other words, for the log. */
const REASONS: Record<UntrustedRequest, string> = {
  client: "The client is unknown.",
  document: "The document of the client can't be used.",
  request_uri: "The pushed request is unknown, expired or used.",
  redirect_uri: "redirect_uri isn't registered for the client.",
};

function untrusted(
  what: UntrustedRequest,
  why = REASONS[what],
): { kind: "untrusted"; what: UntrustedRequest } {
  logRejection("invalid_request", why);
  return { kind: "untrusted", what };
}

/** Whether a request that can't be read further asks for no page. */
const isSilent = (parameters: Parameters): boolean =>
  parameters.get("prompt")?.split(" ").includes("none") === true;

/** Where and how an answer goes back. */
type Back = Pick<AuthorizationRequest, "client" | "redirectUri" | "responseMode" | "state">;
