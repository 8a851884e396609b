import type { Knex } from "knex";
import { HOUR } from "../../lib/clock.js";
import { countAttempt } from "../../lib/counters/counters.js";
import { ValidationFailed } from "../../lib/failures.js";
import { text, type Locale } from "../../texts/translate.js";
import { ACCOUNT_FIELDS, PREFERENCE_FIELDS, type OwnersField } from "../../models/account-fields.js";
import { normalizeEmail, type User } from "../../models/user.js";
import { ACTIVE } from "../accounts/account-status.js";
import { assertEmailFits, lockAccount } from "../accounts/accounts.js";
import { recordOwnActivity } from "../audit/record.js";
import { isVerificationOutstanding, sendPendingVerification } from "../registration/email-verification.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import { lockActiveActor, lockOwnAccount } from "../access/locks.js";
import { assertVersion, type VersionCheck } from "../access/user-rights.js";
import { inActorContext, type ActorContext, type ActorCall } from "../context.js";

const EMAIL_CHANGES = { name: "email-change", limit: 6, windowMs: HOUR };

/** Fields that users can change themselves. */
export interface OwnProfile extends Record<OwnersField, string> {
  locale: Locale;
}
type Columns = Partial<Pick<User, keyof OwnProfile | "pending_email">>;

/** Whether the address differs from the account's. */
export const isOtherAddress = (account: { email: string }, email: string): boolean =>
  normalizeEmail(email) !== account.email;

/**
 * Saves the profile. A new address stays pending until its link is used, and the current address is notified
 * immediately. Only a mail to the other account reveals that the new address is taken.
 * @param profile absent fields stay as they are
 * @param newEmail null keeps the address; the caller has confirmed the password
 * @throws ValidationFailed, VersionStale, TooManyAttempts, ServiceBusy; ActionForbidden when the account or its session
 * has ended
 */
export async function updateOwnProfile(
  call: ActorCall,
  profile: Partial<OwnProfile>,
  newEmail: string | null,
  versionCheck: VersionCheck = null,
): Promise<void> {
  const email = newEmail === null ? null : normalizeEmail(newEmail);
  if (email !== null) {
    assertEmailFits(email);
    await countEmailChange(call);
  }
  await inActorContext(call, async (context) => {
    const { services, settings } = context;
    const user = await (email === null ? lockOwnAccount(context) : lockActiveActor(context));
    assertVersion({ user }, versionCheck);
    assertKnown(user, profile);
    await writeProfile(context, user, email === null ? profile : { ...profile, pending_email: email });
    if (email === null) return;
    // an address that nobody has verified can be a stranger's
    if (!isVerificationOutstanding(user, settings)) {
      const url = linkTo(services, "profile");
      await queueNotice(context, user, { kind: "email_change_requested", values: { email }, url });
    }
    await sendPendingVerification(context, user, email);
  });
}

/** Changes only the language. It isn't recorded in the audit log. */
export async function chooseLocale(call: ActorCall, locale: Locale): Promise<void> {
  await inActorContext(call, async (context) => {
    const { trx } = context;
    const user = await lockOwnAccount(context);
    if (user.locale !== locale) await user.$query(trx).patch({ locale });
  });
}

/** Cancels a pending email change; its link stops working. */
export async function cancelEmailChange(call: ActorCall): Promise<void> {
  await inActorContext(call, async (context) => {
    const user = await lockOwnAccount(context);
    await writeProfile(context, user, { pending_email: null });
  });
}

/** Sends the link of the pending address again. @throws TooManyAttempts, ServiceBusy */
export async function resendEmailChange(call: ActorCall): Promise<void> {
  await countEmailChange(call);
  await inActorContext(call, async (context) => {
    const user = await lockAccount(context.trx, context.actor.id);
    if (user?.status !== ACTIVE || user.pending_email === null) return;
    await sendPendingVerification(context, user, user.pending_email);
  });
}

/** The pending address, or null. */
export async function pendingEmailOf(knex: Knex, userId: string): Promise<string | null> {
  const row = (await knex("users").where({ id: userId }).first("pending_email")) as Columns | undefined;
  return row?.pending_email ?? null;
}

/** Every change sends mails, also to addresses without an account. @throws TooManyAttempts, ServiceBusy */
const countEmailChange = ({ services, actor }: ActorCall): Promise<void> =>
  countAttempt(services.counters, EMAIL_CHANGES, `email-change:${actor.id}`);

/** The account keeps a value that is unknown by now, such as an old time zone. @throws ValidationFailed */
function assertKnown(user: User, profile: Partial<OwnProfile>): void {
  for (const name of PREFERENCE_FIELDS) {
    const value = profile[name];
    if (value !== undefined && value !== user[name] && !ACCOUNT_FIELDS[name].preference.isKnown(value))
      throw new ValidationFailed({ [name]: [text("validation.choice")] });
  }
}

/** Writes the fields that differ, if any. */
async function writeProfile(context: ActorContext, user: User, wanted: Columns): Promise<void> {
  const names = (Object.keys(wanted) as (keyof Columns)[]).filter((name) => wanted[name] !== user[name]);
  if (names.length === 0) return;
  const of = (source: Columns): Columns => Object.fromEntries(names.map((name) => [name, source[name]]));
  const changes = { before: of(user), after: of(wanted) };
  await user.$query(context.trx).patch(of(wanted));
  await recordOwnActivity(context, "profile_updated", user.id, changes);
}
