import type { Knex } from "knex";
import { RowNotFound } from "../../lib/failures.js";
import { readPage, type ListPage, type PageRequest } from "../../models/lists/list-page.js";
import {
  joinableOrganisation,
  JoinRequests,
  type JoinableOrganisation,
  type JoinRequest,
} from "../../models/organisations/join-requests.js";
import type { OrganisationScope } from "../../models/organisations/scope.js";
import { fullNameOf } from "../../models/public-user.js";
import { User } from "../../models/user.js";
import type { Administrator, RoleHolder } from "../access/actor.js";
import { lockActiveActor } from "../access/locks.js";
import { recordActivity, recordActorActivity } from "../audit/record.js";
import {
  inActorContext,
  type ActorCall,
  type ActorContext,
  type Context,
  type ReadCall,
} from "../context.js";
import { linkTo } from "../mail/links.js";
import { queueNotice, readsLikeName } from "../mail/notices.js";
import { enterByDomain, enterOrganisation, lockOrganisation } from "./access.js";

/** The role of who joins by a domain. */
const ROLE = "member";
/** The most owners who are told of a request. */
const MOST_TOLD = 10;

type Joiner = Pick<User, "id" | "email" | "email_verified_at">;

const joinableBy = (knex: Knex, { id, email, email_verified_at: verifiedAt }: Joiner) =>
  verifiedAt === null ? undefined : joinableOrganisation(knex, id, email);

/**
 * Makes the account a member of the organisation that has verified the domain of its address, if the organisation lets in
 * everyone with such an address. The caller has locked the account.
 */
export async function joinByDomain(context: Context, user: User): Promise<void> {
  const found = await joinableBy(context.trx, user);
  if (found?.joining !== "automatic") return;
  const locked = await lockJoinable(context.trx, user, found.id);
  if (locked?.organisation.joining === "automatic") await join(context, user, locked);
}

interface LockedJoinable {
  scope: OrganisationScope;
  organisation: JoinableOrganisation;
}

/** Locks the organisation, and reads again what the account can do there. @returns undefined if it can't join it */
async function lockJoinable(trx: Knex, user: Joiner, id: string): Promise<LockedJoinable | undefined> {
  const scope = await enterByDomain(trx, user.id, id);
  const organisation = scope && (await joinableBy(trx, user));
  return scope && organisation?.id === id ? { scope, organisation } : undefined;
}

async function join(
  { trx, origin }: Pick<Context, "trx" | "origin">,
  user: Joiner,
  { scope, organisation: { id, domain } }: LockedJoinable,
): Promise<void> {
  await scope.addMember(user.id, ROLE);
  const subject = { type: "organisation", id };
  const changes = { after: { role: ROLE }, domain };
  const activity = { event: "membership_created", actorId: user.id, subject, ownerId: user.id } as const;
  await recordActivity(trx, { ...activity, changes }, origin);
}

/** The organisations that the actor can join with the verified address: one at most. */
export async function listJoinable({ services, actor }: ReadCall): Promise<JoinableOrganisation[]> {
  const user = await User.query(services.knex).findById(actor.id);
  const found = user && (await joinableBy(services.knex, user));
  return found ? [found] : [];
}

export interface JoinOutcome {
  organisation: JoinableOrganisation;
  /** Whether the actor is a member now; otherwise someone of the organisation decides. */
  isMember: boolean;
}

/**
 * Joins the organisation, or asks to. Asking twice is the same as once.
 * @throws RowNotFound when the actor can't join it by the domain of the address; ActionForbidden, SignedOut
 */
export async function askToJoin(call: ActorCall, organisationId: string): Promise<JoinOutcome> {
  return inActorContext(call, async (context) => {
    const user = await lockActiveActor(context);
    const locked = await lockJoinable(context.trx, user, organisationId);
    if (!locked) throw new RowNotFound();
    const { scope, organisation } = locked;
    const isMember = organisation.joining === "automatic";
    if (isMember) await join(context, user, locked);
    else if (!organisation.isAsked) await ask(context, scope);
    return { organisation: { ...organisation, isAsked: !isMember }, isMember };
  });
}

