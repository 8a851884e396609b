import type { BuiltInRole } from "../../../src/domain/organisations/organisation-roles.js";
import { now } from "../../../src/lib/clock.js";
import { insertOrganisation } from "../../../src/models/organisations/new-organisation.js";
import type { Organisation } from "../../../src/models/organisations/organisation.js";
import type { User } from "../../../src/models/user.js";
import type { World } from "../app/world.js";

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
