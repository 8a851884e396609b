import type { KeyScheme } from "../../../lib/passwords/keyed-hashes.js";
import { text } from "../../../texts/translate.js";
import { FileRejected } from "../file-rejected.js";

/** A secret that the hashes of an application need, and what else is the same for all of them. */
export interface HashKey {
  scheme: KeyScheme;
  secret: string;
  /** Of Firebase. */
  scrypt: FirebaseScrypt | null;
}

export interface FirebaseScrypt {
  saltSeparator: Buffer;
  rounds: number;
  /** The logarithm of the cost. */
  memoryCost: number;
}

/**
 * Reads the secret as people have it: of Firebase the block `hash_config` that the console shows, or the same names in
 * JSON; otherwise the text itself.
 * @throws FileRejected
 */
export function readHashKey(scheme: KeyScheme, content: string): HashKey {
  const secret = content.replace(/\r?\n$/, "");
  if (secret === "") throw new FileRejected(text("import.empty_key"));
  if (scheme !== "firebase") return { scheme, secret, scrypt: null };
  const [signerKey, separator] = [
    field(content, "base64_signer_key"),
    field(content, "base64_salt_separator"),
  ];
  const [rounds, memoryCost] = [Number(field(content, "rounds")), Number(field(content, "mem_cost"))];
  const isComplete = signerKey !== null && separator !== null && rounds > 0 && memoryCost > 0;
  if (!isComplete) throw new FileRejected(text("import.firebase_key"));
  return {
    scheme,
    secret: Buffer.from(signerKey, "base64").toString("base64"),
    scrypt: { saltSeparator: Buffer.from(separator, "base64"), rounds, memoryCost },
  };
}

const field = (content: string, name: string): string | null =>
  new RegExp(`\\b${name}"?\\s*[:=]\\s*"?([A-Za-z0-9+/_=-]+)`).exec(content)?.[1] ?? null;
