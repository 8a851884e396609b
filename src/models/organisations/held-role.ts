import type { Knex } from "knex";
import type { HeldRole } from "./organisation.js";

/** @param rights as stored: names, separated by blanks */
export const rightsIn = (rights: string): string[] => rights.split(" ").filter((right) => right !== "");

/** A role in `memberships` that is joined with the custom roles; null rights stand for a built-in one. */
export const heldRole = (name: string, rights: string | null): HeldRole => ({
  name,
  customRights: rights === null ? null : rightsIn(rights),
});

/** Adds the own role of each membership, if it has one, as `organisation_roles`. */
export const withCustomRole = (memberships: Knex.QueryBuilder): Knex.QueryBuilder =>
  memberships.leftJoin("organisation_roles", (on) => {
    on.on("organisation_roles.organisation_id", "memberships.organisation_id").andOn(
      "organisation_roles.name",
      "memberships.role",
    );
  });
