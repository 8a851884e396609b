import { HOUR, now } from "../../lib/clock.js";
import { noSoonerThan } from "../../lib/constant-time-response.js";
import { countAttempt } from "../../lib/counters/counters.js";
import { ActionForbidden } from "../../lib/failures.js";
import { sha256 } from "../../lib/secrets.js";
import { listedTimezone } from "../../lib/timezones.js";
import { DEFAULT_LOCALE, text } from "../../texts/translate.js";
import { DEFAULT_ROLE } from "../../models/role.js";
import { eachText } from "../../models/account-fields.js";
import type { NewPublicUser } from "../../models/public-user.js";
import { normalizeEmail, User } from "../../models/user.js";
import {
  assertEmailFits,
  assertEmailIsFree,
  createAccount,
  EmailTaken,
  findAccountByEmail,
  lockAccount,
} from "../accounts/accounts.js";
import { recordOwnActivity } from "../audit/record.js";
import { revokeAccess } from "../credentials/revoke-user-access.js";
import { sendVerificationMail } from "./email-verification.js";
import { linkTo } from "../mail/links.js";
import { mayMailAgain } from "../mail/mail-pacing.js";
import { queueNotice } from "../mail/notices.js";
import { inContext, type Context, type DomainCall, type DomainCallWithSettings } from "../context.js";
import { assertNewPassword } from "../passwords/password-policy.js";
import { roleByName } from "../access/assignable-roles.js";
import type { Services } from "../services.js";
import type { SettingsSnapshot } from "../settings/settings.js";

export class RegistrationDisabled extends ActionForbidden {
  constructor() {
    super(text("failure.registration_disabled"));
  }
}

export interface Registration {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  password_confirmation: string;
  /** The language of the account. */
  locale?: string;
  /** The time zone of the browser. The service's own applies if it is missing or unknown. */
  timezone?: string;
}

/** A registration whose address must be verified first, for the browser that made it. It holds a password hash. */
export interface PendingRegistration {
  /** Made up if the address was taken. */
  userId: string;
  account: Hashed;
}

/** Corrections of the address, each of which sends a mail. */
const CORRECTIONS = { name: "registration-address", limit: 6, windowMs: HOUR };

/**
 * Milliseconds after which the answer is sent once the hash is computed, whether an account was created or an owner
 * notified.
 */
const WRITE_TIME = 100;

/**
 * Registers an account with the role `user`, for either surface. If the address must be verified first, the answer
 * and its time don't reveal whether it is taken: the owner gets a mail instead. Otherwise a taken address is an error
 * of its field.
 * @param grant creates the access of the new account, a token or a session. Not called if the address must be
 * verified first.
 * @returns the account, and its access or the registration that waits for verification; for a taken address the
 * account is made up
 * @throws RegistrationDisabled, ValidationFailed, EmailTaken, ServiceBusy, TooManyAttempts
 */
export async function registerAccount<Access>(
  call: DomainCall,
  registration: Registration,
  grant: (context: Context, user: User) => Promise<Access>,
): Promise<{ user: User } & ({ access: Access } | { access: null; pending: PendingRegistration })> {
  const { services, origin } = call;
  const settings = call.settings ?? (await services.settings.read());
  const known = { services, origin, settings };
  await assertAcceptable(settings, registration);
  assertEmailFits(registration.email);
  const isDiscreet = settings.get("auth.email_verification");
  if (!isDiscreet) await assertEmailIsFree(services.knex, registration.email);
  const account = await newAccount(known, registration);
  if (isDiscreet) {
    const user = await noSoonerThan(WRITE_TIME, () => addDiscreetly(known, account));
    return { user, access: null, pending: { userId: user.id, account } };
  }
  return inContext(known, async (context) => {
    const user = await addAccount(context, account);
    return { user, access: await grant(context, user) };
  });
}

/**
 * Registers the same person again with another address: the former account is deleted, so that its link stops working.
 * Neither the answer nor its time reveals whether either address is taken.
 * @throws RegistrationDisabled, ValidationFailed, ServiceBusy, TooManyAttempts
 */
export async function correctAddress(
  call: DomainCallWithSettings,
  { userId, account: former }: PendingRegistration,
  email: string,
): Promise<PendingRegistration> {
  if (!call.settings.get("auth.registration")) throw new RegistrationDisabled();
  assertEmailFits(email);
  await countCorrection(call, former);
  return noSoonerThan(WRITE_TIME, async () => {
    await withdraw(call, userId);
    const account = { ...former, email };
    const user = await addDiscreetly(call, account);
    return { userId: user.id, account };
  });
}