async function ask(context: ActorContext, scope: OrganisationScope): Promise<void> {
  const { services, trx, actor } = context;
  const { id, name, slug } = scope.organisation;
  await new JoinRequests(scope).add(actor.id);
  await recordActorActivity(context, "join_requested", { type: "organisation", id }, {});
  const url = linkTo(services, "organisations.join-requests.index", { organisation: slug });
  const person = fullNameOf(actor.user);
  const values = {
    organisation: readsLikeName(name) ? name : slug,
    person: readsLikeName(person) ? person : actor.user.email,
  };
  for (const owner of await User.query(trx).findByIds(await scope.ownerIds(MOST_TOLD)))
    await queueNotice(context, owner, { kind: "join_requested", values, url });
}

/** A request to join, with the account that asks. */
export interface OpenJoinRequest {
  request: JoinRequest;
  person: User;
}

/**
 * The requests that nobody has decided, sorted by `created_at`.
 * @param key the id or the slug
 * @throws RowNotFound, ActionForbidden
 */
export const listJoinRequests = (
  { services, actor, signal }: ReadCall<RoleHolder>,
  key: string,
  request: PageRequest,
): Promise<ListPage<OpenJoinRequest>> =>
  services.reads.run(
    async (knex) => {
      const scope = await enterOrganisation(knex, actor, key, "members.create");
      const { items, ...page } = await readPage(request, new JoinRequests(scope).open());
      const people = await User.query(knex).findByIds(items.map((item) => item.user_id));
      const open = items.flatMap((item) => {
        const person = people.find(({ id }) => id === item.user_id);
        return person ? [{ request: item, person }] : [];
      });
      return { ...page, items: open };
    },
    { signal },
  );

/** Makes who has asked a member. @throws RowNotFound, also when the account is deleted; ActionForbidden */
export async function acceptJoinRequest(
  call: ActorCall<Administrator>,
  key: string,
  id: string,
): Promise<OpenJoinRequest> {
  return inActorContext(call, async (context) => {
    const { services, trx, origin, actor } = context;
    const { scope } = await lockOrganisation(context, key, "members.create");
    const request = await requireRequest(scope, id);
    const person = await User.query(trx).findById(request.user_id).whereNull("deleted_at");
    if (!person) throw new RowNotFound();
    await scope.addMember(person.id, ROLE);
    const { id: organisationId, name, slug } = scope.organisation;
    const subject = { type: "organisation", id: organisationId };
    const activity = { event: "membership_created", actorId: actor.id, subject, ownerId: person.id } as const;
    await recordActivity(trx, { ...activity, changes: { after: { role: ROLE } } }, origin);
    const url = linkTo(services, "organisations.show", { organisation: slug });
    const values = { organisation: readsLikeName(name) ? name : slug };
    await queueNotice(context, person, { kind: "join_accepted", values, url });
    return { request, person };
  });
}

/** From now on, who has asked joins by an invitation only. @throws RowNotFound, ActionForbidden */
export async function declineJoinRequest(
  call: ActorCall<Administrator>,
  key: string,
  id: string,
): Promise<JoinRequest> {
  return inActorContext(call, async (context) => {
    const { scope } = await lockOrganisation(context, key, "members.create");
    const request = await requireRequest(scope, id);
    await scope.closeJoining(request.user_id);
    const subject = { type: "organisation", id: scope.organisation.id };
    await recordActorActivity(context, "join_declined", subject, { user_id: request.user_id });
    return request;
  });
}

/** @throws RowNotFound */
async function requireRequest(scope: OrganisationScope, id: string): Promise<JoinRequest> {
  const request = await new JoinRequests(scope).find(id);
  if (!request) throw new RowNotFound();
  return request;
}
