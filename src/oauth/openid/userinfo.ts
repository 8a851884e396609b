import { TokenRejected, authenticateToken, bearerToken } from "../../auth/token-guard.js";
import type { Principal } from "../../auth/guards.js";
import { findClient } from "../../domain/oauth/clients/client-locks.js";
import { userinfoClaims } from "../../domain/oauth/grants/logins.js";
import { ProtocolError } from "../../domain/oauth/protocol-error.js";
import type { Services } from "../../domain/services.js";
import type { Actor } from "../../domain/access/actor.js";
import { actingFor, type ActingFor } from "../../models/organisations/organisation-tokens.js";
import { claimsOf, organisationClaims } from "./claims.js";
import { FormTooLong, type OAuthResponse, type OAuthRequest } from "../oauth-request.js";
import type { EndpointLimits } from "../limits.js";
import { subjectOf } from "../../domain/oauth/openid/subjects.js";

/**
 * An error about the access token (RFC 6750, section 3.1, and RFC 9449, section 7.1). A request without a token gets no code.
 */
export class BearerRejected extends Error {
  constructor(
    readonly status: 401 | 403,
    readonly code: "invalid_token" | "insufficient_scope" | null,
    readonly description: string,
    /** The challenge for a token that is bound to a key; null for a bearer token. */
    private readonly proofChallenge: string | null = null,
  ) {
    super(description);
  }

  get challenge(): string {
    if (this.proofChallenge !== null) return this.proofChallenge;
    if (this.code === null) return "Bearer";
    const scope = this.code === "insufficient_scope" ? ', scope="openid"' : "";
    return `Bearer error="${this.code}", error_description="${this.description}"${scope}`;
  }
}

const invalid = (): BearerRejected =>
  new BearerRejected(401, "invalid_token", "The access token is unknown, expired or revoked.");

const unproven = (challenge: string): BearerRejected =>
  new BearerRejected(401, "invalid_token", "The access token needs a new proof of its key.", challenge);

/** The claims about the user of an access token (OpenID Connect Core, section 5.3). @throws BearerRejected */
export async function userinfo(
  services: Services,
  incoming: OAuthRequest,
  limits: EndpointLimits,
): Promise<OAuthResponse> {
  await limits.beforeAuthentication(incoming);
  const found = await authenticate(services, incoming).catch(async (error: unknown) => {
    const isFault = [BearerRejected, ProtocolError, FormTooLong].some((kind) => error instanceof kind);
    if (isFault) await limits.charge(incoming);
    throw error;
  });
  const { actor, clientId, scopes } = found;
  await limits.count(incoming, clientId!);
  if (!actor || !scopes!.includes("openid"))
    throw new BearerRejected(403, "insufficient_scope", "The access token lacks the scope openid.");
  const client = await findClient(services.rows, clientId!);
  if (!client) throw invalid();
  const requested = await userinfoClaims(services.rows, found.token);
  const claims = {
    ...claimsOf(actor.user, scopes!, requested, services.config.env.APP_URL),
    ...organisationClaims(await organisationOf(services, actor), scopes!),
  };
  return { status: 200, body: { sub: subjectOf(client, actor.user.id), ...claims } };
}

/** The organisation that the token is for. @throws BearerRejected when the membership has ended meanwhile */
async function organisationOf({ rows }: Services, { id, bounds }: Actor): Promise<ActingFor | null> {
  const organisationId = bounds?.organisationId ?? null;
  if (organisationId === null) return null;
  const found = await actingFor(rows, id, organisationId);
  if (!found) throw invalid();
  return found;
}

async function authenticate(
  services: Services,
  incoming: OAuthRequest,
): Promise<Principal & { token: string }> {
  const token = await tokenOf(incoming);
  if (token === null) throw new BearerRejected(401, null, "Send an access token.");
  const found = await rejecting(() => authenticateToken(services, token, incoming.request));
  const { statusPolicy } = services;
  const isDenied = statusPolicy.enforced && statusPolicy.isDenied(found.actor?.user.status);
  // personal access tokens have no client and no scopes of OpenID Connect
  if (found.clientId === null || isDenied) throw invalid();
  return { ...found, token };
}

/** In the header, or in the form of a POST (RFC 6750, sections 2.1 and 2.2). @throws ProtocolError for both */
async function tokenOf(incoming: OAuthRequest): Promise<string | null> {
  const { request } = incoming;
  const inHeader = await rejecting(() => bearerToken(request));
  const inForm =
    request.method === "POST" && incoming.hasForm
      ? (await incoming.readForm()).get("access_token")
      : undefined;
  if (inHeader !== null && inForm !== undefined)
    throw new ProtocolError("invalid_request", "Send the access token in only one way.");
  return inHeader ?? inForm ?? null;
}

async function rejecting<T>(read: () => T): Promise<Awaited<T>> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TokenRejected)) throw error;
    throw error.challenge.startsWith("DPoP") ? unproven(error.challenge) : invalid();
  }
}
