import * as z from "zod";
import { text } from "../../../texts/translate.js";
import { phc } from "../../../lib/passwords/imported-hashes.js";
import type { HashKey } from "./hash-key.js";
import { fusionAuthHash, logtoHash } from "./platform-hashes.js";
import { readPasskeys } from "./former-passkeys.js";
import { factorsOfLogto, passkeysOfKratos } from "./platform-factors.js";
import { carriedFactor, totpKey, type FormerFactor } from "./second-factors.js";
import { identitiesIn, textsIn } from "./roles-and-identities.js";
import { lostOf, personIn, type Source } from "./source.js";
import { RowRejected, type SourceRow } from "./source-row.js";

const VERIFIED = z.array(z.looseObject({ value: z.string(), verified: z.boolean() }));
const REGISTRATIONS = z.array(
  z.looseObject({ applicationId: z.string(), roles: z.array(z.string()).optional() }),
);
const LINKS = z.array(z.looseObject({ configId: z.string(), externalUserId: z.string() }));
const SOCIAL = z.record(z.string(), z.looseObject({ userId: z.string() }));

/** Platforms that hand out their accounts as JSON documents. */
export const PLATFORMS = {
  /** `firebase auth:export users.json` (`accountExporter.ts` of firebase-tools, which leaves second factors out). */
  firebase: {
    hasHashes: true,
    key: { scheme: "firebase", isRequired: true },
    ignored: ["photoUrl", "salt"],
    hash: (row, { key = null }) => firebaseHash(row, key),
    person: (row) => {
      return {
        ...personIn(row, {
          ...{ id: ["localId"], full: ["displayName"], created: ["createdAt"] },
          lastSignIn: ["lastSignedInAt"],
        }),
        isEmailVerified: row.isTrue("emailVerified"),
        isActive: !row.isTrue("disabled"),
        // the others are the account itself
        formerIdentities: identitiesIn(row.value("providerUserInfo")).filter(
          ({ provider }) => !["password", "phone"].includes(provider),
        ),
        lost: lostOf({ "second factor": row.has("mfaInfo"), roles: row.has("customAttributes") }),
      };
    },
  },
  /** What the API of users has (docs.logto.io, user-migration), or the table `users` (`tables/users.sql`). */
  logto: {
    hasHashes: true,
    ignored: ["tenant_id", "avatar", "applicationId", "updatedAt", "hasPassword"],
    hash: (row) =>
      logtoHash(
        row.text("passwordDigest", "passwordEncrypted", "password_encrypted"),
        row.text("passwordAlgorithm", "passwordEncryptionMethod", "password_encryption_method"),
      ),
    person: (row) => {
      const { passkeys: found, hasOthers } = factorsOfLogto(row);
      const { passkeys, lost } = readPasskeys(found);
      return {
        ...personIn(row, {
          email: ["primaryEmail", "primary_email"],
          first: ["profile.givenName", "given_name"],
          last: ["profile.familyName", "family_name"],
          full: ["name", "username"],
          lastSignIn: ["lastSignInAt", "last_sign_in_at"],
        }),
        // Logto has only addresses that were verified
        isEmailVerified: true,
        isActive: !row.isTrue("isSuspended", "is_suspended"),
        passkeys,
        lost: [
          ...lost,
          ...lostOf({
            "second factor": hasOthers,
            identities: row.has("ssoIdentities"),
          }),
        ],
        formerRoles: [...textsIn(row.value("roles")), ...textsIn(row.value("role_names"))],
        formerIdentities: Object.entries(read(SOCIAL, row, "identities") ?? {}).map(
          ([provider, { userId }]) => ({
            provider,
            subject: userId,
          }),
        ),
      };
    },
  },
  /** The export of an instance or a file for its import (`proto/zitadel/v1.proto`, `DataHumanUser`). */
  zitadel: {
    hasHashes: true,
    ignored: [],
    hash: zitadelHash,
    person: (row) => ({
      ...personIn(row, {
        id: ["userId", "user_id"],
        email: ["user.email.email"],
        first: ["user.profile.firstName", "user.profile.first_name"],
        last: ["user.profile.lastName", "user.profile.last_name"],
        full: ["user.profile.displayName", "user.userName", "user.user_name"],
      }),
      locale: row.text("user.profile.preferredLanguage", "user.profile.preferred_language"),
      isEmailVerified: row.isTrue("user.email.isEmailVerified", "user.email.is_email_verified"),
      mustChangePassword: row.isTrue("user.passwordChangeRequired", "user.password_change_required"),
      ...carriedFactor(zitadelFactor(row)),
      formerIdentities: (read(LINKS, row, "user.idps") ?? []).map(({ configId, externalUserId }) => ({
        provider: configId,
        subject: externalUserId,
      })),
    }),
  },
  /** Users with the fields of its import (fusionauth.io/docs/apis/users#import-users). */
  fusionauth: {
    hasHashes: true,
    ignored: [
      ...["breachedPasswordStatus", "lastUpdateInstant", "passwordLastUpdateInstant"],
      ...["tenantId", "uniqueUsername", "usernameStatus", "verifiedInstant", "connectorId", "imageUrl"],
    ],
    hash: (row) =>
      fusionAuthHash({
        scheme: row.text("encryptionScheme"),
        factor: Number(row.text("factor")),
        salt: row.text("salt") ?? "",
        hash: row.text("password"),
      }),
    person: (row) => ({
      ...personIn(row, {
        ...{ first: ["firstName"], last: ["lastName"], full: ["fullName", "username"] },
        ...{ created: ["insertInstant"], lastSignIn: ["lastLoginInstant"] },
      }),
      isEmailVerified: row.isTrue("verified"),
      isActive: row.value("active") === undefined || row.isTrue("active"),
      mustChangePassword: row.isTrue("passwordChangeRequired"),
      lost: lostOf({
        "second factor": row.isTrue("twoFactorEnabled") || row.has("twoFactor.methods"),
        identities: row.has("identityProviders"),
        roles: row.has("memberships"),
      }),
      formerRoles: (read(REGISTRATIONS, row, "registrations") ?? []).flatMap(
        ({ applicationId, roles = [] }) => roles.map((role) => `${applicationId}:${role}`),
      ),
    }),
  },
  /** Identities of Ory Kratos with their credentials (`identity/identity.go`, `include_credential=password&include_credential=passkey`). */
  ory: {
    hasHashes: true,
    ignored: [
      ...["schema_id", "schema_url", "state_changed_at", "updated_at", "recovery_addresses"],
      ...["credentials.password", "credentials.oidc", "credentials.passkey"],
      ...["organization_id", "available_aal"],
    ],
    hash: (row) => row.text("credentials.password.config.hashed_password"),
    person: (row) => {
      // the schema of the traits is the operator's
      const name = row.at("traits.name");
      const person = personIn(row, {
        ...{ email: ["traits.email"], full: [typeof name === "string" ? "traits.name" : "traits.username"] },
        first: ["traits.name.first", "traits.first_name", "traits.given_name"],
        last: ["traits.name.last", "traits.last_name", "traits.family_name"],
      });
      const addresses = read(VERIFIED, row, "verifiable_addresses") ?? [];
      const { passkeys, lost } = readPasskeys(passkeysOfKratos(row));
      return {
        ...person,
        isEmailVerified: addresses.some(({ value, verified }) => verified && value === person.email),
        isActive: (row.text("state") ?? "active") === "active",
        passkeys,
        lost: [
          ...lost,
          ...lostOf({
            // `webauthn` asks neither for verification of the user nor for a credential that is offered by itself
            "second factor": ["totp", "lookup_secret", "webauthn"].some((kind) =>
              row.has(`credentials.${kind}`),
            ),
            passkeys: row.has("credentials.passkey") && !row.has("credentials.passkey.config"),
            identities: row.has("credentials.saml"),
          }),
        ],
        formerIdentities: identitiesIn(row.value("credentials.oidc.config.providers")),
      };
    },
  },
} satisfies Record<string, Source>;

