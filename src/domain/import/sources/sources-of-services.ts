import * as z from "zod";
import { text } from "../../../texts/translate.js";
import { now } from "../../../lib/clock.js";
import { auth0Hash } from "./former-hashes.js";
import { keycloakHash, keycloakPerson } from "./keycloak.js";
import type { FormerIdentity } from "./imported-person.js";
import { identitiesIn, textsIn } from "./roles-and-identities.js";
import { carriedFactor, totpKey, type FormerFactor } from "./second-factors.js";
import { lostOf, personIn, type Source } from "./source.js";
import { RowRejected, type SourceRow } from "./source-row.js";

/** The second factors that a file for Auth0's bulk import has, or the names of those that an export has. */
const MFA_FACTORS = z.array(z.looseObject({ totp: z.looseObject({ secret: z.string() }).optional() }));

/** @throws RowRejected */
function auth0Factor(row: SourceRow): FormerFactor | null {
  const parsed = MFA_FACTORS.safeParse(row.value("mfa_factors") ?? []);
  if (!parsed.success) throw new RowRejected(text("import.row.unreadable", { field: "mfa_factors" }));
  const keys = parsed.data.flatMap(({ totp }) => totp?.secret ?? []);
  const hasFactors = row.has("multifactor") || parsed.data.length > 0;
  if (!hasFactors) return null;
  return { key: keys[0] === undefined ? null : totpKey(keys[0]), hasOthers: parsed.data.length > 1 };
}

/** The exports of services like this one. */
export const SERVICES = {
  /** The columns of `export users`, and `password_hash`. */
  authdock: {
    hasHashes: true,
    ignored: [],
    hash: (row) => row.text("password_hash"),
    person: (row) => ({
      ...personIn(row),
      isEmailVerified: row.time("email_verified_at") !== null || row.isTrue("email_verified"),
      mustChangePassword: row.isTrue("password_must_change"),
      status: row.text("status"),
      role: row.text("role"),
    }),
  },
  /** One line for each of `users` in the export of a realm. */
  keycloak: {
    hasHashes: true,
    ignored: ["totp", "disableableCredentialTypes", "notBefore", "access"],
    hash: keycloakHash,
    person: (row) => ({
      ...personIn(row, { first: ["firstName"], last: ["lastName"], full: ["username"] }),
      createdAt: row.time("createdTimestamp"),
      ...keycloakPerson(row),
    }),
  },
  /** The export of users, or the hashes that Auth0's support adds. */
  auth0: {
    hasHashes: false,
    ignored: ["_tmp_is_unique", "tenant", "connection", "updated_at", "picture", "last_ip", "logins_count"],
    hash: auth0Hash,
    person: (row) => ({
      ...personIn(row, { id: ["user_id", "_id", "Id"], lastSignIn: ["last_login"] }),
      isEmailVerified: row.isTrue("email_verified", "Email Verified"),
      isActive: !row.isTrue("blocked"),
      ...carriedFactor(auth0Factor(row)),
      // the others are the account itself
      formerIdentities: identitiesIn(row.value("identities")).filter(({ provider }) => provider !== "auth0"),
    }),
  },
  /** The table `auth.users` (supabase/auth, `migrations`), whose metadata has the names. */
  supabase: {
    hasHashes: true,
    ignored: [
      ...["instance_id", "aud", "role", "updated_at", "invited_at", "is_sso_user", "is_anonymous"],
      ...["confirmation_token", "confirmation_sent_at", "recovery_token", "recovery_sent_at", "confirmed_at"],
      ...["raw_app_meta_data.provider", "raw_user_meta_data.sub", "raw_user_meta_data.provider_id"],
      ...["raw_user_meta_data.iss", "raw_user_meta_data.email", "raw_user_meta_data.email_verified"],
      ...["raw_user_meta_data.phone_verified", "raw_user_meta_data.avatar_url", "raw_user_meta_data.picture"],
    ],
    rowOf: (record) => record.parsed("raw_user_meta_data", "raw_app_meta_data"),
    hash: (row) => row.text("encrypted_password"),
    person: (row) => ({
      ...personIn(row, {
        first: ["raw_user_meta_data.first_name", "raw_user_meta_data.given_name"],
        last: ["raw_user_meta_data.last_name", "raw_user_meta_data.family_name"],
        full: ["raw_user_meta_data.full_name", "raw_user_meta_data.name"],
      }),
      isEmailVerified: row.time("email_confirmed_at") !== null,
      isActive: row.time("deleted_at") === null && (row.time("banned_until") ?? 0) <= now(),
      blockedUntil: row.has("deleted_at") ? null : row.time("banned_until"),
      formerRoles: row.isTrue("is_super_admin") ? ["super_admin"] : [],
      formerIdentities: row.has("identities")
        ? identitiesIn(row.value("identities"))
        : supabaseIdentities(row),
    }),
  },
  /** The CSV of the dashboard. */
  clerk: {
    hasHashes: true,
    ignored: ["password_hasher", "unverified_email_addresses"],
    hash: (row) => row.text("password_digest"),
    person: (row) => {
      const person = personIn(row, { email: ["primary_email_address"], full: ["username"] });
      const verified = row.text("verified_email_addresses") ?? "";
      return {
        ...person,
        isEmailVerified: verified.split(/[,|;\s]+/).includes(person.email),
      };
    },
  },
  /** A file with the columns of `get-csv-header`. */
  cognito: {
    hasHashes: false,
    ignored: ["updated_at"],
    person: (row) => ({
      ...personIn(row, { id: ["sub", "cognito:username"] }),
      isEmailVerified: row.isTrue("email_verified"),
      lost: lostOf({ "second factor": row.isTrue("cognito:mfa_enabled") }),
    }),
  },
  /** The report of users. */
  okta: {
    hasHashes: false,
    ignored: [],
    person: (row) => ({
      ...personIn(row, {
        email: ["email", "login"],
        first: ["firstName"],
        last: ["lastName"],
        created: ["created"],
        lastSignIn: ["lastLogin"],
      }),
      isActive: !/^(SUSPENDED|DEPROVISIONED|LOCKED_OUT)$/.test(row.text("status") ?? ""),
    }),
  },
} satisfies Record<string, Source>;

/** Without the table `auth.identities` only the providers are known: people can change their `raw_user_meta_data` themselves. */
const supabaseIdentities = (row: SourceRow): FormerIdentity[] =>
  textsIn(row.value("raw_app_meta_data.providers"))
    .filter((name) => !["email", "phone"].includes(name))
    .map((provider) => ({ provider, subject: null }));
