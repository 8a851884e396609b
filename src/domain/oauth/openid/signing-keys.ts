import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type CryptoKey, type JWK } from "jose";
import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { inTransaction, takeLock } from "../../../database/transaction.js";
import { DAY, now } from "../../../lib/clock.js";
import { ownOrigin, type Origin } from "../../audit/origin.js";
import { recordActivity } from "../../audit/record.js";
import { REMEMBER_ME } from "../../sessions/sessions.js";
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from "../../../models/client-options.js";
import type { Services } from "../../services.js";

/** How long a key signs. */
const SIGNS_FOR = 90 * DAY;
/** How long a key is published before it signs, so that every client knows it by then. */
export const PUBLISHED_BEFORE = DAY;
/** How long a key stays published after its successor began to sign, to verify what it has signed. */
export const PUBLISHED_AFTER = 7 * DAY;
/**
 * How long a key is kept after it was published: as long as the longest session, because the client can send an ID token back
 * while the session lasts (`id_token_hint`).
 */
export const KEPT_FOR_HINTS = REMEMBER_ME;

type KeyStore = Pick<Services, "knex" | "encryption">;

/** A row of `oauth_signing_keys`. Times are milliseconds since the epoch. */
interface KeyRow {
  /** The `kid`. */
  id: string;
  algorithm: SigningAlgorithm;
  /** A JWK. */
  public_key: string;
  /** PKCS #8, encrypted. */
  private_key: string;
  signs_from: number;
  /** Null until there is a successor. */
  ends_at: number | null;
  created_at: number;
}

/** A published key. */
export interface PublishedKey {
  id: string;
  algorithm: SigningAlgorithm;
  /** With `kid`, `alg` and `use`. */
  jwk: JWK;
  signsFrom: number;
  endsAt: number | null;
}

/** The key that signs now. */
export interface Signer {
  id: string;
  algorithm: SigningAlgorithm;
  key: CryptoKey;
}

const cellOf = (id: string) => ({ table: "oauth_signing_keys", column: "private_key", row: id });

const published = (knex: Knex) =>
  knex("oauth_signing_keys").where((either) => either.whereNull("ends_at").orWhere("ends_at", ">", now()));

/** The keys that clients accept, newest last. Keys are created when they are first needed. */
export async function publishedKeys(store: KeyStore): Promise<PublishedKey[]> {
  const find = () => published(store.knex).orderBy(["signs_from", "id"]) as Promise<KeyRow[]>;
  const rows = await find();
  const missing = SIGNING_ALGORITHMS.filter((name) => rows.every(({ algorithm }) => algorithm !== name));
  for (const algorithm of missing) await createFirst(store, algorithm);
  return (missing.length > 0 ? await find() : rows).map(presentKey);
}

/** The key with this `kid` for an ID token that comes back as a hint, also one that isn't published any more. */
export async function keyForHint({ knex }: KeyStore, id: string): Promise<PublishedKey | null> {
  const row = (await knex("oauth_signing_keys").where({ id }).first()) as KeyRow | undefined;
  const isKept = row && (row.ends_at === null || row.ends_at + KEPT_FOR_HINTS > now());
  return isKept ? presentKey(row) : null;
}

const presentKey = ({ id, algorithm, public_key, signs_from, ends_at }: KeyRow): PublishedKey => ({
  id,
  algorithm,
  jwk: JSON.parse(public_key) as JWK,
  signsFrom: signs_from,
  endsAt: ends_at,
});

/** Private keys by `kid`, because decrypting and reading one takes longer than signing. A key never changes. */
const imported = new WeakMap<KeyStore["encryption"], Map<string, CryptoKey>>();

