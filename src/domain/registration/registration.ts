import type { Knex } from "knex";
import { inTransaction } from "../../database/transaction.js";
import { HOUR } from "../../lib/clock.js";
import { noSoonerThan } from "../../lib/constant-time-response.js";
import { ActionForbidden } from "../../lib/failures.js";
import { DEFAULT_LOCALE, text } from "../../texts/translate.js";
import { DEFAULT_ROLE } from "../../models/role.js";
import { normalizeEmail, User } from "../../models/user.js";
import {
  assertEmailFits,
  assertEmailIsFree,
  createAccount,
  EmailTaken,
  findAccountByEmail,
} from "../accounts/accounts.js";
import { recordOwnActivity } from "../audit/record.js";
import { sendVerificationMail } from "./email-verification.js";
import { linkTo } from "../mail/links.js";
import { mayMailAgain } from "../mail/mail-pacing.js";
import { queueNotice } from "../mail/notices.js";
import type { Origin } from "../audit/origin.js";
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
}

/** Milliseconds within which an account is written, or its holder told, once the hash is made. */
const WRITE_TIME = 100;

/**
 * Registers an account with the role `user`, for either surface. Where the address has to be verified first, nothing
 * tells whether it is taken: the answer and its time are those of a new account, and the holder gets a mail instead.
 * Otherwise a taken address is the error of its field.
 * @param grant what the surface gives to the new account: a token, a session. Not asked while the address is to be
 *   verified first.
 * @returns the account and its access, null when the address has to be verified first; the account of a taken address
 *   is made up
 * @throws RegistrationDisabled, ValidationFailed, EmailTaken, ServiceBusy, TooManyAttempts
 */
export async function registerAccount<Access>(
  services: Services,
  settings: SettingsSnapshot,
  registration: Registration,
  origin: Origin,
  grant: (trx: Knex.Transaction, user: User) => Promise<Access>,
): Promise<{ user: User; access: Access | null }> {
  await assertAcceptable(settings, registration);
  assertEmailFits(registration.email);
  if (settings.get("auth.email_verification"))
    return { user: await registerDiscreetly(services, settings, registration, origin), access: null };
  await assertEmailIsFree(services.knex, registration.email);
  const account = await newAccount(services, registration, origin);
  return inTransaction(services.knex, async (trx) => {
    const user = await addAccount(services, trx, settings, account, origin);
    return { user, access: await grant(trx, user) };
  });
}

/** The hash is made in either case. */
async function registerDiscreetly(
  services: Services,
  settings: SettingsSnapshot,
  registration: Registration,
  origin: Origin,
): Promise<User> {
  const account = await newAccount(services, registration, origin);
  return noSoonerThan(WRITE_TIME, async () => {
    const isTaken = (await findAccountByEmail(services.knex, registration.email)) !== undefined;
    const added = isTaken ? null : await tryToAdd(services, settings, account, origin);
    if (added === null) await tellHolder(services, settings, registration.email);
    return added ?? madeUp(account);
  });
}

/** @returns null when somebody else was faster */
async function tryToAdd(
  services: Services,
  settings: SettingsSnapshot,
  account: Hashed,
  origin: Origin,
): Promise<User | null> {
  try {
    return await inTransaction(services.knex, (trx) => addAccount(services, trx, settings, account, origin));
  } catch (error) {
    if (error instanceof EmailTaken) return null;
    throw error;
  }
}

/** An account that exists in one answer only, with what a new one has. */
function madeUp({ first_name, last_name, email, locale = DEFAULT_LOCALE }: Hashed): User {
  const user = new User();
  Object.assign(user, { first_name, last_name, email: normalizeEmail(email), locale, ...NEW_ACCOUNT });
  user.$beforeInsert();
  return user;
}

/** What the database fills in. */
const NEW_ACCOUNT = { timezone: "UTC", avatar: null, email_verified_at: null };

async function assertAcceptable(settings: SettingsSnapshot, registration: Registration): Promise<void> {
  if (!settings.get("auth.registration")) throw new RegistrationDisabled();
  await assertNewPassword(registration.password, registration.password_confirmation, settings);
}

type Hashed = Parameters<typeof createAccount>[1];

async function newAccount(services: Services, registration: Registration, { ip }: Origin): Promise<Hashed> {
  const { password, password_confirmation: _confirmed, ...person } = registration;
  const role = roleByName(await services.authority.current(), DEFAULT_ROLE);
  return { ...person, password: await services.passwords.hash(password, ip), roleId: role.id };
}

/** @throws EmailTaken */
async function addAccount(
  services: Services,
  trx: Knex.Transaction,
  settings: SettingsSnapshot,
  account: Hashed,
  origin: Origin,
): Promise<User> {
  const user = await createAccount(trx, account);
  await recordOwnActivity(trx, "registered", user.id, origin);
  if (settings.get("auth.email_verification")) await sendVerificationMail(services, trx, settings, user);
  return user;
}

/** At most once an hour. When that cannot be counted nobody is mailed: an error would tell that there is an account. */
async function tellHolder(services: Services, settings: SettingsSnapshot, email: string): Promise<void> {
  const mayTell = await mayMailAgain(services, "email_taken", email, HOUR).catch(() => false);
  const holder = mayTell && (await findAccountByEmail(services.knex, email));
  if (!holder) return;
  const url = linkTo(services, "login");
  await queueNotice(services, services.knex, settings, holder, { kind: "email_taken", url });
}
