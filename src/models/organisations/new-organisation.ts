import type { Knex } from "knex";
import { now } from "../../lib/clock.js";
import { Organisation } from "./organisation.js";
import { changeOrganisationWords } from "./organisation-words.js";

/** Inserts an organisation with its first owner. */
export async function insertOrganisation(
  trx: Knex.Transaction,
  columns: Pick<Organisation, "name" | "slug">,
  ownerId: string,
): Promise<Organisation> {
  const organisation = await Organisation.query(trx).insertAndFetch({ ...columns, version: 1 });
  await changeOrganisationWords(trx, organisation);
  const membership = { organisation_id: organisation.id, user_id: ownerId, role: "owner", created_at: now() };
  await trx("memberships").insert(membership);
  return organisation;
}
