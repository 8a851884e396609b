import type { Knex } from "knex";
import { ConfigurationError } from "../../config/env.js";
import { now } from "../../lib/clock.js";
import type { Encryption } from "../../lib/encryption.js";

const NAME = "app_key";
const CHECK = "authdock";
const CELL = { table: "service_state", column: "value", row: NAME };

/**
 * Checks that APP_KEY belongs to this database, by decrypting a text that was stored on the first start. A text under
 * one of APP_PREVIOUS_KEYS is encrypted again under the current key.
 * @throws ConfigurationError when no configured key decrypts it
 */
export async function verifyAppKey(knex: Knex, encryption: Encryption): Promise<void> {
  const stored = (await readAppKeyCheck(knex)) ?? (await writeFirstCheck(knex, encryption));
  assertOpens(encryption, stored);
  if (encryption.isCurrent(stored)) return;
  await knex("service_state")
    .where({ name: NAME, value: stored })
    .update({ value: encryption.encrypt(CHECK, CELL), updated_at: now() });
}

/** @throws ConfigurationError when no configured key decrypts the text */
export function assertOpens(encryption: Encryption, stored: string): void {
  if (!opens(encryption, stored))
    throw new ConfigurationError([
      "APP_KEY is not the key that this database was set up with: restore it, or add the former key to APP_PREVIOUS_KEYS",
    ]);
}

/** The text that was stored on the first start; undefined before it. */
export async function readAppKeyCheck(knex: Knex): Promise<string | undefined> {
  const row = (await knex("service_state").where({ name: NAME }).first("value")) as
    { value: string } | undefined;
  return row?.value;
}

/** The first of several processes that start together writes the text, and all compare with it. */
async function writeFirstCheck(knex: Knex, encryption: Encryption): Promise<string> {
  const row = { name: NAME, value: encryption.encrypt(CHECK, CELL), updated_at: now() };
  await knex("service_state").insert(row).onConflict("name").ignore();
  return (await readAppKeyCheck(knex))!;
}

function opens(encryption: Encryption, stored: string): boolean {
  try {
    return encryption.decrypt(stored, CELL) === CHECK;
  } catch {
    return false;
  }
}
