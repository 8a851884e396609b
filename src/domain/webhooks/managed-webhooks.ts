import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { ActionForbidden, RowNotFound } from "../../lib/failures.js";
import { Webhook } from "../../models/events/webhook.js";
import type { User } from "../../models/user.js";
import { text } from "../../texts/translate.js";
import { RoleHolder, type Administrator } from "../access/actor.js";
import { heldRoles } from "../access/assignable-roles.js";
import { lockActiveAdministrator } from "../access/locks.js";
import { hiddenRoleIds } from "../access/visible-users.js";
import type { ActorContext, ReadCall } from "../context.js";
import { hideHolders } from "../../models/lists/kept-counts.js";

/** Who has created a webhook. */
export type WebhookOwner = Pick<User, "id" | "first_name" | "last_name" | "email">;

/** A webhook with its owner. */
export interface OwnedWebhook {
  webhook: Webhook;
  owner: WebhookOwner;
}

/** The webhooks whose owner isn't above the actor's rank, newest first. */
export const listWebhooks = ({ services, actor, signal }: ReadCall<RoleHolder>): Promise<OwnedWebhook[]> =>
  services.reads.run(
    async (knex) => {
      const visible = knex("webhooks").select("id");
      hideHolders(visible, knex, hiddenRoleIds(actor), "webhooks.user_id");
      const newestFirst = Webhook.query(knex).orderBy("created_at", "desc").orderBy("id", "desc");
      return withOwners(knex, await newestFirst.whereIn("id", visible));
    },
    { signal },
  );

/** @throws RowNotFound, also when the owner is above the actor's rank */
export async function getWebhook(knex: Knex, actor: RoleHolder, id: string): Promise<OwnedWebhook> {
  const webhook = isUuid(id) ? await Webhook.query(knex).findById(id) : undefined;
  if (!webhook) throw new RowNotFound();
  assertVisible(actor, await rightsOf(knex, actor.allRoles, webhook));
  const [owned] = await withOwners(knex, [webhook]);
  return owned!;
}

/** The rights of the owner now. */
export const rightsOf = async (
  knex: Knex,
  roles: RoleHolder["allRoles"],
  { user_id: id }: Pick<Webhook, "user_id">,
): Promise<RoleHolder> => new RoleHolder(await heldRoles(knex, id, roles), roles);

/**
 * Whether the actor can change a webhook with this owner, and read what it was sent: it gets what its owner can read, so this
 * takes all permissions of the owner.
 */
export const mayManage = (actor: Administrator, ownerId: string, owner: RoleHolder): boolean =>
  actor.id === ownerId || actor.hasAllPermissionsOfAccount(owner.roles);

export interface LockedWebhook {
  actor: Administrator;
  /** Of the actor; null for the operator. */
  account: User | null;
  webhook: Webhook;
  owner: RoleHolder;
}

/**
 * Locks the actor and a webhook for a change.
 * @throws RowNotFound; ActionForbidden without the permission, and when the owner has permissions that the actor lacks
 */
export async function lockWebhook(
  context: ActorContext<Administrator>,
  permission: string,
  id: string,
): Promise<LockedWebhook> {
  const { trx } = context;
  const { actor, account } = await lockActiveAdministrator(context, permission);
  if (!isUuid(id)) throw new RowNotFound(); // MariaDB raises an error when it compares an id with non-ASCII text
  const webhook = await Webhook.query(trx).findById(id).forUpdate();
  if (!webhook) throw new RowNotFound();
  const owner = await rightsOf(trx, actor.allRoles, webhook);
  assertVisible(actor, owner);
  if (!mayManage(actor, webhook.user_id, owner)) throw new ActionForbidden(text("failure.account_above"));
  return { actor, account, webhook, owner };
}

/** @throws RowNotFound */
function assertVisible(actor: RoleHolder, owner: RoleHolder): void {
  const hidden = hiddenRoleIds(actor);
  if (owner.roles.some((role) => hidden.includes(role.id))) throw new RowNotFound();
}

async function withOwners(knex: Knex, webhooks: readonly Webhook[]): Promise<OwnedWebhook[]> {
  const ids = [...new Set(webhooks.map((webhook) => webhook.user_id))];
  const rows = (await knex("users")
    .whereIn("id", ids)
    .select("id", "first_name", "last_name", "email")) as WebhookOwner[];
  const owners = new Map(rows.map((row) => [row.id, row]));
  return webhooks.map((webhook) => ({ webhook, owner: owners.get(webhook.user_id)! }));
}
