import { isUniqueViolation } from "../../database/errors.js";
import { RowNotFound } from "../../lib/failures.js";
import {
  ProvisionedPeople,
  type PeopleCondition,
  type ProvisionedPerson,
} from "../../models/organisations/provisioned-people.js";
import { heldRole } from "../../models/organisations/held-role.js";
import type { OrganisationScope } from "../../models/organisations/scope.js";
import { normalizeEmail, type User } from "../../models/user.js";
import { EmailTaken, findAccountByEmail, lockAccount } from "../accounts/accounts.js";
import type { Activity, ActivityEvent } from "../audit/activities.js";
import { changeAccount, createProvisionedAccount, type PersonChanges } from "./accounts.js";
import { ProvisioningRejected } from "./failures.js";
import {
  assertOwnDomain,
  assertWithinProvisioning,
  inProvisioning,
  lockProvisioned,
  readOrganisation,
  recordProvisioning,
  type ProvisioningCall,
  type ProvisioningContext,
} from "./provisioning-call.js";

/** Who is in the organisation of the token, and who was until the directory deactivated them. @param offset from 0 */
export async function listPeople(
  call: ProvisioningCall,
  condition: PeopleCondition,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; people: ProvisionedPerson[] }> {
  return new ProvisionedPeople(await readOrganisation(call)).slice(condition, offset, limit);
}

/** @throws RowNotFound */
export const getPerson = async (call: ProvisioningCall, id: string): Promise<ProvisionedPerson> =>
  find(await readOrganisation(call), id);

/** @throws RowNotFound */
async function find(scope: OrganisationScope, id: string): Promise<ProvisionedPerson> {
  const person = await new ProvisionedPeople(scope).find(id);
  if (!person) throw new RowNotFound();
  return person;
}

/**
 * Makes the account with this address a member, and creates it if there is none.
 * @throws ProvisioningRejected when the address is at another domain or not verified, or the person or the external id is there
 * already, also in a race; ValidationFailed for an invalid name or address
 */
export async function createPerson(
  call: ProvisioningCall,
  { external_id = null, active = true, ...person }: PersonChanges & { email: string },
): Promise<ProvisionedPerson> {
  const email = normalizeEmail(person.email);
  await assertOwnDomain(await readOrganisation(call), email);
  const found = await findAccountByEmail(call.services.knex, email);
  return inProvisioning(call, async (context) => {
    const existing = found && (await lockAccount(context.trx, found.id));
    // another request can have given it another address
    const account = existing?.email === email ? existing : undefined;
    const user = account ?? (await unique(() => createProvisionedAccount(context, { ...person, email })));
    const scope = await lockProvisioned(context);
    await assertOwnDomain(scope, email);
    if (account) await assertNew(scope, account);
    await note(scope, user.id, { external_id, made_account: !account });
    if (active) await join(context, scope, user.id);
    return find(scope, user.id);
  });
}

/** @throws ProvisioningRejected */
async function assertNew(scope: OrganisationScope, { id, email_verified_at }: User): Promise<void> {
  if (await new ProvisionedPeople(scope).find(id))
    throw new ProvisioningRejected("uniqueness", "provisioning.taken");
  // whoever registered it first may not be the person at this address
  if (email_verified_at === null) throw new ProvisioningRejected("uniqueness", "provisioning.unverified");
}

/**
 * Changes what the directory says of a person, and begins or ends the membership. Names and addresses change only while the account is
 * one that provisioning made here, at a verified domain; names of others are left alone.
 * @throws RowNotFound; ProvisioningRejected for who is managed by owners, for an address that can't change or is taken and for an
 * external id that is taken; ValidationFailed
 */
export async function changePerson(
  call: ProvisioningCall,
  id: string,
  changes: PersonChanges,
): Promise<ProvisionedPerson> {
  await getPerson(call, id);
  return inProvisioning(call, async (context) => {
    const account = await lockAccount(context.trx, id);
    const scope = await lockProvisioned(context);
    const person = await find(scope, id);
    if (!account) throw new RowNotFound();
    await unique(() => changeAccount(context, scope, { account, person }, changes));
    const { external_id, active } = changes;
    if (external_id !== undefined && external_id !== person.external_id)
      await note(scope, id, { external_id });
    if (active === true && person.role === null) await join(context, scope, id, account.email);
    if (active === false && person.role !== null) {
      // who isn't a member any more is still seen
      await note(scope, id, {});
      await leave(context, scope, person);
    }
    return find(scope, id);
  });
}

/** Ends the membership, and forgets the person. The account stays. @throws RowNotFound; ProvisioningRejected */
export async function removePerson(call: ProvisioningCall, id: string): Promise<void> {
  await inProvisioning(call, async (context) => {
    const scope = await lockProvisioned(context);
    const person = await find(scope, id);
    if (person.role !== null) await leave(context, scope, person);
    await new ProvisionedPeople(scope).forget(id);
  });
}

/** @param email of somebody who is to join again; the domain may have been removed meanwhile */
async function join(
  context: ProvisioningContext,
  scope: OrganisationScope,
  userId: string,
  email?: string,
): Promise<void> {
  if (email !== undefined) await assertOwnDomain(scope, email);
  await scope.addMember(userId, "member");
  await record(context, scope, "membership_created", userId, { after: { role: "member" } });
}

async function leave(
  context: ProvisioningContext,
  scope: OrganisationScope,
  { id, role, role_rights }: ProvisionedPerson,
): Promise<void> {
  assertWithinProvisioning(heldRole(role!, role_rights));
  await scope.removeMember(id);
  await record(context, scope, "membership_deleted", id, { before: { role } });
}

/** @throws ProvisioningRejected when another person has the external id */
async function note(
  scope: OrganisationScope,
  userId: string,
  columns: { external_id?: string | null; made_account?: boolean },
): Promise<void> {
  const people = new ProvisionedPeople(scope);
  if (columns.external_id) await people.freeExternalId(columns.external_id);
  try {
    await people.note(userId, columns);
  } catch (error) {
    throw isUniqueViolation(error)
      ? new ProvisioningRejected("uniqueness", "provisioning.external_id")
      : error;
  }
}

/** @throws ProvisioningRejected when another account has the address */
async function unique<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw error instanceof EmailTaken ? new ProvisioningRejected("uniqueness", "provisioning.taken") : error;
  }
}

export const record = (
  context: ProvisioningContext,
  { organisation: { id } }: OrganisationScope,
  event: ActivityEvent,
  ownerId: string,
  changes: NonNullable<Activity["changes"]>,
): Promise<void> =>
  recordProvisioning(context, [{ event, subject: { type: "organisation", id }, ownerId, changes }]);
