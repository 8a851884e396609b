import { now } from "../../lib/clock.js";
import { normalForm } from "../../lib/text/normal-form.js";
import type { ProvisionedPerson } from "../../models/organisations/provisioned-people.js";
import type { OrganisationScope } from "../../models/organisations/scope.js";
import { DEFAULT_ROLE } from "../../models/role.js";
import { normalizeEmail, type User } from "../../models/user.js";
import { roleByName } from "../access/assignable-roles.js";
import { assertEmailFits, claimingEmail, createAccount } from "../accounts/accounts.js";
import { MAX_NAME_LENGTH } from "../accounts/person.js";
import { assertPerson } from "../accounts/person-checks.js";
import { linkTo } from "../mail/links.js";
import { queueNotice } from "../mail/notices.js";
import { ProvisioningRejected } from "./failures.js";
import {
  assertOwnDomain,
  isAtOwnDomain,
  recordProvisioning,
  type ProvisioningContext,
} from "./provisioning-call.js";

/** What a directory says of a person. Absent fields stay as they are. */
export interface PersonChanges {
  email?: string;
  first_name?: string;
  last_name?: string;
  /** Null for none. */
  external_id?: string | null;
  /** Whether the person is a member. */
  active?: boolean;
}

/**
 * Creates an account without a password, whose address counts as verified, because its domain is the organisation's. Names that
 * the directory leaves out are taken from the address.
 * @throws EmailTaken, ValidationFailed
 */
export async function createProvisionedAccount(
  context: ProvisioningContext,
  { email, first_name, last_name }: PersonChanges & { email: string },
): Promise<User> {
  const { services, trx, settings } = context;
  const local = email.split("@")[0]!;
  const person = { email, first_name: first_name ?? local, last_name: last_name ?? local };
  const columns = validPerson(person);
  const role = roleByName(await services.authority.within(trx), DEFAULT_ROLE);
  const user = await createAccount(trx, {
    ...columns,
    password: null,
    timezone: settings.get("general.timezone"),
    roleId: role.id,
  });
  await user.$query(trx).patch({ email_verified_at: now() });
  const changes = { after: { email: user.email, status: user.status, role: role.name } };
  await recordProvisioning(context, [
    {
      event: "user_created",
      subject: { type: "user", id: user.id },
      changes,
      forEvents: { isInvitation: false },
    },
  ]);
  return user;
}

/**
 * Writes the names and the address that differ, of an account that provisioning made here and whose address is at a verified domain.
 * @throws EmailTaken, ValidationFailed; ProvisioningRejected for another address of an account of others, or at another domain
 */
export async function changeAccount(
  context: ProvisioningContext,
  scope: OrganisationScope,
  { account, person }: { account: User; person: ProvisionedPerson },
  { email: typed, first_name, last_name }: PersonChanges,
): Promise<void> {
  const { trx } = context;
  const email = typed === undefined ? account.email : normalizeEmail(typed);
  if (!person.made_account || !(await isAtOwnDomain(scope, account.email))) {
    if (email !== account.email) throw new ProvisioningRejected("mutability", "provisioning.address_kept");
    return;
  }
  const before = { email: account.email, first_name: account.first_name, last_name: account.last_name };
  const wanted = validPerson({
    email,
    first_name: first_name ?? before.first_name,
    last_name: last_name ?? before.last_name,
  });
  const changed = (["email", "first_name", "last_name"] as const).filter(
    (name) => wanted[name] !== before[name],
  );
  if (changed.length === 0) return;
  const of = (values: typeof before) => Object.fromEntries(changed.map((name) => [name, values[name]]));
  const isMoved = changed.includes("email");
  if (isMoved) {
    await assertOwnDomain(scope, wanted.email);
    // at the former address
    const notice = {
      kind: "email_changed",
      values: { email: wanted.email },
      url: linkTo(context.services, "login"),
    } as const;
    await queueNotice(context, account, notice);
    await trx("password_resets").where({ user_id: account.id }).del();
  }
  const verified = isMoved ? { pending_email: null, email_verified_at: now() } : {};
  await claimingEmail(() =>
    account.$query(trx).patch({ locale: account.locale, ...of(wanted), ...verified }),
  );
  await recordProvisioning(context, [
    {
      event: "user_updated",
      subject: { type: "user", id: account.id },
      changes: { before: of(before), after: of(wanted) },
    },
  ]);
}

/** The fields in the form in which they are stored. @throws ValidationFailed */
function validPerson<P extends { email: string; first_name: string; last_name: string }>(person: P): P {
  assertEmailFits(person.email);
  const name = (typed: string) => normalForm(typed.trim(), MAX_NAME_LENGTH);
  const valid = { ...person, first_name: name(person.first_name), last_name: name(person.last_name) };
  assertPerson(valid);
  return valid;
}
