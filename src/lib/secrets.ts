import { hash, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import { customAlphabet } from "nanoid";

/** Prefixes identify a leaked token for people and secret scanners. */
export const PERSONAL_TOKEN = "adk_pat_";
export const ACCESS_TOKEN = "adk_at_";
export const REFRESH_TOKEN = "adk_rt_";
export const AUTHORIZATION_CODE = "adk_ac_";
export const DEVICE_CODE = "adk_dc_";
export const PUSHED_REQUEST = "adk_pr_";
export const CLIENT_SECRET = "adk_cs_";
/** Of a directory that provisions an organisation. */
export const SCIM_TOKEN = "adk_st_";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BODY_LENGTH = 43; // 256 bits: 62 to the power of 43 is more than 2 to the power of 256
const CHECKSUM_LENGTH = 6; // 32 bits in base62

/** Takes random bytes in larger portions, because one call of the system's generator costs as much as a short query. */
const randomBody = customAlphabet(ALPHABET, BODY_LENGTH);

/** CRC32 in base62. Uses plain numbers for speed, because it runs on every request. */
function checksum(text: string): string {
  let digits = "";
  for (let rest = crc32(text); digits.length < CHECKSUM_LENGTH; rest = Math.floor(rest / 62))
    digits = ALPHABET[rest % 62]! + digits;
  return digits;
}

/** A token of 256 random bits: prefix, body, CRC32, all base62. */
export function generateToken(prefix: string): string {
  const text = prefix + randomBody();
  return text + checksum(text);
}

/** Whether the text is a token with this prefix and a right checksum. Needs no query. */
export function isWellFormedToken(text: string, prefix: string): boolean {
  if (!text.startsWith(prefix) || text.length !== prefix.length + BODY_LENGTH + CHECKSUM_LENGTH) return false;
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** Whether the text has the form of an access token: opaque with a right checksum, or a JWT (RFC 9068). Needs no query. */
export const isAccessToken = (text: string): boolean => isWellFormedToken(text, ACCESS_TOKEN) || isJwt(text);

/** Whether the text has the form of a signed JWT. */
export const isJwt = (text: string): boolean => /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(text);

/**
 * SHA-256 as 32 bytes, the only form in which a credential is stored. They are copied into Node's pool of bytes, because a
 * buffer of their own takes longer to make than the hash.
 */
export const sha256 = (text: string): Buffer => Buffer.from(hash("sha256", text, "binary"), "binary");

/** `sha256` in hexadecimal digits. */
export const sha256Hex = (text: string): string => hash("sha256", text, "hex");

/** `sha256` of bytes. */
export const sha256OfBytes = (bytes: Buffer): Buffer => hash("sha256", bytes, "buffer");

/** Compares in constant time; texts of different lengths are unequal. */
export function equalsInConstantTime(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}

/** A password that can be typed: 20 characters without similar ones, 116 bits. */
export const generatePassword = customAlphabet(
  "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789",
  20,
);
