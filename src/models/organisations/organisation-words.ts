import type { Knex } from "knex";
import { addWords, removeWords, type SearchedRow } from "../lists/search-words.js";

/** What organisations are found by. */
export const searchedOrganisation = (row: { id: string; name: string; slug: string }): SearchedRow => ({
  id: row.id,
  texts: [row.name, row.slug],
});

/** Writes the words of a new or changed organisation, in the transaction of the change. */
export async function changeOrganisationWords(
  trx: Knex,
  organisation: { id: string; name: string; slug: string },
): Promise<void> {
  await removeWords(trx, ["organisations"], [organisation.id]);
  await addWords(trx, "organisations", [searchedOrganisation(organisation)]);
}
