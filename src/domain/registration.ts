import { inTransaction } from "../database/transaction.js";
import { ActionForbidden } from "../lib/failures.js";
import { DEFAULT_ROLE } from "../models/role.js";
import type { User } from "../models/user.js";
import { assertEmailIsFree, createAccount } from "./accounts.js";
import { recordActivity } from "./audit.js";
import { sendVerificationMail } from "./email-verification.js";
import type { Origin } from "./origin.js";
import { assertNewPassword } from "./password-policy.js";
import { roleByName } from "./roles.js";
import type { Services } from "./services.js";
import { issueAuthToken } from "./tokens.js";

export class RegistrationDisabled extends ActionForbidden {
  constructor() {
    super("Registration is disabled.");
  }
}

export interface Registration {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  password_confirmation: string;
}

/**
 * Registers an account with the role `user`.
 * @returns the account, and a token unless the address has to be verified first
 * @throws RegistrationDisabled, ValidationFailed, ServiceBusy
 */
export async function registerAccount(
  services: Services,
  registration: Registration,
  origin: Origin,
): Promise<{ user: User; token: string | null }> {
  const settings = await services.settings.read();
  if (!settings.get("auth.registration")) throw new RegistrationDisabled();
  const { password, password_confirmation, ...person } = registration;
  await assertNewPassword(password, password_confirmation, settings);
  await assertEmailIsFree(services.knex, person.email);
  const role = roleByName(await services.authority.current(), DEFAULT_ROLE);
  const hash = await services.passwords.hash(password);
  return inTransaction(services.knex, async (trx) => {
    const user = await createAccount(trx, { ...person, password: hash, roleId: role.id });
    await recordActivity(
      trx,
      { event: "registered", actorId: user.id, subject: { type: "user", id: user.id } },
      origin,
    );
    if (!settings.get("auth.email_verification"))
      return { user, token: await issueAuthToken(services, trx, user.id) };
    await sendVerificationMail(services, trx, settings, user);
    return { user, token: null };
  });
}
