import type { Knex } from "knex";
import type { QueryBuilder } from "objection";
import type { ListSource } from "../lists/list-page.js";
import { modelList } from "../lists/model-list.js";
import { isId, rowsWithWord, searchedWords } from "../lists/search-words.js";
import { Organisation } from "./organisation.js";
import { withCustomRole } from "./held-role.js";

export const ORGANISATION_SORTS = ["name", "slug", "created_at"] as const;

/** All organisations with these words, for whoever may see all. Sorted by `ORGANISATION_SORTS`. */
export function allOrganisations(knex: Knex, search: string): ListSource<Organisation> {
  const words = searchedWords(search);
  return modelList(() => {
    const query = Organisation.query(knex);
    for (const word of words) whereFound(query, knex, word);
    return query;
  });
}

function whereFound(query: QueryBuilder<Organisation>, knex: Knex, word: string): void {
  const found = rowsWithWord(knex, "organisations", word).select("found.row_id");
  void query.where((either) => {
    void either.whereIn("id", found as never);
    if (isId(word)) void either.orWhere("id", word);
  });
}

/** What is said of an organisation beside something that belongs to it. */
export type OrganisationName = Pick<Organisation, "id" | "name" | "slug">;

/** The names of these organisations, by id, for whoever may read what belongs to them. */
export async function organisationNames(
  knex: Knex,
  ids: readonly string[],
): Promise<ReadonlyMap<string | null, OrganisationName>> {
  if (ids.length === 0) return new Map();
  const rows: OrganisationName[] = await Organisation.query(knex).findByIds([...new Set(ids)]);
  return new Map(rows.map(({ id, name, slug }) => [id, { id, name, slug }]));
}

/** An organisation of a person, and the person's role in it. */
export type OwnOrganisation = Pick<
  Organisation,
  "id" | "name" | "slug" | "logo" | "version" | "created_at" | "updated_at"
> & {
  /** The name. */
  role: string;
  /** Of a custom role of the organisation; null for a built-in one. */
  role_label: string | null;
  /** When the person became a member. */
  since: number;
};

/**
 * The organisations of a person, by name.
 * @param onlyId the only one to list; null for none, undefined for all
 */
export const organisationsOf = async (
  knex: Knex,
  userId: string,
  onlyId?: string | null,
): Promise<OwnOrganisation[]> =>
  (await withCustomRole(knex("memberships"))
    .join("organisations", "organisations.id", "memberships.organisation_id")
    .where("memberships.user_id", userId)
    .where((query) => void (onlyId !== undefined && query.where("organisations.id", onlyId)))
    .orderBy("organisations.name")
    .orderBy("organisations.id")
    .select(
      "organisations.*",
      "memberships.role",
      "organisation_roles.label as role_label",
      "memberships.created_at as since",
    )) as OwnOrganisation[];

/** Some organisations of a person, by name. */
export const firstOrganisationsOf = async (
  knex: Knex,
  userId: string,
  limit: number,
): Promise<Pick<Organisation, "name" | "slug">[]> =>
  (await knex("memberships")
    .join("organisations", "organisations.id", "memberships.organisation_id")
    .where("memberships.user_id", userId)
    .orderBy("organisations.name")
    .orderBy("organisations.id")
    .limit(limit)
    .select("organisations.name", "organisations.slug")) as Pick<Organisation, "name" | "slug">[];

/** How many organisations the person owns. */
export async function countOwned(knex: Knex, userId: string): Promise<number> {
  const [row] = (await knex("memberships").where({ user_id: userId, role: "owner" }).count({ n: "*" })) as [
    { n: number | string },
  ];
  return Number(row.n);
}
