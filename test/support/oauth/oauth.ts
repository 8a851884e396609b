import { v7 as uuidv7 } from "uuid";
import { grantTypesOf } from "../../../src/domain/oauth/grants/grant-types.js";
import { DAY, HOUR, MINUTE, now, SECOND } from "../../../src/lib/clock.js";
import {
  ACCESS_TOKEN,
  CLIENT_SECRET,
  generateToken,
  REFRESH_TOKEN,
  sha256,
} from "../../../src/lib/secrets.js";
import { OAuthClient } from "../../../src/models/oauth-client.js";
import type { World as WholeWorld } from "../app/world.js";

/** Both a test world and a fleet of processes satisfy it. */
type World = Pick<WholeWorld, "services">;

export interface RegisteredClient {
  client: OAuthClient;
  /** In clear; empty for a public client. */
  secret: string;
}

/** Registers a client, by default a confidential one with every grant type. */
export async function makeClient(
  world: Pick<World, "services">,
  overrides: Partial<OAuthClient> = {},
): Promise<RegisteredClient> {
  const isPublic = overrides.type === "public";
  const secret = isPublic ? "" : generateToken(CLIENT_SECRET);
  const { id } = await OAuthClient.query(world.services.knex).insert({
    name: "Team calendar",
    type: "confidential",
    secret_hash: isPublic ? null : sha256(secret),
    grant_types: [...grantTypesOf(isPublic ? "public" : "confidential")],
    redirect_uris: ["https://client.example.test/callback"],
    may_introspect: false,
    ...overrides,
  });
  const client = await OAuthClient.query(world.services.knex).findById(id).throwIfNotFound();
  return { client, secret };
}

interface Grant {
  user: { id: string };
  client: { id: string };
  scopes?: readonly string[];
  /** The organisation that the grant is for. */
  organisation?: { id: string } | undefined;
}

/** Inserts an access token and a refresh token of one family, as if a code had been redeemed. @returns their values */
export async function makeGrant(
  world: Pick<World, "services">,
  { user, client, scopes = ["users.read"], organisation }: Grant,
): Promise<{ access: string; refresh: string; familyId: string }> {
  const [access, refresh, familyId] = [generateToken(ACCESS_TOKEN), generateToken(REFRESH_TOKEN), uuidv7()];
  const issued = {
    ...issuedTo(client, scopes),
    user_id: user.id,
    organisation_id: organisation?.id ?? null,
    family_id: familyId,
  };
  const { knex } = world.services;
  await knex("oauth_access_tokens").insert({
    ...issued,
    id: uuidv7(),
    token_hash: sha256(access),
    expires_at: now() + HOUR,
  });
  await knex("oauth_refresh_tokens").insert({
    ...issued,
    id: uuidv7(),
    token_hash: sha256(refresh),
    expires_at: now() + 14 * DAY,
    family_expires_at: now() + 90 * DAY,
  });
  return { access, refresh, familyId };
}

/** Inserts an access token of the client itself, as the client-credentials grant issues it. @returns its value */
export async function makeClientToken(
  world: Pick<World, "services">,
  { client, scopes = [], organisation }: Omit<Grant, "user">,
): Promise<string> {
  const access = generateToken(ACCESS_TOKEN);
  await world.services.knex("oauth_access_tokens").insert({
    ...issuedTo(client, scopes),
    id: uuidv7(),
    user_id: null,
    organisation_id: organisation?.id ?? null,
    family_id: uuidv7(),
    token_hash: sha256(access),
    expires_at: now() + HOUR,
  });
  return access;
}

/** Inserts an unredeemed authorization code and unredeemed device codes. @returns their values */
export async function makeCodes(
  world: Pick<World, "services">,
  { user, client, scopes = ["users.read"] }: Grant,
): Promise<{ code: string; deviceCode: string; userCode: string }> {
  const code = generateToken("");
  const [deviceCode, userCode] = [generateToken(""), generateToken("").slice(0, 8)];
  const issued = { ...issuedTo(client, scopes), user_id: user.id };
  const { knex } = world.services;
  await knex("oauth_authorization_codes").insert({
    ...issued,
    id: uuidv7(),
    family_id: uuidv7(),
    code_hash: sha256(code),
    redirect_uri: "https://client.example.test/callback",
    code_challenge: "x".repeat(43),
    expires_at: now() + 60 * SECOND,
  });
  await knex("oauth_device_codes").insert({
    ...issued,
    id: uuidv7(),
    device_code_hash: sha256(deviceCode),
    user_code_hash: sha256(userCode),
    interval_seconds: 5,
    expires_at: now() + 10 * MINUTE,
  });
  return { code, deviceCode, userCode };
}

const issuedTo = (client: { id: string }, scopes: readonly string[]) => ({
  client_id: client.id,
  scopes: JSON.stringify(scopes),
  created_at: now(),
});
