import { randomBytes } from "node:crypto";
import { DAY, now } from "../../lib/clock.js";
import { countAttempt } from "../../lib/counters/counters.js";
import { RowNotFound, ValidationFailed } from "../../lib/failures.js";
import { sha256 } from "../../lib/secrets.js";
import { readPage, type ListPage, type PageRequest } from "../../models/lists/list-page.js";
import { Invitations, type OrganisationInvitation } from "../../models/organisations/invitations.js";
import type { OrganisationScope } from "../../models/organisations/scope.js";
import { fullNameOf } from "../../models/public-user.js";
import { normalizeEmail } from "../../models/user.js";
import { text } from "../../texts/translate.js";
import type { Actor, RoleHolder } from "../access/actor.js";
import { assertEmailFits } from "../accounts/accounts.js";
import { recordActorActivity } from "../audit/record.js";
import { inActorContext, type ActorCall, type ActorContext, type ReadCall } from "../context.js";
import { assertMayManage, enterOrganisation, lockOrganisation } from "./access.js";
import { mailInvitation } from "./invitation-mail.js";
import { requireRole } from "./custom-roles.js";

const LIFETIME = 7 * DAY;

/** Mails with invitations, whoever asks for them, so that nobody is sent more than a few. */
const OF_ORGANISATION = { name: "organisation-invitations", limit: 200, windowMs: DAY };
const TO_ADDRESS = { name: "invitations-to-address", limit: 5, windowMs: DAY };

/** An invitation, with the name of who invited; null when the account doesn't exist any more. */
export interface SentInvitation {
  invitation: OrganisationInvitation;
  inviter: string | null;
}

/**
 * The invitations of an organisation that nobody has accepted yet, sorted by `created_at`. Expired ones are listed for a week.
 * @param key the id or the slug
 * @throws RowNotFound, ActionForbidden
 */
export const listInvitations = (
  { services, actor, signal }: ReadCall<RoleHolder>,
  key: string,
  request: PageRequest,
): Promise<ListPage<SentInvitation>> =>
  services.reads.run(
    async (knex) => {
      const scope = await enterOrganisation(knex, actor, key, "members.create");
      const { items, ...page } = await readPage(request, new Invitations(scope).list());
      const names = await scope.namesOf(items.map(({ invited_by }) => invited_by));
      const named = items.map((invitation) => ({
        invitation,
        inviter: names.get(invitation.invited_by) ?? null,
      }));
      return { ...page, items: named };
    },
    { signal },
  );

/**
 * Invites an address, which is sent a link that works for 7 days. Neither the answer nor its time reveals whether it has an account.
 * @param key the id or the slug
 * @throws RowNotFound; ActionForbidden, also for a role above the actor's own; ValidationFailed on `role` when there is none, and on `email`
 * when the address is a member's or invited already; TooManyAttempts, ServiceBusy
 */
export async function invite(
  call: ActorCall,
  key: string,
  { email, role }: { email: string; role: string },
): Promise<SentInvitation> {
  assertEmailFits(email);
  const address = normalizeEmail(email);
  const { services, actor } = call;
  const scope = await enterOrganisation(services.knex, actor, key, "members.create");
  assertMayManage(actor, scope, [await requireRole(scope, role)]);
  await assertFree(scope, address);
  await countMail(call, scope, address);
  return inActorContext(call, async (context) => {
    const locked = await lockOrganisation(context, key, "members.create");
    assertMayManage(locked.actor, locked.scope, [await requireRole(locked.scope, role)]);
    const former = await assertFree(locked.scope, address);
    const invitations = new Invitations(locked.scope);
    if (former) await invitations.remove(former.id);
    const { token, ...link } = newLink();
    const columns = { email: address, role, invited_by: actor.id, ...link };
    const invitation = await invitations.add(columns);
    return send(context, locked.scope, invitation, token);
  });
}

