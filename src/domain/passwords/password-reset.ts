import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import { MINUTE, now } from "../../lib/clock.js";
import { ActionForbidden } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { sha256 } from "../../lib/secrets.js";
import { ACTIVE } from "../accounts/account-status.js";
import { lockAccount } from "../accounts/accounts.js";
import { recordOwnActivity } from "../audit/record.js";
import { linkTo } from "../mail/links.js";
import { mailOnRequest } from "../mail/mail-pacing.js";
import { queueNotice } from "../mail/notices.js";
import { inContext, type Visitor } from "../context.js";
import { writeNewPassword } from "./own-password.js";
import { assertNewPassword } from "./password-policy.js";
import { revokeAccess } from "../credentials/revoke-user-access.js";

const LIFETIME = 60 * MINUTE;

/** The link is unknown, used or expired; the answer doesn't say which. */
export class ResetLinkInvalid extends ActionForbidden {
  constructor() {
    super(text("reset.invalid.intro"));
  }
}

export interface NewPassword {
  token: string;
  password: string;
  password_confirmation: string;
}

/** Queues a mail with a link if an active account has this address. @throws ServiceBusy */
export async function requestPasswordReset(visitor: Visitor, email: string): Promise<void> {
  await mailOnRequest(visitor, "reset_password", email, async (context, user) => {
    const expiresAt = now() + LIFETIME;
    const token = await issueResetToken(context.trx, user.id, expiresAt);
    const url = linkTo(context.services, "password.reset", { token });
    await queueNotice(context, user, { kind: "reset_password", url, expiresAt });
  });
}

/** @returns the token in clear, 256 random bits; only its hash is stored */
async function issueResetToken(trx: Knex.Transaction, userId: string, expiresAt: number): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await trx("password_resets").insert({
    token_hash: sha256(token),
    user_id: userId,
    expires_at: expiresAt,
    created_at: now(),
  });
  return token;
}

/** @returns the account whose password the token may set. @throws ResetLinkInvalid */
export async function assertResetLink(knex: Knex, token: string): Promise<string> {
  const row = (await activeLink(knex, token).first("user_id")) as { user_id: string } | undefined;
  if (!row) throw new ResetLinkInvalid();
  return row.user_id;
}

const activeLink = (knex: Knex, token: string) =>
  knex("password_resets")
    .where({ token_hash: sha256(token) })
    .where("expires_at", ">", now());

/**
 * Sets the password, once per link, and ends all sessions, tokens, challenges, other links and a pending email
 * change. It doesn't sign the user in, and the second factor stays as it is.
 * @throws ResetLinkInvalid; ValidationFailed on the password, after which the link still works; ServiceBusy
 */
export async function resetPassword(
  visitor: Visitor,
  { token, password, password_confirmation }: NewPassword,
): Promise<void> {
  const { services, origin } = visitor;
  const settings = visitor.settings ?? (await services.settings.read());
  const userId = await assertResetLink(services.knex, token);
  await assertNewPassword(password, password_confirmation, settings);
  const hash = await services.passwords.hash(password, origin.ip);
  await inContext({ services, origin, settings }, async (context) => {
    const { trx } = context;
    const account = await lockAccount(trx, userId);
    // one conditional delete, so that only one of several parallel resets wins
    const won = await activeLink(trx, token).del();
    if (won !== 1 || account?.status !== ACTIVE) throw new ResetLinkInvalid();
    await writeNewPassword(context, account, hash);
    const changes = { revoked: await revokeAccess(trx, userId) };
    await recordOwnActivity(context, "password_reset", userId, changes);
  });
}
