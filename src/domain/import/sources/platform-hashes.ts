import * as z from "zod";
import { text } from "../../../texts/translate.js";
import { jsonIn } from "../../../lib/text/json.js";
import { phc } from "../../../lib/passwords/imported-hashes.js";
import { RowRejected } from "./source-row.js";

/** Of fusionauth.io/docs/reference/password-hashes: the salt and the hash are Base64. */
const PBKDF2 = new Map([
  ["salted-pbkdf2-hmac-sha256", "pbkdf2-sha256"],
  ["salted-pbkdf2-hmac-sha256-512", "pbkdf2-sha256"],
  ["salted-pbkdf2-hmac-sha512-512", "pbkdf2-sha512"],
]);

interface FusionAuthPassword {
  scheme: string | null;
  factor: number;
  salt: string;
  hash: string | null;
}

/** @throws RowRejected for other schemes */
export function fusionAuthHash({ scheme, factor, salt, hash }: FusionAuthPassword): string | null {
  if (hash === null) return null;
  const bytes = { salt: Buffer.from(salt, "base64"), hash: Buffer.from(hash, "base64") };
  const pbkdf2 = PBKDF2.get(scheme ?? "");
  if (pbkdf2 !== undefined) return phc(pbkdf2, { i: factor }, bytes);
  if (scheme === "bcrypt") return `$2a$${String(factor).padStart(2, "0")}$${salt}${hash}`;
  if (scheme === "salted-sha256") return phc("salted-sha256", { i: factor }, bytes);
  throw new RowRejected(text("import.row.hash_kind", { field: "encryptionScheme", kind: scheme ?? "" }));
}

/** `["pbkdf2", [salt, iterations, length, digest, "@"], hash]` of docs.logto.io/user-management/user-migration */
const LEGACY_PBKDF2 = z.tuple([
  z.literal("pbkdf2"),
  z.tuple([z.string(), z.coerce.number(), z.coerce.number(), z.string(), z.literal("@")]),
  z.hex(),
]);

/** A text that says itself what it is, except `Legacy`. @throws RowRejected */
export function logtoHash(digest: string | null, algorithm: string | null): string | null {
  if (digest === null || algorithm !== "Legacy") return digest;
  const legacy = LEGACY_PBKDF2.safeParse(jsonIn(digest));
  if (!legacy.success) throw new RowRejected(text("import.row.form", { field: "passwordDigest" }));
  const [, [salt, iterations, , name], hash] = legacy.data;
  return phc(
    `pbkdf2-${name}`,
    { i: iterations },
    { salt: Buffer.from(salt), hash: Buffer.from(hash, "hex") },
  );
}
