import type { TokenRules } from "../config/lifetimes.js";
import { Actor, ClientActor } from "../domain/access/actor.js";
import { rolesOf, type RoleView } from "../domain/access/authority.js";
import { FAPI2_ALGORITHMS, isFapi2 } from "../domain/oauth/clients/security-profile.js";
import { hasPublishedKey } from "../domain/oauth/openid/signed-tokens.js";
import { DPOP_ALGORITHMS, provenKey } from "../domain/oauth/tokens/dpop-proofs.js";
import { AGENTS_PATH, isForAgents, isForThisService } from "../domain/oauth/tokens/resources.js";
import { heldScopes } from "../domain/oauth/tokens/scopes.js";
import type { Services } from "../domain/services.js";
import { andThen, type Awaitable } from "../lib/awaitable.js";
import { MINUTE, now } from "../lib/clock.js";
import { Failure } from "../lib/failures.js";
import { headerCount } from "../lib/network/sent-headers.js";
import { addressOf, type StageRequest } from "../lib/requests.js";
import { isAccessToken, isWellFormedToken, PERSONAL_TOKEN, sha256Hex } from "../lib/secrets.js";
import {
  clientOptionsOf,
  hasPairwiseClient,
  isParentActive,
  type PrincipalRow,
  type TokenTable,
} from "../models/principals.js";
import type { PublicUserRow } from "../models/public-user.js";
import { storedTokenKind } from "../models/token-kind.js";
import type { Credential, Guard, Principal } from "./guards.js";

/**
 * Whether the token can call only what its scopes open: that of a client, one that a bound token created and, with
 * `oauth.enforce_scopes`, a personal one with selected scopes (docs/requirements.md, "Tokens and scopes").
 */
const isBound = (row: PrincipalRow, credential: Credential, { enforceScopes }: TokenRules): boolean =>
  credential === "client" ||
  row.parent_token_id !== null ||
  (credential === "personal_selected" && (enforceScopes ?? row.enforce_scopes === "1"));

function credentialOf(
  { token_name: name, token_kind: kind, scopes_selected: selected }: PrincipalRow,
  scopes: readonly string[],
): Credential {
  if (name === null) return "client";
  if (storedTokenKind({ kind, name }) !== "personal") return "sign_in";
  // older rows don't store it: their scopes count as selected
  return (selected ?? true) && scopes.length > 0 ? "personal_selected" : "personal";
}

function tableOf(token: string): TokenTable | null {
  if (isWellFormedToken(token, PERSONAL_TOKEN)) return "personal_access_tokens";
  return isAccessToken(token) ? "oauth_access_tokens" : null;
}
const LAST_USED_EVERY = MINUTE;

type TokenProblem = "unauthenticated" | "token_expired" | "token_revoked";

/** A credential was sent but isn't valid. */
export class TokenRejected extends Failure {
  constructor(
    readonly problem: TokenProblem,
    /** The value of `WWW-Authenticate`. */
    readonly challenge = "Bearer",
  ) {
    super("Unauthenticated.");
  }
}

/** RFC 9449, section 7.1. */
const wrongProof = (algorithms: readonly string[]): TokenRejected =>
  new TokenRejected("unauthenticated", `DPoP error="invalid_dpop_proof", algs="${algorithms.join(" ")}"`);

/**
 * The driver for tokens in the Authorization header (RFC 6750, section 2.1, and RFC 9449, section 7.1). Tokens elsewhere are
 * ignored.
 */
export const tokenGuard =
  (services: Services): Guard =>
  (request) => {
    const token = bearerToken(request);
    return token === null ? null : authenticateToken(services, token, request);
  };

/**
 * Whether the token is for what the request asks (RFC 8707). Tokens of people are for the whole service. Those of clients must
 * name the endpoint for agents to be accepted there.
 */
const isForRequest = (row: PrincipalRow, { originalUrl }: StageRequest, appUrl: URL): boolean =>
  row.client_id === null ||
  (originalUrl.split("?")[0] === AGENTS_PATH
    ? isForAgents(row.token_resources, appUrl)
    : isForThisService(row.token_resources, appUrl));

/** The principal that this token authenticates. @throws TokenRejected */
export function authenticateToken(
  services: Services,
  token: string,
  request: StageRequest,
): Awaitable<Principal> {
  const table = tableOf(token);
  if (table === null) throw new TokenRejected("unauthenticated"); // rejects a mistyped token without a query
  return andThen(services.principals.find(table, sha256Hex(token)), (row) => {
    assertActive(row);
    if (!isForRequest(row, request, services.config.env.APP_URL)) throw new TokenRejected("unauthenticated");
    const isIssued = andThen(hasPublishedKey(services.rows, token), (isPublished) =>
      isPublished ? isParentActive(services.rows, row.parent_token_id) : false,
    );
    const checked = andThen(isIssued, (isActive) => {
      if (!isActive) throw new TokenRejected("token_revoked");
      return verifyProofOfPossession(services, token, row, request);
    });
    return andThen(checked, () => {
      updateLastUse(services, table, row, request);
      return andThen(services.authority.at(row.authority_version), (roles) =>
        authenticated(services, row, roles),
      );
    });
  });
}

