import type { BuiltInRole } from "../../../src/domain/organisations/organisation-roles.js";
import { now } from "../../../src/lib/clock.js";
import { insertOrganisation } from "../../../src/models/organisations/new-organisation.js";
import { v7 as uuidv7 } from "uuid";
import type { Joining } from "../../../src/models/organisations/join-requests.js";
import type { Organisation } from "../../../src/models/organisations/organisation.js";
import type { User } from "../../../src/models/user.js";
import type { World } from "../app/world.js";

/** Makes the domain the organisation's own. */
export async function verifyDomain(
  { services: { knex } }: Pick<World, "services">,
  { id }: { id: string },
  domain: string,
  joining: Joining = "nobody",
): Promise<void> {
  const row = { organisation_id: id, domain, verified_domain: domain, joining };
  await knex("organisation_domains").insert({ ...row, challenge: "", verified_at: now(), created_at: now() });
}

/** Somebody asks to join. @returns the id of the request */
export async function askToJoin(
  { services: { knex }, make }: Pick<World, "services" | "make">,
  organisationId: string,
): Promise<string> {
  const [id, user] = [uuidv7(), await make.user()];
  const row = { id, organisation_id: organisationId, user_id: user.id, created_at: now(), updated_at: now() };
  await knex("organisation_join_requests").insert(row);
  return id;
}

/** An organisation with an owner and other members. */
export async function makeOrganisation(
  { services: { knex } }: Pick<World, "services">,
  owner: User,
  members: Partial<Record<Exclude<BuiltInRole, "owner">, User>> = {},
  columns: Partial<Pick<Organisation, "name" | "slug">> = {},
): Promise<Organisation> {
  const of = { name: "Acme", slug: "acme", ...columns };
  const organisation = await knex.transaction((trx) => insertOrganisation(trx, of, owner.id));
  for (const [role, { id }] of Object.entries(members)) {
    const row = { organisation_id: organisation.id, user_id: id, role, created_at: now() };
    await knex("memberships").insert(row);
  }
  return organisation;
}
