import { createHash, randomBytes } from "node:crypto";
import { saveCode } from "../../../src/domain/oauth/grants/authorization-codes.js";
import {
  createDeviceCodes,
  decideDeviceRequest,
  findDeviceRequest,
  type DeviceCodes,
} from "../../../src/domain/oauth/grants/device-codes.js";
import { DEVICE_GRANT } from "../../../src/domain/oauth/grants/grant-types.js";
import type { Services } from "../../../src/domain/services.js";
import { now } from "../../../src/lib/clock.js";
import { AUTHORIZATION_CODE, generateToken } from "../../../src/lib/secrets.js";
import type { ClientCredentials } from "./oauth-api.js";
import type { RegisteredClient } from "./oauth.js";
import { signedInCaller } from "../app/caller.js";

export const CALLBACK = "https://client.example.test/callback";
export const ORIGIN = { ip: "192.0.2.1", userAgent: null, traceId: "00000000-0000-4000-8000-000000000000" };

/** The credentials of the client. */
export const credentialsOf = ({ client, secret }: RegisteredClient): ClientCredentials => ({
  id: client.id,
  secret: secret || null,
});

/** 43 characters, the minimum of RFC 7636. */
export const newVerifier = (): string => randomBytes(32).toString("base64url");
export const challengeOf = (verifier: string): string =>
  createHash("sha256").update(verifier).digest("base64url");

export interface IssuedCode {
  code: string;
  verifier: string;
}

interface CodeOptions {
  user: { id: string };
  client: { id: string };
  scopes?: string[];
  organisation?: { id: string };
  /** As the client sent it; empty when the client omitted it. */
  redirectUri?: string;
  verifier?: string;
  /** By default the challenge of the verifier. */
  codeChallenge?: string;
}

/** Issues an authorization code without the consent page. */
export async function issueCode({ knex }: Services, options: CodeOptions): Promise<IssuedCode> {
  const { user, client, scopes = ["users.read"], redirectUri = CALLBACK, verifier = newVerifier() } = options;
  const { codeChallenge = challengeOf(verifier) } = options;
  const value = generateToken(AUTHORIZATION_CODE);
  const bounds = {
    scopes,
    resources: null,
    organisationId: options.organisation?.id ?? null,
    keyThumbprint: null,
  };
  const code = { value, clientId: client.id, userId: user.id, ...bounds, redirectUri, codeChallenge };
  await knex.transaction((trx) => saveCode(trx, code));
  return { code: value, verifier };
}

/** Issues device codes, with the account's decision if given. */
export async function issueDeviceCodes(
  services: Services,
  {
    client,
    user,
    decision,
  }: { client: { id: string }; user?: { id: string }; decision?: "approved" | "denied" },
): Promise<DeviceCodes> {
  const codes = await createDeviceCodes(services, client.id, ["users.read"]);
  if (user && decision) await decide(services, user, codes.userCode, decision);
  return codes;
}

/** @returns whether the decision was accepted */
export async function decide(
  services: Services,
  user: { id: string },
  userCode: string,
  decision: "approved" | "denied",
): Promise<boolean> {
  const { knex } = services;
  const request = await findDeviceRequest(knex, userCode);
  if (!request) return false;
  const credentialsOf = await signedInCaller(services, user);
  const proof = decision === "approved" ? { authenticatedAt: now(), method: null } : null;
  return decideDeviceRequest(credentialsOf, request, proof);
}

type Form = Record<string, string>;

export const redemption = ({ code, verifier }: IssuedCode, changes: Form = {}): Form => ({
  grant_type: "authorization_code",
  code,
  code_verifier: verifier,
  redirect_uri: CALLBACK,
  ...changes,
});

export const renewal = (refresh: string, changes: Form = {}): Form => ({
  grant_type: "refresh_token",
  refresh_token: refresh,
  ...changes,
});

export const devicePoll = ({ deviceCode }: { deviceCode: string }): Form => ({
  grant_type: DEVICE_GRANT,
  device_code: deviceCode,
});

export interface ActiveTokens {
  access: number;
  refresh: number;
}

/** The number of active access and refresh tokens among these rows. */
export async function countActiveTokens({ knex }: Services, where: object = {}): Promise<ActiveTokens> {
  const active = (table: string) =>
    knex(table).where(where).whereNull("revoked_at").where("expires_at", ">", now());
  const access = (await active("oauth_access_tokens")) as unknown[];
  const refresh = (await active("oauth_refresh_tokens").whereNull("rotated_at")) as unknown[];
  return { access: access.length, refresh: refresh.length };
}