/** The newest key that may sign. Created when there is none. */
export async function currentSigner(store: KeyStore, algorithm: SigningAlgorithm): Promise<Signer> {
  const find = () =>
    published(store.knex)
      .where({ algorithm })
      .where("signs_from", "<=", now())
      .orderBy("signs_from", "desc")
      .orderBy("id", "desc")
      .first("id", "private_key") as Promise<Pick<KeyRow, "id" | "private_key"> | undefined>;
  let row = await find();
  if (!row) {
    await publishedKeys(store);
    row = (await find())!;
  }
  const cached = imported.get(store.encryption) ?? new Map<string, CryptoKey>();
  imported.set(store.encryption, cached);
  const { id, private_key } = row;
  const key =
    cached.get(id) ?? (await importPKCS8(store.encryption.decrypt(private_key, cellOf(id)), algorithm));
  cached.set(id, key);
  return { id, algorithm, key };
}

/** Of several processes that start together, one creates the key. */
async function createFirst(store: KeyStore, algorithm: SigningAlgorithm): Promise<void> {
  const row = await newKey(store, algorithm, now());
  await inTransaction(store.knex, async (trx) => {
    await takeLock(trx, "signing_keys");
    const exists: unknown = await published(trx).where({ algorithm }).first("id");
    if (exists === undefined) await trx("oauth_signing_keys").insert(row);
  });
}

async function newKey(
  { encryption }: KeyStore,
  algorithm: SigningAlgorithm,
  signsFrom: number,
): Promise<KeyRow> {
  const id = uuidv7();
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: id, alg: algorithm, use: "sig" };
  return {
    id,
    algorithm,
    public_key: JSON.stringify(jwk),
    private_key: encryption.encrypt(await exportPKCS8(privateKey), cellOf(id)),
    signs_from: signsFrom,
    ends_at: null,
    created_at: now(),
  };
}

/** Creates successors of keys that will soon have signed for 90 days. @returns the number of new keys */
export async function rotateDueKeys(store: KeyStore): Promise<number> {
  const newest = new Map((await publishedKeys(store)).map((key) => [key.algorithm, key]));
  let created = 0;
  for (const { algorithm, signsFrom } of newest.values())
    if (signsFrom + SIGNS_FOR - PUBLISHED_BEFORE <= now())
      created += await replaceKey(store, algorithm, { newestId: newest.get(algorithm)!.id, isUrgent: false });
  return created;
}

/**
 * Replaces the key of each algorithm. New keys are published immediately and start to sign a day later; the old keys stay
 * published for a week after that. An urgent rotation is for leaked keys: the new keys sign immediately, and the old keys
 * are deleted.
 * @returns the number of new keys
 */
export async function rotateKeys(
  store: KeyStore,
  { isUrgent, origin }: { isUrgent: boolean; origin?: Origin },
): Promise<number> {
  const newest = new Map((await publishedKeys(store)).map((key) => [key.algorithm, key]));
  let created = 0;
  for (const { algorithm, id } of newest.values())
    created += await replaceKey(store, algorithm, { newestId: id, isUrgent, origin });
  return created;
}

interface Replacement {
  /** The key to replace. Nothing happens when another process has replaced it. */
  newestId: string;
  isUrgent: boolean;
  origin?: Origin | undefined;
}

async function replaceKey(
  store: KeyStore,
  algorithm: SigningAlgorithm,
  { newestId, isUrgent, origin = ownOrigin() }: Replacement,
): Promise<number> {
  const signsFrom = isUrgent ? now() : now() + PUBLISHED_BEFORE;
  const row = await newKey(store, algorithm, signsFrom);
  return inTransaction(store.knex, async (trx) => {
    await takeLock(trx, "signing_keys");
    const newest = (await published(trx)
      .where({ algorithm })
      .orderBy("signs_from", "desc")
      .orderBy("id", "desc")
      .first("id")) as { id: string } | undefined;
    if (newest?.id !== newestId) return 0;
    const others = trx("oauth_signing_keys").where({ algorithm });
    // a leaked key can sign anything, also hints
    if (isUrgent) await others.delete();
    else await others.whereNull("ends_at").update({ ends_at: signsFrom + PUBLISHED_AFTER });
    await trx("oauth_signing_keys").insert(row);
    const changes = { algorithm, key: row.id, signs_from: signsFrom, urgent: isUrgent };
    await recordActivity(trx, { event: "signing_keys_replaced", actorId: null, changes }, origin);
    return 1;
  });
}
