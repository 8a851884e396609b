import type { Knex } from "knex";
import type { ModelClass, PartialModelObject, QueryBuilder } from "objection";
import { StampedRow } from "../stamped-row.js";

/** A row that belongs to an organisation. Its table has the column `organisation_id`. */
export class OwnedRow extends StampedRow {
  declare organisation_id: string;
}

/** The rows of a table that belong to one organisation. `OrganisationScope` makes it. */
export class OwnedRows<M extends OwnedRow> {
  constructor(
    private readonly knex: Knex,
    private readonly model: ModelClass<M>,
    private readonly organisationId: string,
  ) {}

  /** A new query for the rows. */
  query(): QueryBuilder<M, M[]> {
    const owned = { organisation_id: this.organisationId };
    return this.model.query(this.knex).where(owned) as unknown as QueryBuilder<M, M[]>;
  }

  insert(columns: PartialModelObject<M>): QueryBuilder<M, M> {
    const row = { ...columns, organisation_id: this.organisationId };
    return this.model.query(this.knex).insertAndFetch(row) as unknown as QueryBuilder<M, M>;
  }
}
