import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { selectAll } from "../../database/raw.js";
import type { RowReader } from "../../database/row-reader.js";
import type { Awaitable } from "../../lib/awaitable.js";
import { CLIENT_CREDENTIAL_TABLES } from "../credential-kinds.js";
import type { OAuthClient } from "../oauth-client.js";
import { endCredentials } from "../revoke-credentials.js";
import { Organisation } from "./organisation.js";

/** The organisation that a token is for, and the role there of whom the token acts for. */
export interface ActingFor extends Pick<Organisation, "id" | "name" | "slug"> {
  /** The name of a built-in role, or of a custom one of the organisation. */
  role: string;
}

/** An organisation that a person can act for. */
export interface ActingForOwn extends ActingFor {
  /** Of a custom role; null for a built-in one. */
  role_label: string | null;
}

const OF_PERSON = `select o.id, o.name, o.slug, m.role, r.label as role_label
  from memberships m join organisations o on o.id = m.organisation_id
    left join organisation_roles r on r.organisation_id = m.organisation_id and r.name = m.role
  where m.user_id = ?`;

/** An organisation of a person; undefined when the person isn't a member. */
export const actingFor = (
  rows: RowReader,
  userId: string,
  organisationId: string,
): Awaitable<ActingForOwn | undefined> => rows.one(`${OF_PERSON} and o.id = ?`, [userId, organisationId]);

/** The organisation of a client that acts for itself; undefined without a role there, and while it is suspended. */
export const actingForClient = (
  rows: RowReader,
  {
    organisation_id: id,
    organisation_role: role,
  }: Pick<OAuthClient, "organisation_id" | "organisation_role">,
): Awaitable<ActingFor | undefined> =>
  id === null || role === null
    ? undefined
    : rows.one("select id, name, slug, ? as role from organisations where id = ? and status <> 'suspended'", [
        role,
        id,
      ]);

/** All organisations of a person, by name. */
export const actingForAll = (knex: Knex, userId: string): Promise<ActingForOwn[]> =>
  selectAll<ActingForOwn>(knex, `${OF_PERSON} order by o.name, o.id`, [userId]);

/** `actingFor` by the id or the slug. */
export function actingForKey(
  rows: RowReader,
  userId: string,
  key: string,
): Awaitable<ActingForOwn | undefined> {
  // MariaDB raises an error when it compares an id with other text
  if (!/^[\x21-\x7e]+$/.test(key)) return undefined;
  // an organisation's slug is never a UUID
  return rows.one(`${OF_PERSON} and o.${isUuid(key) ? "id" : "slug"} = ?`, [userId, key.toLowerCase()]);
}

/** An organisation and the role of a member. */
export interface LockedMembership {
  organisation: Organisation;
  role: string;
}

/**
 * Locks the organisation with a shared lock, so that the membership can't end before the transaction does.
 * @returns undefined when the person isn't a member
 */
export async function lockMembership(
  trx: Knex.Transaction,
  userId: string,
  organisationId: string,
): Promise<LockedMembership | undefined> {
  const organisation = await Organisation.query(trx).findById(organisationId).forShare();
  if (!organisation) return undefined;
  // read under the lock: a snapshot of the transaction could be older
  const member = (await trx("memberships")
    .where({ organisation_id: organisationId, user_id: userId })
    .forShare()
    .first("role")) as { role: string } | undefined;
  return member && { organisation, role: member.role };
}

/** Ends the tokens and codes for an organisation. The organisation's row is locked, so that none is issued meanwhile. */
export async function endTokens(
  knex: Knex,
  where: { organisation_id: string; user_id?: string },
): Promise<void> {
  await endCredentials(knex as Knex.Transaction, CLIENT_CREDENTIAL_TABLES, where);
}
