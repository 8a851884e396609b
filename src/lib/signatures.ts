import { createHmac } from "node:crypto";
import type { Encryption } from "./encryption.js";
import { equalsInConstantTime } from "./secrets.js";

/**
 * Signs texts that leave the service and must come back unaltered, such as links and cookies. HMAC-SHA-256, one key
 * per purpose.
 */
export class Signer {
  private readonly keys: Buffer[];

  constructor(encryption: Encryption, purpose: string) {
    this.keys = encryption.deriveAll(purpose);
  }

  signature(text: string): string {
    return hmac(this.keys[0]!, text);
  }

  /** Whether the signature belongs to this text, under the current key or a previous one. */
  matches(text: string, signature: string): boolean {
    return this.keys.some((key) => equalsInConstantTime(hmac(key, text), signature));
  }

  /** The value and its signature as one text, for a cookie. */
  seal(value: unknown): string {
    const text = Buffer.from(JSON.stringify(value)).toString("base64url");
    return `${text}.${this.signature(text)}`;
  }

  /** The sealed value; null if it wasn't sealed here. */
  open(sealed: unknown): unknown {
    if (typeof sealed !== "string") return null;
    const [text = "", signature = ""] = sealed.split(".");
    if (!this.matches(text, signature)) return null;
    return JSON.parse(Buffer.from(text, "base64url").toString());
  }
}

const hmac = (key: Buffer, text: string): string =>
  createHmac("sha256", key).update(text).digest("base64url");
