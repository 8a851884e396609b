import { randomBytes } from "node:crypto";

/**
 * The token for one answer: a random pad and the token combined with it (XOR), so that no answer contains the same
 * bytes. Compressed answers would otherwise reveal the token by their length (BREACH).
 */
export function maskToken(token: string): string {
  const bytes = Buffer.from(token);
  const pad = randomBytes(bytes.length);
  return Buffer.concat([pad, combine(bytes, pad)]).toString("base64url");
}

/** The token of a masked one; undefined if the text can't be one. */
export function unmaskToken(masked: string): string | undefined {
  const bytes = Buffer.from(masked, "base64url");
  const half = bytes.length / 2;
  // Buffer ignores characters that aren't Base64
  if (!Number.isInteger(half) || bytes.toString("base64url") !== masked) return undefined;
  return combine(bytes.subarray(half), bytes.subarray(0, half)).toString();
}

const combine = (bytes: Buffer, pad: Buffer): Buffer =>
  Buffer.from(bytes.map((byte, index) => byte ^ pad[index]!));
