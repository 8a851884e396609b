import { text } from "../../texts/translate.js";
import * as kinds from "./hash-kinds.js";
import type { ImportedHash } from "./hash-kinds.js";

/** How applications write the parts of a hash. */

export const base64 = (text: string): Buffer => Buffer.from(text, "base64");
/** Passlib writes `.` in place of `+`. */
export const passlibBase64 = (text: string): Buffer => base64(text.replaceAll(".", "+"));
export const hex = (text: string): Buffer => Buffer.from(text, "hex");

const BLANKS = " \t\n\r\v\0";

/** As `trim` of PHP does it. */
export function withoutOuterBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BLANKS.includes(text[start]!)) start++;
  while (end > start && BLANKS.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}

export const saltAndHash = (value: Buffer, saltLength: number) => ({
  salt: value.subarray(0, saltLength),
  hash: value.subarray(saltLength),
});

const ASP_NET_DIGESTS = ["sha1", "sha256", "sha512"] as const;

/** A marker, and as big-endian numbers of 32 bits the digest, the iterations and the length of the salt. */
export function aspNet(value: Buffer): ImportedHash {
  const digest = ASP_NET_DIGESTS[value.readUInt32BE(1)];
  if (digest === undefined) throw new kinds.HashRejected(text("import.hash.format"));
  return kinds.pbkdf2(digest, value.readUInt32BE(5), saltAndHash(value.subarray(13), value.readUInt32BE(9)));
}

export const PHPASS = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Four characters for three bytes, the lowest bits first. */
export function phpassBytes(text: string): Buffer {
  const bits = [...text].map((character) => PHPASS.indexOf(character));
  const bytes = Array.from({ length: 16 }, (_, index) => {
    const [at, shift] = [Math.floor((index * 8) / 6), (index * 8) % 6];
    return ((bits[at]! >> shift) | (bits[at + 1]! << (6 - shift))) & 0xff;
  });
  return Buffer.from(bytes);
}