/** A token that is bound to a key comes with a proof, every other one as a bearer token. @throws TokenRejected */
function verifyProofOfPossession(
  services: Services,
  accessToken: string,
  row: PrincipalRow,
  request: StageRequest,
): Awaitable<void> {
  const { token_key: key } = row;
  const isProven = /^dpop /i.test(request.headers.authorization ?? "");
  if (key === null && !isProven) return;
  if (key === null) throw new TokenRejected("unauthenticated");
  const algorithms = isFapi2({ options: clientOptionsOf(row) }) ? FAPI2_ALGORITHMS : DPOP_ALGORITHMS;
  if (!isProven) throw wrongProof(algorithms);
  const path = request.originalUrl.split("?")[0]!;
  const proven = { method: request.method, path, accessToken, algorithms };
  return provenKey(services, request.headersDistinct["dpop"] ?? [], proven).then((found) => {
    if (!found?.equals(key)) throw wrongProof(algorithms);
  });
}

/**
 * The token in the Authorization header; null without the header.
 * @throws TokenRejected for another scheme, several headers, blanks or a value that is too long
 */
export function bearerToken(request: StageRequest): string | null {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const token =
    headerCount("authorization", request) === 1 && header.length <= 4096
      ? /^(?:bearer|dpop) ([^\s,]+)$/i.exec(header)?.[1]
      : undefined;
  if (token === undefined) throw new TokenRejected("unauthenticated");
  return token;
}

function assertActive(row: PrincipalRow | undefined): asserts row is PrincipalRow {
  if (!row) throw new TokenRejected("unauthenticated");
  if (row.revoked_at !== null) throw new TokenRejected("token_revoked");
  if (row.expires_at <= now()) throw new TokenRejected("token_expired");
  const deleted = row.user_id !== null && row.id === null;
  const left = row.organisation_id !== null && row.organisation_role === null;
  if (left || deleted || (row.user_id === null && row.client_id === null))
    throw new TokenRejected("token_revoked");
}

/** Updates the last use at most once a minute, without delaying the request. */
function updateLastUse(
  { knex, outages }: Services,
  table: TokenTable,
  row: PrincipalRow,
  request: StageRequest,
): void {
  const time = now();
  if (row.last_used_at !== null && time - row.last_used_at < LAST_USED_EVERY) return;
  knex(table)
    .where({ id: row.token_id })
    .where((query) => query.whereNull("last_used_at").orWhere("last_used_at", "<=", time - LAST_USED_EVERY))
    .update({ last_used_at: time, last_used_ip: addressOf(request) })
    .catch((error: unknown) => outages.warn(error, "could not update the last use of a token"));
}

/** The only organisation of the token. What a bound token creates is for none, because it could reach more than its creator. */
function organisationOf(row: PrincipalRow, credential: Credential): string | null | undefined {
  if (credential === "client") return row.organisation_id;
  return row.parent_token_id === null ? undefined : null;
}

function authenticated(
  { config }: Services,
  row: PrincipalRow,
  roles: ReadonlyMap<string, RoleView>,
): Principal {
  const stored = JSON.parse(row.token_scopes) as string[];
  const credential = credentialOf(row, stored);
  const isClient = row.id === null;
  const scopes = heldScopes(stored, config.tokens);
  const bounds = isBound(row, credential, config.tokens)
    ? { scopes, expiresAt: row.expires_at, organisationId: organisationOf(row, credential) }
    : undefined;
  const signIn = credential === "sign_in" ? { at: row.token_confirmed_at! } : undefined;
  return {
    actor: isClient
      ? null
      : new Actor(
          row as PublicUserRow,
          rolesOf(row.role_ids, roles),
          roles,
          row.token_id,
          null,
          bounds,
          signIn,
        ),
    client: isClient
      ? new ClientActor(row.client_id!, rolesOf(row.client_role_id, roles), roles, row.organisation_id)
      : undefined,
    clientId: row.client_id,
    credential,
    scopes,
    isPairwise: !isClient && hasPairwiseClient(row),
    bounds,
    confirmedAt: signIn?.at,
    hasTwoFactorRule: (row.two_factor_rule ?? "none") !== "none",
    acceptsAnyFactor: row.two_factor_rule !== "some_factors",
  };
}
