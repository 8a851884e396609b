import { createHash, randomBytes } from "node:crypto";
import { saveCode } from "../../../src/domain/oauth/authorization-codes.js";
import {
  createDeviceCodes,
  decideDeviceRequest,
  findDeviceRequest,
  type DeviceCodes,
} from "../../../src/domain/oauth/device-codes.js";
import { DEVICE_GRANT } from "../../../src/domain/oauth/grant-types.js";
import type { Services } from "../../../src/domain/services.js";
import { now } from "../../../src/lib/clock.js";
import { AUTHORIZATION_CODE, generateToken } from "../../../src/lib/secrets.js";
import type { ClientCredentials } from "./oauth-api.js";
import type { RegisteredClient } from "./oauth.js";
import { signedInCaller } from "../app/caller.js";

export const CALLBACK = "https://client.example.test/callback";
export const ORIGIN = { ip: "192.0.2.1", userAgent: null, traceId: "00000000-0000-4000-8000-000000000000" };

/** The client as it says who it is. */
export const credentialsOf = ({ client, secret }: RegisteredClient): ClientCredentials => ({
  id: client.id,
  secret: secret || null,
});

/** 43 characters, the fewest that RFC 7636 allows. */
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
  /** As the client sent it; empty when it did not. */
  redirectUri?: string;
  verifier?: string;
  /** That of the verifier, when it is left out. */
  codeChallenge?: string;
}

/** A code, as somebody has just allowed it. */
export async function issueCode({ knex }: Services, options: CodeOptions): Promise<IssuedCode> {
  const { user, client, scopes = ["users.read"], redirectUri = CALLBACK, verifier = newVerifier() } = options;
  const { codeChallenge = challengeOf(verifier) } = options;
  const value = generateToken(AUTHORIZATION_CODE);
  const code = { value, clientId: client.id, userId: user.id, scopes, redirectUri, codeChallenge };
  await knex.transaction((trx) => saveCode(trx, code));
  return { code: value, verifier };
}

/** A pair of device codes, with what the account has decided about them. */
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

/** @returns whether the decision counts */
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
  return decideDeviceRequest(credentialsOf, request, decision === "approved");
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

/** How many tokens of these rows still open something, or may be exchanged for what does. */
export async function countActiveTokens({ knex }: Services, where: object = {}): Promise<ActiveTokens> {
  const active = (table: string) =>
    knex(table).where(where).whereNull("revoked_at").where("expires_at", ">", now());
  const access = (await active("oauth_access_tokens")) as unknown[];
  const refresh = (await active("oauth_refresh_tokens").whereNull("rotated_at")) as unknown[];
  return { access: access.length, refresh: refresh.length };
}
