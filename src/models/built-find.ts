import type { Knex } from "knex";
import type { Model, ModelConstructor } from "objection";
import { selectBuilt, sqlOf, type QueryValue } from "../database/built-queries.js";

/** The first row of a query of models whose SQL is built once for its shape. The models need no `$afterFind`. */
export async function findBuilt<M extends Model>(
  model: ModelConstructor<M> & Pick<typeof Model, "fromDatabaseJson">,
  knex: Knex,
  shape: string,
  values: readonly QueryValue[],
  build: (values: readonly QueryValue[]) => { toKnexQuery: () => Knex.QueryBuilder },
): Promise<M | undefined> {
  const rows = await selectBuilt<object>(knex, shape, values, (marks) => sqlOf(build(marks).toKnexQuery()));
  return rows[0] && (model.fromDatabaseJson(rows[0]) as M);
}