/** The registration is known by the hash of its password, which has a random salt. @throws TooManyAttempts, ServiceBusy */
const countCorrection = ({ services }: DomainCall, { password }: Hashed): Promise<void> =>
  countAttempt(
    services.counters,
    CORRECTIONS,
    `${CORRECTIONS.name}:${sha256(password!).toString("base64url")}`,
  );

/** Deletes the account of a registration, unless it was verified, used or changed since. */
async function withdraw(call: DomainCall, userId: string): Promise<void> {
  await inContext(call, async (context) => {
    const user = await lockAccount(context.trx, userId);
    if (user?.version !== 1 || user.email_verified_at !== null || user.last_login_at !== null) return;
    await user.$query(context.trx).patch({ deleted_at: now() });
    await revokeAccess(context.trx, userId);
    await recordOwnActivity(context, "user_deleted", userId);
  });
}

/** Whether the account of a registration is verified; for a made-up account never. */
export async function isRegistrationVerified(
  { rows }: Pick<Services, "rows">,
  { userId }: PendingRegistration,
): Promise<boolean> {
  const row = await rows.one("select id from users where id = ? and email_verified_at is not null", [userId]);
  return row !== undefined;
}

/** Adds the account, or notifies the owner of a taken address. @returns the account, made up if the address is taken */
async function addDiscreetly(call: DomainCallWithSettings, account: Hashed): Promise<User> {
  const isTaken = (await findAccountByEmail(call.services.knex, account.email)) !== undefined;
  const added = isTaken ? null : await tryToAdd(call, account);
  if (added === null) await notifyOwner(call, account.email);
  return added ?? fakeAccount(account);
}

/** @returns null when another request took the address in a race */
async function tryToAdd(call: DomainCall, account: Hashed): Promise<User | null> {
  try {
    return await inContext(call, (context) => addAccount(context, account));
  } catch (error) {
    if (error instanceof EmailTaken) return null;
    throw error;
  }
}

/** The made-up account in the answer for a taken address, with the values of a new one. */
function fakeAccount(account: Hashed): User {
  const { first_name, last_name, email, timezone = "UTC", locale = DEFAULT_LOCALE } = account;
  const user = new User();
  const columns = { first_name, last_name, email: normalizeEmail(email), locale, timezone };
  Object.assign(user, { ...columns, ...UNTOUCHED } satisfies NewPublicUser);
  user.$beforeInsert();
  return user;
}

/** The columns that a registration leaves to the database. */
const UNTOUCHED = {
  ...eachText(() => ""),
  avatar: null,
  email_verified_at: null,
  password_must_change: false,
  two_factor_confirmed_at: null,
  two_factor_required_at: null,
  two_factor_lost: false,
  passkey_count: 0,
};

async function assertAcceptable(settings: SettingsSnapshot, registration: Registration): Promise<void> {
  if (!settings.get("auth.registration")) throw new RegistrationDisabled();
  await assertNewPassword(registration.password, registration.password_confirmation, settings);
}

type Hashed = Parameters<typeof createAccount>[1];

async function newAccount(
  { services, origin, settings }: DomainCallWithSettings,
  registration: Registration,
): Promise<Hashed> {
  const { password, password_confirmation: _confirmed, timezone: proposed = "", ...person } = registration;
  const role = roleByName(await services.authority.current(), DEFAULT_ROLE);
  return {
    ...person,
    timezone: listedTimezone(proposed) ?? settings.get("general.timezone"),
    password: await services.passwords.hash(password, origin.ip),
    roleId: role.id,
  };
}

/** @throws EmailTaken */
async function addAccount(context: Context, account: Hashed): Promise<User> {
  const user = await createAccount(context.trx, account);
  await recordOwnActivity(context, "registered", user.id);
  if (context.settings.get("auth.email_verification")) await sendVerificationMail(context, user);
  return user;
}

/**
 * Notifies the owner at most once an hour. If the counter isn't available no mail is sent: an error would reveal the
 * account.
 */
async function notifyOwner({ services, settings }: DomainCallWithSettings, email: string): Promise<void> {
  const canNotify = await mayMailAgain(services, "email_taken", email, HOUR).catch(() => false);
  const holder = canNotify && (await findAccountByEmail(services.knex, email));
  if (!holder) return;
  const url = linkTo(services, "login");
  await queueNotice({ services, trx: services.knex, settings }, holder, { kind: "email_taken", url });
}
