import type { Sentence } from "../../../texts/translate.js";
import type { PreferenceField } from "../../../models/account-fields.js";
import type { FormerPasskey } from "../../passkeys/imported-passkeys.js";

/** What an account can have elsewhere; the summary of an import counts each. */
export const KEPT = [
  "password",
  "verified email",
  "blocked",
  "last sign-in",
  "must change password",
  "second factor",
  "other second factors",
  "recovery codes",
  "passkeys",
  "identities",
  "roles",
  "own id",
] as const;
export type Kept = (typeof KEPT)[number];

/** Whether the account must set up a second factor, unless another one is carried. */
export const losesFactor = (lost: readonly Kept[]): boolean =>
  ["second factor", "recovery codes", "passkeys"].some((kind) => lost.includes(kind as Kept));

/** An account at a sign-in provider, as another application names it. */
export interface FormerIdentity {
  /** The name of the provider there, or its issuer. */
  provider: string;
  /** The provider's id of the account; null if the file doesn't have it. */
  subject: string | null;
}

/** An account at a configured provider. */
export interface CarriedIdentity {
  providerId: string;
  provider: string;
  subject: string;
}

/** An account of another application, in the terms of this service. */
export interface ImportedPerson extends Record<PreferenceField, string | null> {
  /** The id there. */
  formerId: string | null;
  /** The same, if it is kept as the id of the account here. */
  id: string | null;
  /** The id by which other applications know it, if that isn't the id here. */
  externalId: string | null;
  first_name: string;
  last_name: string;
  email: string;
  isEmailVerified: boolean;
  /** Milliseconds since the epoch; null if the file doesn't say. */
  createdAt: number | null;
  /** The last sign-in there, in milliseconds; null if the file doesn't say. */
  lastSignInAt: number | null;
  isActive: boolean;
  /** Why it isn't active, and when it will be again; null if the file doesn't say. */
  blockedBecause: string | null;
  blockedUntil: number | null;
  /** A status of this service, if the file names one. */
  status: string | null;
  /** A role of this service, if the file names one. */
  role: string | null;
  /** The roles there. */
  formerRoles: string[];
  /** The accounts at providers, and those of them whose provider is configured here. */
  formerIdentities: FormerIdentity[];
  identities: CarriedIdentity[];
  /** In the form of `parseImportedHash`; null without a password. */
  passwordHash: string | null;
  /** Why nobody can verify the hash in the file; null without one, and for one that is carried. */
  hashProblem: Sentence | null;
  mustChangePassword: boolean;
  /** The key of the authenticator app in base32; null without one that this service can use. */
  totpKey: string | null;
  /** Unused recovery codes. */
  recoveryCodes: string[];
  /** Those that could work in the domain of this service. */
  passkeys: FormerPasskey[];
  /** What the account has there and can't be carried. */
  lost: Kept[];
}

/** This service needs both names. Without them, the part of the address before the @ is used. */
export function namesOf(
  email: string,
  { first, last, full }: { first: string | null; last: string | null; full: string | null },
): { first_name: string; last_name: string } {
  if (first !== null && last !== null) return { first_name: first, last_name: last };
  const whole = [first, last].find((name) => name !== null) ?? full ?? email.split("@")[0]!;
  const words = whole.split(/\s+/);
  if (words.length === 1) return { first_name: whole, last_name: "-" };
  return { first_name: words.slice(0, -1).join(" "), last_name: words.at(-1)! };
}

/** What the account has there. */
export const keptBy = (person: ImportedPerson): Kept[] => {
  const had = new Set(person.lost);
  if (person.passwordHash !== null) had.add("password");
  if (person.isEmailVerified) had.add("verified email");
  if (person.mustChangePassword) had.add("must change password");
  if (person.totpKey !== null) had.add("second factor");
  if (person.recoveryCodes.length > 0) had.add("recovery codes");
  if (person.passkeys.length > 0) had.add("passkeys");
  if (person.role !== null || person.formerRoles.length > 0) had.add("roles");
  if (person.id !== null || person.externalId !== null) had.add("own id");
  if (person.identities.length > 0) had.add("identities");
  if (!person.isActive || person.status === "banned") had.add("blocked");
  if (person.lastSignInAt !== null) had.add("last sign-in");
  return [...had];
};