/** @returns the expired invitation of the address. @throws ValidationFailed on `email` for a member, or an invited address */
async function assertFree(
  scope: OrganisationScope,
  email: string,
): Promise<OrganisationInvitation | undefined> {
  if (await scope.hasMemberWithEmail(email))
    throw new ValidationFailed({ email: [text("organisations.validation.member")] });
  const former = await new Invitations(scope).ofAddress(email);
  if (former?.isExpired === false)
    throw new ValidationFailed({ email: [text("organisations.validation.invited")] });
  return former;
}

/**
 * Sends an invitation again, with a new link for 7 days. The former one stops working.
 * @throws RowNotFound; ActionForbidden, also for a role above the actor's own; TooManyAttempts, ServiceBusy
 */
export async function inviteAgain(call: ActorCall, key: string, id: string): Promise<SentInvitation> {
  const { services, actor } = call;
  const scope = await enterOrganisation(services.knex, actor, key, "members.create");
  const { email } = await requireInvitation(scope, actor, id);
  await countMail(call, scope, email);
  return inActorContext(call, async (context) => {
    const locked = await lockOrganisation(context, key, "members.create");
    const invitation = await requireInvitation(locked.scope, locked.actor, id);
    const { token, ...link } = newLink();
    await new Invitations(locked.scope).renew(invitation, link);
    return send(context, locked.scope, invitation, token);
  });
}

/** Ends an invitation. @throws RowNotFound; ActionForbidden, also for a role above the actor's own */
export async function revokeInvitation(
  call: ActorCall,
  key: string,
  id: string,
): Promise<OrganisationInvitation> {
  return inActorContext(call, async (context) => {
    const { actor, scope } = await lockOrganisation(context, key, "members.create");
    const invitation = await requireInvitation(scope, actor, id);
    await new Invitations(scope).remove(id);
    await recordActorActivity(context, "member_invitation_revoked", subjectOf(scope), changesOf(invitation));
    return invitation;
  });
}

/** @throws RowNotFound; ActionForbidden when its role is beyond the actor */
async function requireInvitation(
  scope: OrganisationScope,
  actor: RoleHolder,
  id: string,
): Promise<OrganisationInvitation> {
  const invitation = await new Invitations(scope).find(id);
  if (!invitation) throw new RowNotFound();
  assertMayManage(actor, scope, [await requireRole(scope, invitation.role)]);
  return invitation;
}

/** Counted before the transaction, which holds SQLite's only connection. @throws TooManyAttempts, ServiceBusy */
async function countMail(
  { services: { counters } }: ActorCall,
  { organisation: { id } }: OrganisationScope,
  email: string,
): Promise<void> {
  // first, so that an organisation at its limit uses up nothing of the addresses'
  await countAttempt(counters, OF_ORGANISATION, `${OF_ORGANISATION.name}:${id}`);
  await countAttempt(counters, TO_ADDRESS, `${TO_ADDRESS.name}:${sha256(email).toString("base64url")}`);
}

/** The plaintext token of 256 random bits goes to the mail alone; its hash is stored. */
function newLink(): { token: string; token_hash: Buffer; expires_at: number } {
  const token = randomBytes(32).toString("base64url");
  return { token, token_hash: sha256(token), expires_at: now() + LIFETIME };
}

async function send(
  context: ActorContext<Actor>,
  scope: OrganisationScope,
  invitation: OrganisationInvitation,
  token: string,
): Promise<SentInvitation> {
  await mailInvitation(context, scope, invitation, token);
  await recordActorActivity(context, "member_invited", subjectOf(scope), changesOf(invitation));
  const names = await scope.namesOf([invitation.invited_by]);
  return { invitation, inviter: names.get(invitation.invited_by) ?? fullNameOf(context.actor.user) };
}

const subjectOf = ({ organisation: { id } }: OrganisationScope) => ({ type: "organisation", id });

/** Without the address, which belongs to somebody who may have no account, and can be erased with the invitation. */
const changesOf = ({ id, role }: OrganisationInvitation) => ({ invitation: id, role });
