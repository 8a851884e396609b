import { createGuardrails, ScureBase32Plugin } from "otplib";
import { jsonIn } from "../../../lib/text/json.js";
import { MIN_KEY_BYTES } from "../../two-factor/two-factor.js";
import type { ImportedPerson } from "./imported-person.js";

const base32 = new ScureBase32Plugin();
const { MAX_SECRET_BYTES } = createGuardrails();

/**
 * The key of an authenticator app as this service stores it, in base32.
 * @param given base32, or an address `otpauth://totp/…`
 * @returns null for a key whose codes this service can't check
 */
export function totpKey(given: string): string | null {
  const text = given.trim();
  if (text.startsWith("otpauth:")) return keyInAddress(text);
  try {
    return totpKeyOf(base32.decode(text.replaceAll(/[\s=-]/g, "")));
  } catch {
    return null;
  }
}

/** The key as this service stores it; null for one that is too short or too long. */
export const totpKeyOf = (bytes: Uint8Array): string | null =>
  bytes.length < MIN_KEY_BYTES || bytes.length > MAX_SECRET_BYTES ? null : base32.encode(bytes);

/** How an application makes its codes; what it doesn't say is as usual. */
export interface CodeForm {
  algorithm?: string | undefined;
  digits?: number | string | undefined;
  period?: number | string | undefined;
}

/** Whether this service can check the codes. */
export const isUsualCode = ({ algorithm, digits, period }: CodeForm): boolean =>
  /^(Hmac)?SHA-?1$/i.test(algorithm ?? "SHA1") && Number(digits ?? 6) === 6 && Number(period ?? 30) === 30;

/** https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
function keyInAddress(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { hostname, searchParams } = new URL(address);
  const secret = searchParams.get("secret");
  if (hostname !== "totp" || secret === null || secret.startsWith("otpauth:")) return null;
  return isUsualCode(Object.fromEntries(searchParams)) ? totpKey(secret) : null;
}

/** Shorter codes could be guessed. */
const SHORTEST_CODE = 8;
const LONGEST_CODE = 64;
const MOST_CODES = 50;

/** Whether this service can accept them all. */
const areRecoveryCodes = (codes: readonly string[]): boolean =>
  codes.length <= MOST_CODES &&
  codes.every((code) => /^[\w -]+$/.test(code) && code.length <= LONGEST_CODE && isLong(code));

const isLong = (code: string): boolean => code.replaceAll(/[^a-z0-9]/gi, "").length >= SHORTEST_CODE;

/** The recovery codes in a list, a JSON text of one, or a text with blanks or commas between them. */
export function recoveryCodesIn(value: unknown): string[] {
  const list = typeof value === "string" ? (jsonIn(value) ?? value.split(/[\s,]+/)) : value;
  return Array.isArray(list) ? list.filter(isCode) : [];
}

const isCode = (code: unknown): code is string => typeof code === "string" && code !== "";

/** A second factor that the account has there. */
export interface FormerFactor {
  /** Null when this service can't check its codes. */
  key: string | null;
  recoveryCodes?: readonly string[];
  /** Whether it has recovery codes, of which only hashes are known. */
  hasHashedCodes?: boolean;
  /** Whether there are others, which aren't carried. */
  hasOthers?: boolean;
}

/** What of it is carried. @param factor null for an account without one */
export function carriedFactor(
  factor: FormerFactor | null,
): Pick<ImportedPerson, "totpKey" | "recoveryCodes" | "lost"> {
  if (factor === null) return { totpKey: null, recoveryCodes: [], lost: [] };
  const { key, recoveryCodes = [], hasHashedCodes = false, hasOthers = false } = factor;
  const codes = key !== null && areRecoveryCodes(recoveryCodes) ? [...recoveryCodes] : [];
  return {
    totpKey: key,
    recoveryCodes: codes,
    lost: [
      ...(key === null ? (["second factor"] as const) : []),
      ...(key !== null && hasOthers ? (["other second factors"] as const) : []),
      ...(hasHashedCodes || codes.length < recoveryCodes.length ? (["recovery codes"] as const) : []),
    ],
  };
}
