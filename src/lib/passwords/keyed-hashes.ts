import { createHmac } from "node:crypto";

/** Applications whose hashes need a secret of theirs. */
export const KEY_SCHEMES = ["firebase", "devise", "flask-security"] as const;
export type KeyScheme = (typeof KEY_SCHEMES)[number];

/**
 * A hash that needs a secret. The text names the secret, which is stored elsewhere: `{devise:4kq0x9zd}$2a$12$…`.
 */
export interface KeyedHash {
  scheme: KeyScheme;
  keyId: string;
  /** The hash in one of the other formats. */
  text: string;
}

const KEYED = new RegExp(`^\\{(${KEY_SCHEMES.join("|")}):([0-9a-z]{8})\\}(.+)$`);

/** @returns null for a hash that needs no secret */
export function readKeyedHash(stored: string): KeyedHash | null {
  const [, scheme, keyId, text] = KEYED.exec(stored) ?? [];
  return text === undefined ? null : { scheme: scheme as KeyScheme, keyId: keyId!, text };
}

export const keyedHash = ({ scheme, keyId, text }: KeyedHash): string => `{${scheme}:${keyId}}${text}`;

/** What the application hashed in place of the password. Firebase encrypts its secret with the hash instead. */
export function withSecret(password: string, scheme: KeyScheme, secret: string): string {
  if (scheme === "devise") return password + secret;
  if (scheme === "flask-security") return createHmac("sha512", secret).update(password).digest("base64");
  return password;
}

/** The bytes that Firebase encrypts with the hash; null for other applications. */
export const signerKeyOf = (scheme: KeyScheme, secret: string): Buffer | null =>
  scheme === "firebase" ? Buffer.from(secret, "base64") : null;
