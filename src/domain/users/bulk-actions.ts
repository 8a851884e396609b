import type { ActorCall } from "../context.js";
import { assignableRole } from "../access/assignable-roles.js";
import { endAccess } from "../credentials/active-credentials.js";
import { text } from "../../texts/translate.js";
import type { BulkChange } from "./bulk-changes.js";
import { inviteAgain, pendingInvitations } from "./invitations.js";
import { deleteUser, updateUser } from "./user-administration.js";
import { assertStatusIsDefined } from "./user-list.js";

/** The changes that can be made to several accounts. */

/** @throws ValidationFailed on `status` */
export async function statusChange(call: ActorCall, status: string): Promise<BulkChange> {
  const { services } = call;
  await assertStatusIsDefined(services, status);
  return {
    right: "status",
    reasonAgainst: (user) => (user.status === status ? text("users.bulk.has_it") : null),
    isCutOff: (user) => services.statusPolicy.isCutOff(user.status, status),
    make: async (id, versionCheck) => {
      await updateUser(call, id, { status }, versionCheck);
      return null;
    },
  };
}

/** Replaces all roles of the accounts. @throws ValidationFailed on `role`, ActionForbidden */
export function roleChange(call: ActorCall, role: string): BulkChange {
  assignableRole(call.actor, role);
  return {
    right: "role",
    reasonAgainst: (_user, roles) =>
      roles.length === 1 && roles[0]!.name === role ? text("users.bulk.has_role") : null,
    isCutOff: () => false,
    make: async (id, versionCheck) => {
      await updateUser(call, id, { role }, versionCheck);
      return null;
    },
  };
}

/** Sends invitations again. @param ids the selected accounts */
export async function invitationChange(call: ActorCall, ids: readonly string[]): Promise<BulkChange> {
  const invited = await pendingInvitations(call, ids);
  return {
    right: "profile",
    reasonAgainst: (user) => (invited.has(user.id) ? null : text("users.bulk.not_invited")),
    isCutOff: () => false,
    make: async (id) => ((await inviteAgain(call, id)) ? null : text("users.bulk.not_invited")),
  };
}

/** Ends all sessions, tokens and applications. */
export const accessChange = (call: ActorCall): BulkChange => ({
  right: "access",
  reasonAgainst: () => null,
  isCutOff: () => true,
  make: async (id) => ((await endAccess(call, id)) ? null : text("account.access.nothing_ended")),
});

export const deletionChange = (call: ActorCall): BulkChange => ({
  right: "deletion",
  reasonAgainst: () => null,
  isCutOff: () => true,
  make: async (id, versionCheck) => {
    await deleteUser(call, id, versionCheck);
    return null;
  },
});
