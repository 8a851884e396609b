import type { Knex } from "knex";
import { ActionForbidden, RowNotFound, ValidationFailed } from "../../lib/failures.js";
import { findInvitation, Invitations } from "../../models/organisations/invitations.js";
import type { Organisation } from "../../models/organisations/organisation.js";
import { OwnRoles } from "../../models/organisations/own-roles.js";
import type { OwnOrganisation } from "../../models/organisations/organisation-list.js";
import { organisationsOf } from "../../models/organisations/organisation-list.js";
import { text } from "../../texts/translate.js";
import type { Actor } from "../access/actor.js";
import { lockActiveActor } from "../access/locks.js";
import { recordActivity } from "../audit/record.js";
import { inActorContext, type ActorCall } from "../context.js";
import { enterInvited } from "./access.js";

/** The link is unknown, used, revoked or expired, or the organisation was deleted; the answer doesn't say which. */
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
  /** Whether the reader is a member already. */
  isMember: boolean;
}

/** What an invitation is to. @param actor null for a guest. @throws InvitationInvalid */
export async function showInvitation(
  knex: Knex,
  actor: Actor | null,
  token: string,
): Promise<OpenInvitation> {
  const { invitation, scope } = await enter(knex, actor, token, false);
  const names = await scope.namesOf([invitation.invited_by]);
  return {
    organisation: scope.organisation,
    role: invitation.role,
    roleLabel: (await new OwnRoles(scope).find(invitation.role))?.label ?? null,
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
    const { invitation, scope } = await enter(trx, actor, token, true);
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

async function enter(knex: Knex, actor: Actor | null, token: string, isLocked: boolean) {
  const invitation = await findInvitation(knex, token);
  if (!invitation) throw new InvitationInvalid();
  try {
    return { invitation, scope: await enterInvited(knex, actor, invitation, isLocked) };
  } catch (error) {
    // it was deleted meanwhile
    throw error instanceof RowNotFound ? new InvitationInvalid() : error;
  }
}
