import { random } from "nanoid";
import { v7 as uuidv7 } from "uuid";
import { groupCommit } from "../../../database/sqlite/group-commit.js";
import { isSqlite } from "../../../database/table.js";
import { now } from "../../../lib/clock.js";
import { ACCESS_TOKEN, generateToken, sha256 } from "../../../lib/secrets.js";
import type { Services } from "../../services.js";
import type { Issued, NewAccessToken } from "../grants/families.js";
import { ProtocolError } from "../protocol-error.js";
import { storedResources } from "./resources.js";

const TABLE = "oauth_access_tokens";

/** One statement instead of a transaction: no token is inserted once the client is deleted. */
const insertWhileClientExists = (lock: string): string => `
  insert into ${TABLE}
    (id, client_id, family_id, token_hash, scopes, resources, key_thumbprint, organisation_id, expires_at, created_at)
  select ?, id, ?, ?, ?, ?, ?, ?, ?, ? from oauth_clients where id = ? and revoked_at is null ${lock}`;
const ON_SQLITE = insertWhileClientExists("");
const ON_MYSQL = insertWhileClientExists("lock in share mode");

/**
 * Issues a token for the client itself, without a user.
 * @param organisationId the client's own, whose deletion ends the client; null for none
 * @throws ProtocolError invalid_client when it was deleted
 */
export async function issueClientToken(
  { knex, config }: Services,
  clientId: string,
  { scopes, resources, keyThumbprint, write }: NewAccessToken,
  organisationId: string | null,
): Promise<Issued> {
  const time = now();
  const expiresAt = time + config.tokens.accessTokenMs;
  const value = write ? await write(expiresAt) : generateToken(ACCESS_TOKEN);
  const id = uuidv7({ random: random(16) }); // each token is a family of its own
  const bounds = [JSON.stringify(scopes), storedResources(resources), keyThumbprint, organisationId];
  const values = [id, id, sha256(value), ...bounds, expiresAt, time, clientId];
  const made = await groupCommit(knex, isSqlite(knex) ? ON_SQLITE : ON_MYSQL, values);
  if (made === 0) throw new ProtocolError("invalid_client", "The client is unknown.");
  return { value, expiresAt };
}