/** @throws RowRejected for a value in another form */
function read<T>(schema: z.ZodType<T>, row: SourceRow, name: string): T | null {
  if (!row.has(name)) return null;
  const parsed = schema.safeParse(row.value(name));
  if (!parsed.success) throw new RowRejected(text("import.row.unreadable", { field: name }));
  return parsed.data;
}

/** scrypt with the salt and the separator of the project; only the default algorithm is handed out. */
function firebaseHash(row: SourceRow, key: HashKey | null): string | null {
  const [stored, salt] = [row.text("passwordHash"), row.text("salt") ?? ""];
  const scrypt = key?.scrypt ?? null;
  if (stored === null || key === null || scrypt === null) return stored;
  const { saltSeparator, rounds, memoryCost } = scrypt;
  const hash = Buffer.from(stored, "base64");
  if (hash.length !== Buffer.from(key.secret, "base64").length)
    throw new RowRejected(text("import.row.key_length"));
  const bytes = { salt: Buffer.concat([Buffer.from(salt, "base64"), saltSeparator]), hash };
  return phc("scrypt", { ln: memoryCost, r: rounds, p: 1 }, bytes);
}

function zitadelFactor(row: SourceRow): FormerFactor | null {
  const key = row.text("user.otpCode", "user.otp_code");
  return key === null ? null : { key: totpKey(key) };
}

/** Older exports have the hash as text; a password in plain text is refused. */
function zitadelHash(row: SourceRow): string | null {
  if (row.has("user.password")) throw new RowRejected(text("import.row.plain_password"));
  return row.text(
    ...["user.hashedPassword.value", "user.hashed_password.value", "user.hashedPassword"],
    "user.hashed_password",
  );
}
