import { createDecipheriv, createHash, createHmac } from "node:crypto";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { managedNonce } from "@noble/ciphers/utils.js";
import * as z from "zod";
import { equalsInConstantTime } from "../../../lib/secrets.js";

/** What an application encrypted under one of its secrets; null when none of them is the right one. */
export function decrypted(
  stored: string | null,
  secrets: readonly string[] | undefined,
  decrypt: (stored: string, secret: string) => string | null,
): string | null {
  if (stored === null) return null;
  for (const secret of secrets ?? []) {
    try {
      const text = decrypt(stored, secret);
      if (text !== null) return text;
    } catch {
      // another secret, or another form
    }
  }
  return null;
}

const PAYLOAD = z.object({
  iv: z.base64(),
  value: z.base64(),
  mac: z.string().default(""),
  tag: z.base64().or(z.literal("")).default(""),
});
const SERIALIZED_TEXT = /^s:\d+:"(.*)";$/s;

/**
 * As `Illuminate\Encryption\Encrypter` writes a text, serialized or not: AES-CBC with an HMAC, or AES-GCM.
 * @param secret `APP_KEY`
 * @throws for another key or form
 */
export function fromLaravel(stored: string, secret: string): string | null {
  const { iv, value, mac, tag } = PAYLOAD.parse(JSON.parse(Buffer.from(stored, "base64").toString()));
  const key = secret.startsWith("base64:") ? Buffer.from(secret.slice(7), "base64") : Buffer.from(secret);
  const [vector, text] = [Buffer.from(iv, "base64"), Buffer.from(value, "base64")];
  const plain = tag === "" ? ofCbc() : ofGcm();
  return plain === null ? null : (SERIALIZED_TEXT.exec(plain)?.[1] ?? plain);

  function ofCbc(): string | null {
    const expected = createHmac("sha256", key).update(`${iv}${value}`).digest("hex");
    if (!equalsInConstantTime(mac, expected)) return null;
    const cipher = createDecipheriv(key.length === 16 ? "aes-128-cbc" : "aes-256-cbc", key, vector);
    return Buffer.concat([cipher.update(text), cipher.final()]).toString();
  }

  function ofGcm(): string {
    const name = key.length === 16 ? "aes-128-gcm" : "aes-256-gcm";
    const cipher = createDecipheriv(name, key, vector, { authTagLength: 16 });
    cipher.setAuthTag(Buffer.from(tag, "base64"));
    return Buffer.concat([cipher.update(text), cipher.final()]).toString();
  }
}

/**
 * As better-auth's `symmetricEncrypt` writes it: XChaCha20-Poly1305 in hexadecimal digits, after `$ba$version$` when
 * the application has several secrets.
 * @throws for another key or form
 */
export function fromBetterAuth(stored: string, secret: string): string {
  const digits = stored.replace(/^\$ba\$\d+\$/, "");
  if (!/^([0-9a-f]{2})+$/i.test(digits)) throw new Error("not in hexadecimal digits");
  const key = createHash("sha256").update(secret).digest();
  const plain = managedNonce(xchacha20poly1305)(key).decrypt(Buffer.from(digits, "hex"));
  return Buffer.from(plain).toString();
}
