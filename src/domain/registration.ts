import type { Knex } from "knex";
import { inTransaction } from "../database/transaction.js";
import { ActionForbidden } from "../lib/failures.js";
import { text } from "../lib/i18n/translate.js";
import { DEFAULT_ROLE } from "../models/role.js";
import type { User } from "../models/user.js";
import {
  assertEmailFits,
  assertEmailIsFree,
  createAccount,
  EmailTaken,
  findAccountByEmail,
} from "./accounts.js";
import { recordOwnActivity } from "./audit.js";
import { sendVerificationMail } from "./email-verification.js";
import { linkTo } from "./links.js";
import { mayMailAgain } from "./mail-pacing.js";
import { queueNotice } from "./notices.js";
import type { Origin } from "./origin.js";
import { assertNewPassword } from "./password-policy.js";
import { roleByName } from "./roles.js";
import type { Services } from "./services.js";
import type { SettingsSnapshot } from "./settings.js";

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

/**
 * Registers an account with the role `user`. A taken address is told.
 * @param grant what the surface gives to the new account: a token, a session. Not asked while the address is to be
 *   verified first.
 * @returns the account and its access, null when the address has to be verified first
 * @throws RegistrationDisabled, ValidationFailed, EmailTaken, ServiceBusy
 */
export async function registerAccount<Access>(
  services: Services,
  settings: SettingsSnapshot,
  registration: Registration,
  origin: Origin,
  grant: (trx: Knex.Transaction, user: User) => Promise<Access>,
): Promise<{ user: User; access: Access | null }> {
  await assertAcceptable(settings, registration);
  await assertEmailIsFree(services.knex, registration.email);
  const account = await newAccount(services, registration);
  return inTransaction(services.knex, async (trx) => {
    const user = await addAccount(services, trx, settings, account, origin);
    return { user, access: settings.get("auth.email_verification") ? null : await grant(trx, user) };
  });
}

/**
 * The same where the address has to be verified, and where nothing may tell whether it is taken: its owner gets a mail
 * instead. The hash is made in either case.
 * @throws RegistrationDisabled, ValidationFailed, ServiceBusy
 */
export async function registerDiscreetly(
  services: Services,
  settings: SettingsSnapshot,
  registration: Registration,
  origin: Origin,
): Promise<void> {
  await assertAcceptable(settings, registration);
  assertEmailFits(registration.email);
  const mayTell = await mayMailAgain(services, "email_taken", registration.email);
  const account = await newAccount(services, registration);
  const holder = await findAccountByEmail(services.knex, registration.email);
  const added =
    !holder &&
    (await inTransaction(services.knex, (trx) => addAccount(services, trx, settings, account, origin)).catch(
      unlessTaken,
    ));
  if (!added && mayTell) await tellHolder(services, settings, registration.email);
}

async function assertAcceptable(settings: SettingsSnapshot, registration: Registration): Promise<void> {
  if (!settings.get("auth.registration")) throw new RegistrationDisabled();
  await assertNewPassword(registration.password, registration.password_confirmation, settings);
}

/** Somebody else was faster. */
function unlessTaken(error: unknown): null {
  if (error instanceof EmailTaken) return null;
  throw error;
}

type Hashed = Parameters<typeof createAccount>[1];

async function newAccount(services: Services, registration: Registration): Promise<Hashed> {
  const { password, password_confirmation: _confirmed, ...person } = registration;
  const role = roleByName(await services.authority.current(), DEFAULT_ROLE);
  return { ...person, password: await services.passwords.hash(password), roleId: role.id };
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

async function tellHolder(services: Services, settings: SettingsSnapshot, email: string): Promise<void> {
  const holder = await findAccountByEmail(services.knex, email);
  const url = linkTo(services, "login");
  if (holder) await queueNotice(services, services.knex, settings, holder, { kind: "email_taken", url });
}
