import type { Knex } from "knex";
import { customAlphabet } from "nanoid";
import { now } from "../../lib/clock.js";
import type { Encryption } from "../../lib/encryption.js";
import { readKeyedHash, type KeyScheme } from "../../lib/passwords/keyed-hashes.js";

export interface KeyServices {
  knex: Knex;
  encryption: Encryption;
}

const newId = customAlphabet("0123456789abcdefghijklmnopqrstuvwxyz", 8);
const keyCell = (id: string) => ({ table: "import_keys", column: "secret", row: id });

/** The secret of another application that an imported hash needs; null if it needs none, or if that is missing. */
export async function secretOf({ knex, encryption }: KeyServices, stored: string): Promise<string | null> {
  const keyed = readKeyedHash(stored);
  if (keyed === null) return null;
  const key = (await knex("import_keys")
    .where({ id: keyed.keyId, scheme: keyed.scheme })
    .first("id", "secret")) as { id: string; secret: string } | undefined;
  return key === undefined ? null : encryption.decrypt(key.secret, keyCell(key.id));
}

/** Stores the secret of an application encrypted, apart from the hashes. @returns its id, the former one if it is known */
export async function storeKey(
  { knex, encryption }: KeyServices,
  scheme: KeyScheme,
  secret: string,
): Promise<string> {
  const keys = (await knex("import_keys").where({ scheme }).select("id", "secret")) as {
    id: string;
    secret: string;
  }[];
  const known = keys.find((key) => encryption.decrypt(key.secret, keyCell(key.id)) === secret);
  if (known) return known.id;
  const id = newId();
  const encrypted = encryption.encrypt(secret, keyCell(id));
  await knex("import_keys").insert({ id, scheme, secret: encrypted, created_at: now() });
  return id;
}
