import type { Knex } from "knex";
import { sha256OfBytes } from "../../lib/secrets.js";
import { Passkey } from "../../models/passkey.js";
import { authenticatorName } from "./authenticators.js";
import { ALGORITHMS, type VerifiedPasskey } from "./registration.js";
import { webauthnHelpers } from "./webauthn.js";

/** A passkey of another application. Nobody has checked its key. */
export interface FormerPasskey extends Omit<VerifiedPasskey, "name"> {
  /** Null for the name of the authenticator. */
  name: string | null;
  /** The domain that it belongs to; null if the file doesn't say. */
  domain: string | null;
}

/** The member of a COSE key that names its algorithm (RFC 9052, section 7.1). */
const ALGORITHM = 3;
/** The shortest signature in the form of ECDSA; it isn't one of any key. */
const NO_SIGNATURE = new Uint8Array([0x30, 6, 2, 1, 1, 2, 1, 1]);

/** Whether a sign-in can verify signatures with the key. It must be of an algorithm that new passkeys can have. */
export async function isUsableKey(publicKey: Buffer): Promise<boolean> {
  const { decodeCredentialPublicKey, verifySignature } = await webauthnHelpers();
  const credentialPublicKey = new Uint8Array(publicKey);
  try {
    const key = decodeCredentialPublicKey(credentialPublicKey) as unknown as Map<number, unknown>;
    if (!ALGORITHMS.includes(key.get(ALGORITHM) as number)) return false;
    // throws for what isn't a key, such as a point beside the curve
    await verifySignature({ credentialPublicKey, signature: NO_SIGNATURE, data: new Uint8Array(1) });
    return true;
  } catch {
    return false;
  }
}

export const credentialHash = ({ credential_id }: Pick<Passkey, "credential_id">): string =>
  sha256OfBytes(credential_id).toString("hex");

/** Credential → the address of the account that has it. */
export async function holdersOfPasskeys(
  knex: Knex,
  passkeys: readonly FormerPasskey[],
): Promise<Map<string, string>> {
  if (passkeys.length === 0) return new Map();
  const rows = await stored(knex, passkeys);
  return new Map(
    rows.flatMap((row) => (row.email_key === null ? [] : [[credentialHash(row), row.email_key]])),
  );
}

interface StoredPasskey {
  id: string;
  user_id: string;
  credential_id: Buffer;
  /** Null for a deleted account. */
  email_key: string | null;
}

const stored = (knex: Knex, passkeys: readonly FormerPasskey[]): PromiseLike<StoredPasskey[]> =>
  knex("passkeys")
    .join("users", "users.id", "passkeys.user_id")
    .whereIn(
      "credential_hash",
      passkeys.map((passkey) => sha256OfBytes(passkey.credential_id)),
    )
    .select("passkeys.id", "user_id", "credential_id", "users.email_key");

/** Adds checked passkeys that no other account has. Deleted accounts that had them lose them. The caller counts them. */
export async function addImportedPasskeys(
  trx: Knex.Transaction,
  added: readonly { userId: string; passkey: FormerPasskey }[],
): Promise<void> {
  if (added.length === 0) return;
  const passkeys = added.map(({ passkey }) => passkey);
  for (const { id, user_id, email_key } of await stored(trx, passkeys)) {
    if (email_key !== null) continue;
    await trx("passkeys").where({ id }).del();
    await trx("users").where({ id: user_id }).decrement("passkey_count", 1);
  }
  await trx("passkeys").insert(
    added.map(({ userId, passkey: { domain: _domain, name, ...passkey } }) => {
      const row = Passkey.fromJson({
        ...{ ...passkey, user_id: userId, is_imported: true, last_used_at: null },
        name: name ?? authenticatorName(passkey.aaguid) ?? "Passkey",
      });
      row.$beforeInsert();
      return row.$toDatabaseJson();
    }),
  );
}
