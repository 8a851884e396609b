import { variableFile } from "./code-files.js";
import type { Names } from "./names.js";

export const ownedMigrationFile = ({ table }: Names) => `import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "${table}", (table, columns) => {
    columns.uuid("id").notNullable().primary();
    columns
      .uuid("organisation_id")
      .notNullable()
      .references("id")
      .inTable("organisations")
      .onDelete("CASCADE");
    table.string("name", 255).notNullable();
    columns.time("created_at").notNullable();
    columns.time("updated_at").notNullable();
    table.index(["organisation_id", "created_at", "id"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("${table}");
}
`;

export const ownedModelFile = ({
  table,
  model,
  variables,
  words,
}: Names) => `import { OwnedRow, type OwnedRows } from "./organisations/owned-rows.js";
import type { OrganisationScope } from "./organisations/scope.js";

/** A row of \`${table}\`. */
class ${model} extends OwnedRow {
  static override tableName = "${table}";

  declare name: string;
}

export type { ${model} };

/** The ${words} of an organisation. The class itself isn't exported: a query without an organisation doesn't compile. */
export const ${variables}Of = (scope: OrganisationScope): OwnedRows<${model}> => scope.rows<${model}>(${model});
`;

export const ownedDomainFile = ({
  plural,
  singular,
  model,
  models,
  variable,
  variables,
  word,
}: Names) => `import { RowNotFound } from "../../lib/failures.js";
import { readPage, type ListPage, type PageRequest } from "../../models/lists/list-page.js";
import { modelList } from "../../models/lists/model-list.js";
import type { OrganisationScope } from "../../models/organisations/scope.js";
import { ${variables}Of, type ${model} } from "../../models/${variableFile(model)}.js";
import type { Administrator, RoleHolder } from "../access/actor.js";
import type { ActivityEvent } from "../audit/activities.js";
import { recordActivity } from "../audit/record.js";
import { inActorContext, type ActorCall, type ActorContext, type ReadCall } from "../context.js";
import { enterOrganisation, lockOrganisation } from "../organisations/access.js";

export interface ${model}Input {
  name: string;
}

/** @param key the id or the slug of the organisation. @param request \`sort\` is a column. @throws RowNotFound, ActionForbidden */
export async function list${models}(
  { services, actor }: ReadCall<RoleHolder>,
  key: string,
  request: PageRequest,
): Promise<ListPage<${model}>> {
  const scope = await enterOrganisation(services.knex, actor, key, "${plural}.read");
  return readPage(
    request,
    modelList(() => ${variables}Of(scope).query()),
  );
}

/** @throws RowNotFound, ActionForbidden */
export async function get${model}(
  { services, actor }: ReadCall<RoleHolder>,
  key: string,
  id: string,
): Promise<${model}> {
  return found(await enterOrganisation(services.knex, actor, key, "${plural}.read"), id);
}

/** @throws RowNotFound, ActionForbidden */
export const create${model} = (
  call: ActorCall<Administrator>,
  key: string,
  input: ${model}Input,
): Promise<${model}> =>
  inActorContext(call, async (context) => {
    const { scope } = await lockOrganisation(context, key, "${plural}.create");
    const ${variable} = await ${variables}Of(scope).insert(input);
    await record(context, "${singular}_created", ${variable}, { after: input });
    return ${variable};
  });

/** Changes the given fields. @throws RowNotFound, ActionForbidden */
export const update${model} = (
  call: ActorCall<Administrator>,
  key: string,
  id: string,
  input: Partial<${model}Input>,
): Promise<${model}> =>
  inActorContext(call, async (context) => {
    const { scope } = await lockOrganisation(context, key, "${plural}.update");
    const before = await found(scope, id);
    const after = await before.$query(context.trx).patchAndFetch(input);
    await record(context, "${singular}_updated", after, { before: { name: before.name }, after: input });
    return after;
  });

/** @throws RowNotFound, ActionForbidden */
export const delete${model} = (call: ActorCall<Administrator>, key: string, id: string): Promise<void> =>
  inActorContext(call, async (context) => {
    const { scope } = await lockOrganisation(context, key, "${plural}.delete");
    const ${variable} = await found(scope, id);
    await ${variable}.$query(context.trx).delete();
    await record(context, "${singular}_deleted", ${variable}, { before: { name: ${variable}.name } });
  });

async function found(scope: OrganisationScope, id: string): Promise<${model}> {
  const ${variable} = await ${variables}Of(scope).query().findById(id);
  if (!${variable}) throw new RowNotFound();
  return ${variable};
}

/** Records a change of the ${word} in the activity log. */
const record = (
  { trx, actor, origin }: ActorContext<Administrator>,
  event: ActivityEvent,
  { id }: ${model},
  changes: object,
): Promise<void> =>
  recordActivity(trx, { event, actorId: actor.id, subject: { type: "${singular}", id }, changes }, origin);
`;

export const ownedHandlerFile = ({ plural, singular, model, models }: Names) => `import {
  create${model},
  delete${model},
  get${model},
  list${models},
  update${model},
} from "../../../domain/${plural}/${plural}.js";
import { ApiResponse } from "../../envelope.js";
import { respondWithList } from "../../lists.js";
import { present${model} } from "../../present-${variableFile(model)}.js";
import type { HandlersOf } from "../../types.js";

export const handlers: HandlersOf<"service/${plural}"> = {
  "${plural}.index": (call) =>
    respondWithList(
      call,
      "-created_at",
      (request) => list${models}(call, call.params.organisation, request),
      present${model},
    ),

  "${plural}.store": async (call) =>
    ApiResponse.created(present${model}(await create${model}(call, call.params.organisation, call.body))),

  "${plural}.show": async (call) => {
    const { organisation, ${singular} } = call.params;
    return ApiResponse.ok(present${model}(await get${model}(call, organisation, ${singular})));
  },

  "${plural}.update": async (call) => {
    const { organisation, ${singular} } = call.params;
    return ApiResponse.ok(present${model}(await update${model}(call, organisation, ${singular}, call.body)));
  },

  "${plural}.destroy": async (call) => {
    await delete${model}(call, call.params.organisation, call.params.${singular});
    return ApiResponse.empty();
  },
};
`;
