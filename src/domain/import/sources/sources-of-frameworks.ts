import { now } from "../../../lib/clock.js";
import { phc } from "../../../lib/passwords/imported-hashes.js";
import { decrypted, fromBetterAuth, fromLaravel } from "./encrypted-fields.js";
import { textsIn } from "./roles-and-identities.js";
import { carriedFactor, recoveryCodesIn, totpKey, totpKeyOf } from "./second-factors.js";
import { lostOf, personIn, type Source } from "./source.js";
import { SourceRow } from "./source-row.js";

/** The tables of applications that keep their accounts themselves. */
export const FRAMEWORKS = {
  /** The table `users`. */
  laravel: {
    hasHashes: true,
    ignored: ["remember_token", "updated_at"],
    hash: (row) => row.text("password"),
    person: (row, { secrets }) => {
      // a setup in progress has no time; before Fortify 1.9 there was no column for it
      const isConfirmed =
        row.has("two_factor_confirmed_at") || !row.names.includes("two_factor_confirmed_at");
      const plain = (name: string) => decrypted(row.text(name), secrets, fromLaravel);
      const [key, codes] = [plain("two_factor_secret"), plain("two_factor_recovery_codes")];
      return {
        ...personIn(row),
        isEmailVerified: row.time("email_verified_at") !== null,
        isActive: row.time("deleted_at") === null,
        formerRoles: [...textsIn(row.value("role")), ...textsIn(row.value("roles"))],
        ...carriedFactor(
          row.has("two_factor_secret") && isConfirmed
            ? {
                key: key === null ? null : totpKey(key),
                recoveryCodes: recoveryCodesIn(codes),
                hasHashedCodes: row.has("two_factor_recovery_codes") && codes === null,
              }
            : null,
        ),
      };
    },
  },
  /** The table `user`, joined with `password` of the table `account`, and the table `twoFactor`. */
  "better-auth": {
    hasHashes: true,
    ignored: ["updatedAt", "updated_at"],
    hash: (row) => betterAuthHash(row.text("password")),
    person: (row, { secrets }) => {
      const plain = (...names: string[]) => decrypted(row.text(...names), secrets, fromBetterAuth);
      const key = plain("twoFactorSecret", "two_factor_secret");
      const codes = plain("backupCodes", "backup_codes");
      const blockedUntil = row.time("banExpires", "ban_expires");
      const factor = {
        key: key === null ? null : betterAuthKey(key),
        recoveryCodes: recoveryCodesIn(codes),
        hasHashedCodes: codes === null && row.text("backupCodes", "backup_codes") !== null,
      };
      return {
        ...personIn(row),
        isEmailVerified: row.isTrue("emailVerified", "email_verified"),
        isActive: !row.isTrue("banned") || (blockedUntil !== null && blockedUntil <= now()),
        ...{ blockedUntil, blockedBecause: row.text("banReason", "ban_reason") },
        formerRoles: textsIn(row.value("role")).filter((role) => role !== "user"),
        ...carriedFactor(row.isTrue("twoFactorEnabled", "two_factor_enabled") ? factor : null),
      };
    },
  },
  /** The table of the model. A pepper is appended to the password (`lib/devise/encryptor.rb`). */
  devise: {
    hasHashes: true,
    key: { scheme: "devise", isRequired: false },
    ignored: [
      ...["reset_password_token", "failed_attempts", "updated_at", "unconfirmed_email", "consumed_timestep"],
      ...["encrypted_otp_secret", "encrypted_otp_secret_iv", "encrypted_otp_secret_salt"],
    ],
    hash: (row) => row.text("encrypted_password"),
    person: (row) => {
      // devise-two-factor; since its version 5 Rails encrypts the key
      const [key, hasHashedCodes] = [row.text("otp_secret"), row.has("otp_backup_codes")];
      const factor = { key: key === null ? null : totpKey(key), hasHashedCodes };
      const [provider, uid] = [row.text("provider"), row.text("uid")];
      const person = personIn(row, { lastSignIn: ["current_sign_in_at", "last_sign_in_at"] });
      return {
        ...person,
        isEmailVerified: row.time("confirmed_at") !== null,
        isActive: row.time("locked_at") === null,
        formerIdentities:
          provider === null || uid === null ? person.formerIdentities : [{ provider, subject: uid }],
        ...carriedFactor(row.isTrue("otp_required_for_login") ? factor : null),
      };
    },
  },
  /** The table `auth_user` (`AbstractUser`), or the records of `dumpdata` that have a password. */
  django: {
    hasHashes: true,
    ignored: [],
    rowOf: (record) => {
      const fields = record.value("fields");
      if (typeof fields !== "object" || fields === null) return record;
      return "password" in fields ? new SourceRow({ ...fields, id: record.value("pk") }) : null;
    },
    hash: (row) => row.text("password"),
    person: (row) => ({
      ...personIn(row, { full: ["username"], created: ["date_joined"], lastSignIn: ["last_login"] }),
      isActive: row.value("is_active") === undefined || row.isTrue("is_active"),
      formerRoles: [
        ...(row.isTrue("is_superuser") ? ["superuser"] : []),
        ...(row.isTrue("is_staff") ? ["staff"] : []),
        ...textsIn(row.value("groups")),
      ],
      lost: lostOf({ roles: row.has("user_permissions") }),
    }),
  },
  /**
   * The table `user` of Flask-Security, whose hashes are of an HMAC with `SECURITY_PASSWORD_SALT`, except with
   * `SECURITY_PASSWORD_SINGLE_HASH` (`flask_security/utils.py`, `get_hmac`).
   */
  "flask-security": {
    hasHashes: true,
    key: { scheme: "flask-security", isRequired: true },
    ignored: ["fs_uniquifier", "fs_token_uniquifier", "login_count", "update_datetime"],
    hash: (row) => row.text("password"),
    person: (row) => ({
      ...personIn(row, {
        ...{ full: ["username"], created: ["create_datetime"] },
        lastSignIn: ["current_login_at", "last_login_at"],
      }),
      isEmailVerified: row.time("confirmed_at") !== null,
      isActive: row.value("active") === undefined || row.isTrue("active"),
      lost: lostOf({
        "second factor": row.has("tf_primary_method") || row.has("tf_totp_secret"),
      }),
    }),
  },
  /** The table `wp_users`. */
  wordpress: {
    hasHashes: true,
    ignored: ["user_nicename", "user_activation_key", "user_status"],
    hash: (row) => row.text("user_pass"),
    person: (row) => ({
      ...personIn(row, {
        ...{ id: ["ID"], email: ["user_email"], full: ["display_name", "user_login"] },
        created: ["user_registered"],
      }),
    }),
  },
} satisfies Record<string, Source>;

/** The text itself is the key, unless better-auth has it from another application. */
const betterAuthKey = (text: string): string | null =>
  text.startsWith("base32:") ? totpKey(text.slice("base32:".length)) : totpKeyOf(Buffer.from(text));

/** `salt:key` (`crypto/password.ts`): scrypt of the NFKC form, whose salt is the text of the hexadecimal digits. */
function betterAuthHash(stored: string | null): string | null {
  const [, salt, key] = /^([0-9a-f]+):([0-9a-f]{128})$/.exec(stored ?? "") ?? [];
  if (salt === undefined || key === undefined) return stored;
  return phc(
    "scrypt-nfkc",
    { ln: 14, r: 16, p: 1 },
    { salt: Buffer.from(salt), hash: Buffer.from(key, "hex") },
  );
}
