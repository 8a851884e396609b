import { phc } from "../../lib/passwords/imported-hashes.js";
import { lostOf, personIn, type Source } from "./source.js";

/** The tables of applications that keep their accounts themselves. */
export const FRAMEWORKS = {
  /** The table `users`. */
  laravel: {
    hasHashes: true,
    ignored: ["remember_token", "updated_at", "two_factor_recovery_codes"],
    person: (row) => {
      // a setup in progress has no time; before Fortify 1.9 there was no column for it
      const isConfirmed =
        row.has("two_factor_confirmed_at") || !row.names.includes("two_factor_confirmed_at");
      return {
        ...personIn(row),
        isEmailVerified: row.time("email_verified_at") !== null,
        isActive: row.time("deleted_at") === null,
        passwordHash: row.text("password"),
        lost: lostOf({ "second factor": row.has("two_factor_secret") && isConfirmed }),
      };
    },
  },
  /** The table `user`, joined with `password` of the table `account`. */
  "better-auth": {
    hasHashes: true,
    ignored: ["updatedAt", "updated_at", "banExpires", "ban_expires"],
    person: (row) => ({
      ...personIn(row),
      isEmailVerified: row.isTrue("emailVerified", "email_verified"),
      isActive: !row.isTrue("banned"),
      passwordHash: betterAuthHash(row.text("password")),
      lost: lostOf({
        "second factor": row.isTrue("twoFactorEnabled", "two_factor_enabled"),
        roles: (row.text("role") ?? "user") !== "user",
      }),
    }),
  },
  /** The table of the model, without a pepper. */
  devise: {
    hasHashes: true,
    ignored: ["reset_password_token", "failed_attempts", "updated_at", "otp_secret", "unconfirmed_email"],
    person: (row) => ({
      ...personIn(row),
      isEmailVerified: row.time("confirmed_at") !== null,
      isActive: row.time("locked_at") === null,
      passwordHash: row.text("encrypted_password"),
      lost: lostOf({
        "second factor": row.isTrue("otp_required_for_login"),
        identities: row.has("provider") && row.has("uid"),
      }),
    }),
  },
  /** The table `auth_user` (`AbstractUser`), or the `fields` of `dumpdata` with `pk` as `id`. */
  django: {
    hasHashes: true,
    ignored: ["last_login"],
    person: (row) => ({
      ...personIn(row, { full: ["username"], created: ["date_joined"] }),
      isActive: row.value("is_active") === undefined || row.isTrue("is_active"),
      passwordHash: row.text("password"),
      lost: lostOf({
        roles:
          row.isTrue("is_staff") ||
          row.isTrue("is_superuser") ||
          row.has("groups") ||
          row.has("user_permissions"),
      }),
    }),
  },
  /** The table `wp_users`. */
  wordpress: {
    hasHashes: true,
    ignored: ["user_nicename", "user_activation_key", "user_status"],
    person: (row) => ({
      ...personIn(row, {
        ...{ id: ["ID"], email: ["user_email"], full: ["display_name", "user_login"] },
        created: ["user_registered"],
      }),
      passwordHash: row.text("user_pass"),
    }),
  },
} satisfies Record<string, Source>;

/** `salt:key`: scrypt of the NFKC form, whose salt is the text of the hexadecimal digits. */
function betterAuthHash(stored: string | null): string | null {
  const [, salt, key] = /^([0-9a-f]+):([0-9a-f]{128})$/.exec(stored ?? "") ?? [];
  if (salt === undefined || key === undefined) return stored;
  return phc(
    "scrypt-nfkc",
    { ln: 14, r: 16, p: 1 },
    { salt: Buffer.from(salt), hash: Buffer.from(key, "hex") },
  );
}
