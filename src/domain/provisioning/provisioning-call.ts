import { RowNotFound, SignedOut } from "../../lib/failures.js";
import {
  isProvisioningTokenActive,
  type ProvisioningToken,
} from "../../models/organisations/provisioning-tokens.js";
import type { HeldRole } from "../../models/organisations/organisation.js";
import { OrganisationDomains } from "../../models/organisations/domains.js";
import type { OrganisationScope } from "../../models/organisations/scope.js";
import { RoleHolder } from "../access/actor.js";
import { recordActivities } from "../audit/record.js";
import type { Activity } from "../audit/activities.js";
import { inContext, type Context, type DomainCall } from "../context.js";
import { enterProvisioned, mayManageRole } from "../organisations/access.js";
import { ROLE_OF_PROVISIONING } from "../organisations/provisioning-tokens.js";
import { ProvisioningRejected } from "./failures.js";

/** A call of a directory with its token. */
export interface ProvisioningCall extends DomainCall {
  token: ProvisioningToken;
}
export interface ProvisioningContext extends Context {
  token: ProvisioningToken;
}

/** `inContext` for a directory. */
export const inProvisioning = <T>(
  call: ProvisioningCall,
  work: (context: ProvisioningContext) => Promise<T>,
): Promise<T> => inContext(call, (context) => work({ ...context, token: call.token }));

/** Opens the organisation of the token for reading. @throws SignedOut when it was deleted meanwhile; ProvisioningRejected */
export const readOrganisation = async ({ services, token }: ProvisioningCall): Promise<OrganisationScope> =>
  active(await enterProvisioned(services.knex, token, false).catch(asSignedOut));

/**
 * Locks the organisation of the token for a change. Accounts are locked before it.
 * @throws SignedOut when it, or the token, was deleted meanwhile; ProvisioningRejected
 */
export async function lockProvisioned({ trx, token }: ProvisioningContext): Promise<OrganisationScope> {
  const scope = await enterProvisioned(trx, token, true).catch(asSignedOut);
  if (!(await isProvisioningTokenActive(trx, token.id))) throw new SignedOut();
  return active(scope);
}

/** @throws ProvisioningRejected for a suspended organisation */
function active(scope: OrganisationScope): OrganisationScope {
  if (scope.organisation.status !== "active")
    throw new ProvisioningRejected("forbidden", "provisioning.suspended");
  return scope;
}

function asSignedOut(error: unknown): never {
  throw error instanceof RowNotFound ? new SignedOut() : error;
}

/** Whether a directory may give and take this role: it can do what an admin can. */
export const isWithinProvisioning = (role: HeldRole): boolean =>
  mayManageRole(new RoleHolder([], new Map()), ROLE_OF_PROVISIONING, role);

/** @throws ProvisioningRejected for members whom only owners manage */
export function assertWithinProvisioning(role: HeldRole): void {
  if (!isWithinProvisioning(role)) throw new ProvisioningRejected("forbidden", "provisioning.beyond");
}

/** @throws ProvisioningRejected unless the address is at a verified domain of the organisation */
export async function assertOwnDomain(scope: OrganisationScope, email: string): Promise<void> {
  if (!(await isAtOwnDomain(scope, email)))
    throw new ProvisioningRejected("invalidValue", "provisioning.domain");
}

export async function isAtOwnDomain(scope: OrganisationScope, email: string): Promise<boolean> {
  const domains = await new OrganisationDomains(scope).all();
  const own = email.slice(email.lastIndexOf("@") + 1);
  return domains.some(({ domain, verified_at }) => verified_at !== null && domain === own);
}

/** Writes what the directory did. It has no account, so the changes name its token. */
export const recordProvisioning = (
  { trx, origin, token }: ProvisioningContext,
  activities: readonly Omit<Activity, "actorId">[],
): Promise<void> =>
  recordActivities(
    trx,
    activities.map((activity) => ({
      ...activity,
      actorId: null,
      changes: { ...activity.changes, provisioning_token: token.name },
    })),
    origin,
  );
