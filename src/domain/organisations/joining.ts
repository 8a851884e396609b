import type { Knex } from "knex";
import { ActionForbidden, RowNotFound, ValidationFailed } from "../../lib/failures.js";
import {
  findInvitation,
  Invitations,
  type OrganisationInvitation,
} from "../../models/organisations/invitations.js";
import type { Organisation } from "../../models/organisations/organisation.js";
import { CustomRoles } from "../../models/organisations/custom-roles.js";
import type { OwnOrganisation } from "../../models/organisations/organisation-list.js";
import { organisationsOf } from "../../models/organisations/organisation-list.js";
import { text } from "../../texts/translate.js";
import { accountActor } from "../access/account-actor.js";
import type { Actor } from "../access/actor.js";
import { lockActiveActor } from "../access/locks.js";
import { recordActivity } from "../audit/record.js";
import { inActorContext, type ActorCall } from "../context.js";
import type { Services } from "../services.js";
import { assertMayManage, enterInvited, enterOrganisation } from "./access.js";
import { requireRole } from "./custom-roles.js";

/**
 * The link is unknown, used, revoked or expired, the organisation was deleted, or who invited couldn't invite any more; the answer
 * doesn't say which.
 */
export class InvitationInvalid extends ActionForbidden {
  constructor() {
    super(text("organisations.join.invalid"));
  }
}

/** What the holder of a link sees. */
export interface OpenInvitation {
  organisation: Pick<Organisation, "name" | "slug">;
  role: string;
  /** Null for a built-in role. */
  roleLabel: string | null;
  /** The invited address. */
  email: string;
  /** The name of who invited; null when the account doesn't exist any more. */
  inviter: string | null;
  /** Whether the reader is already a member. */
  isMember: boolean;
}

/** What an invitation is to. @param actor null for a guest. @throws InvitationInvalid */
export async function showInvitation(
  services: Services,
  actor: Actor | null,
  token: string,
): Promise<OpenInvitation> {
  const { invitation, scope } = await enter(services, services.knex, actor, { token, isLocked: false });
  const names = await scope.namesOf([invitation.invited_by]);
  return {
    organisation: scope.organisation,
    role: invitation.role,
    roleLabel: (await new CustomRoles(scope).find(invitation.role))?.label ?? null,
    email: invitation.email,
    inviter: names.get(invitation.invited_by) ?? null,
    isMember: scope.ownRole !== null,
  };
}

/**
 * Makes the actor a member, whichever address was invited: who has the link read the mail, or was given it.
 * @throws InvitationInvalid; ValidationFailed on `token` for a member, after which the link still works; ActionForbidden, SignedOut
 */
export async function acceptInvitation(call: ActorCall<Actor>, token: string): Promise<OwnOrganisation> {
  const { actor } = call;
  return inActorContext(call, async (context) => {
    const { trx, origin } = context;
    await lockActiveActor(context);
    const { invitation, scope } = await enter(call.services, trx, actor, { token, isLocked: true });
    const { organisation } = scope;
    if (scope.ownRole !== null)
      throw new ValidationFailed({ token: [text("organisations.validation.member_oneself")] });
    // what was read before the lock may be gone
    if (!(await new Invitations(scope).take(token))) throw new InvitationInvalid();
    const { id, role } = invitation;
    await scope.addMember(actor.id, role);
    const subject = { type: "organisation", id: organisation.id };
    const changes = { after: { role }, invitation: id };
    const activity = { event: "membership_created", actorId: actor.id, subject, ownerId: actor.id } as const;
    await recordActivity(trx, { ...activity, changes }, origin);
    return (await organisationsOf(trx, actor.id)).find((own) => own.id === organisation.id)!;
  });
}

/** @throws InvitationInvalid */
async function enter(
  services: Services,
  knex: Knex,
  actor: Actor | null,
  { token, isLocked }: { token: string; isLocked: boolean },
) {
  const invitation = await findInvitation(knex, token);
  if (!invitation) throw new InvitationInvalid();
  try {
    const scope = await enterInvited(knex, actor, invitation, isLocked);
    await assertMayInvite(services, knex, invitation);
    return { invitation, scope };
  } catch (error) {
    // the organisation was deleted meanwhile, or who invited couldn't do so now
    throw error instanceof RowNotFound || error instanceof ActionForbidden ? new InvitationInvalid() : error;
  }
}

/** An invitation is worth as much as the rights of who sent it. @throws ActionForbidden, RowNotFound */
async function assertMayInvite(
  services: Services,
  knex: Knex,
  { organisation_id: id, invited_by: inviterId, role }: OrganisationInvitation,
): Promise<void> {
  const inviter = inviterId === null ? undefined : await accountActor(services.authority, knex, inviterId);
  if (!inviter) throw new ActionForbidden();
  const scope = await enterOrganisation(knex, inviter, id, "members.create");
  assertMayManage(inviter, scope, [await requireRole(scope, role)]);
}
