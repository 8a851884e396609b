import type { Knex } from "knex";
import { ACCOUNT_FIELD_NAMES } from "../../models/account-fields.js";
import type { TokenListRow } from "../../models/lists/token-list.js";
import { OAuthClient } from "../../models/oauth-client.js";
import type { PublicUserRow } from "../../models/public-user.js";

const USER_COLUMNS = [
  "id",
  ...ACCOUNT_FIELD_NAMES.filter((name) => name !== "locale"),
  "avatar",
  "email_verified_at",
  "created_at",
  "updated_at",
] as const satisfies (keyof PublicUserRow)[];

/** An account as an event keeps it, with the name of its best role. */
export type UserSnapshot = Pick<PublicUserRow, (typeof USER_COLUMNS)[number]> & { role: string | null };

/** The name of the role of the highest rank. */
const BEST_ROLE =
  "(select roles.name from role_user join roles on roles.id = role_user.role_id" +
  " where role_user.user_id = users.id order by roles.sort_order, roles.name limit 1) as role";

const readUsers = async (trx: Knex, ids: readonly string[]): Promise<UserSnapshot[]> =>
  (await trx("users")
    .whereIn("id", [...ids])
    .select(...USER_COLUMNS, trx.raw(BEST_ROLE))) as UserSnapshot[];

/** A role as an event keeps it. Its holders are counted when the event is read. */
export interface RoleSnapshot {
  id: string;
  name: string;
  label: string;
  rank: number;
  createdAt: number;
  updatedAt: number;
  permissions: string[];
}

async function readRoles(trx: Knex, ids: readonly string[]): Promise<RoleSnapshot[]> {
  const rows = (await trx("roles")
    .whereIn("id", [...ids])
    .select("id", "name", "label", "sort_order as rank", "created_at as createdAt")
    .select("updated_at as updatedAt")) as Omit<RoleSnapshot, "permissions">[];
  const grants = (await trx("permission_role")
    .join("permissions", "permissions.id", "permission_role.permission_id")
    .whereIn("role_id", [...ids])
    .select("role_id", "name")) as { role_id: string; name: string }[];
  return rows.map((row) => ({
    ...row,
    permissions: grants.filter(({ role_id }) => role_id === row.id).map(({ name }) => name),
  }));
}

/** What is public of a client. Its use is added where the event is recorded. */
const CLIENT_COLUMNS = [
  ...(["id", "name", "type", "grant_types", "redirect_uris", "post_logout_redirect_uris"] as const),
  ...(["options", "homepage_url", "logo", "may_introspect", "document_url", "registered_itself"] as const),
  ...(["organisation_id", "created_at", "updated_at"] as const),
] as const satisfies (keyof OAuthClient)[];

/** A client as an event keeps it, with the name of its role. */
export type ClientSnapshot = Pick<OAuthClient, (typeof CLIENT_COLUMNS)[number]> & { role: string | null };

async function readClients(trx: Knex, ids: readonly string[]): Promise<ClientSnapshot[]> {
  const clients = await OAuthClient.query(trx).findByIds([...ids]);
  const roleIds = clients.flatMap(({ role_id }) => role_id ?? []);
  const roles = (await trx("roles").whereIn("id", roleIds).select("id", "name")) as Named[];
  return clients.map((client) => ({
    ...(Object.fromEntries(CLIENT_COLUMNS.map((name) => [name, client[name]])) as unknown as ClientSnapshot),
    role: roles.find(({ id }) => id === client.role_id)?.name ?? null,
  }));
}
interface Named {
  id: string;
  name: string;
}

const TOKEN_COLUMNS = ["id", "name", "scopes", "created_at", "expires_at", "last_used_at", "user_id"];

/** A personal access token with its owner. */
export type TokenSnapshot = Omit<TokenListRow, "role_ids" | "sort_value">;

const readTokens = async (trx: Knex, ids: readonly string[]): Promise<TokenSnapshot[]> =>
  (await trx("personal_access_tokens as t")
    .join("users", "users.id", "t.user_id")
    .whereIn("t.id", [...ids])
    .select(
      ...TOKEN_COLUMNS.map((name) => `t.${name}`),
      "first_name",
      "last_name",
      "email",
    )) as TokenSnapshot[];

/** How the subjects of events are read in the transaction of their change. */
const READERS = {
  user: readUsers,
  role: readRoles,
  client: readClients,
  token: readTokens,
  // whoever changes the settings has them
  settings: () => Promise.resolve([]),
} satisfies Record<string, (trx: Knex, ids: readonly string[]) => Promise<{ id: string }[]>>;
/** What events are about. */
export type SubjectKind = keyof typeof READERS;

/** The subjects as they are now, by id. */
export async function snapshotsOf(
  trx: Knex,
  kind: SubjectKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, object>> {
  const rows = await READERS[kind](trx, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}
