import type { Names } from "./names.js";

export const migrationFile = ({ table }: Names) => `import type { Knex } from "knex";
import { createTable } from "../src/database/table.js";

export async function up(knex: Knex): Promise<void> {
  await createTable(knex, "${table}", (table, columns) => {
    columns.uuid("id").notNullable().primary();
    table.string("name", 255).notNullable();
    columns.time("created_at").notNullable();
    columns.time("updated_at").notNullable();
    table.index(["created_at", "id"]);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable("${table}");
}
`;

export const modelFile = ({ table, model }: Names) => `import { StampedRow } from "./stamped-row.js";

/** A row of \`${table}\`. */
export class ${model} extends StampedRow {
  static override tableName = "${table}";

  declare name: string;
}
`;

export const domainFile = ({
  plural,
  singular,
  model,
  models,
  variable,
  word,
}: Names) => `import type { Knex } from "knex";
import { RowNotFound } from "../../lib/failures.js";
import { readPage, type ListPage, type PageRequest } from "../../models/lists/list-page.js";
import { modelList } from "../../models/lists/model-list.js";
import { ${model} } from "../../models/${variableFile(model)}.js";
import { lockActor } from "../access/locks.js";
import type { ActivityEvent } from "../audit/activities.js";
import { recordActivity } from "../audit/record.js";
import { inActorContext, type ActorContext, type ActorCall } from "../context.js";

export interface ${model}Input {
  name: string;
}

/** @param request \`sort\` is a column */
export const list${models} = ({ services }: ActorCall, request: PageRequest): Promise<ListPage<${model}>> =>
  readPage(request, modelList(() => ${model}.query(services.knex)));

/** @throws RowNotFound */
export const get${model} = ({ services }: ActorCall, id: string): Promise<${model}> => found(services.knex, id);

/** @throws ActionForbidden when the actor lost the permission after the request began */
export const create${model} = (call: ActorCall, input: ${model}Input): Promise<${model}> =>
  change(call, "create", async (context) => {
    const ${variable} = await ${model}.query(context.trx).insertAndFetch(input);
    await record(context, "${singular}_created", ${variable}, { after: input });
    return ${variable};
  });

/** Changes the given fields. @throws RowNotFound, ActionForbidden */
export const update${model} = (call: ActorCall, id: string, input: Partial<${model}Input>): Promise<${model}> =>
  change(call, "update", async (context) => {
    const before = await found(context.trx, id, true);
    const after = await before.$query(context.trx).patchAndFetch(input);
    await record(context, "${singular}_updated", after, { before: { name: before.name }, after: input });
    return after;
  });

/** @throws RowNotFound, ActionForbidden */
export const delete${model} = (call: ActorCall, id: string): Promise<void> =>
  change(call, "delete", async (context) => {
    const ${variable} = await found(context.trx, id, true);
    await ${variable}.$query(context.trx).delete();
    await record(context, "${singular}_deleted", ${variable}, { before: { name: ${variable}.name } });
  });

/** Locks the actor, checks the permission again, and runs the work in the same transaction. */
const change = <T>(
  call: ActorCall,
  act: "create" | "update" | "delete",
  work: (context: ActorContext) => Promise<T>,
): Promise<T> =>
  inActorContext(call, async (context) => {
    await lockActor(context, \`${plural}.\${act}\`);
    return work(context);
  });

async function found(knex: Knex, id: string, isLocked = false): Promise<${model}> {
  const query = ${model}.query(knex).findById(id);
  const ${variable} = await (isLocked ? query.forUpdate() : query);
  if (!${variable}) throw new RowNotFound();
  return ${variable};
}

/** Records a change of the ${word} in the activity log. */
const record = (
  { trx, actor, origin }: ActorContext,
  event: ActivityEvent,
  { id }: ${model},
  changes: object,
): Promise<void> =>
  recordActivity(trx, { event, actorId: actor.id, subject: { type: "${singular}", id }, changes }, origin);
`;

export const presenterFile = ({ model, variable }: Names) => `import { toRfc3339 } from "../lib/clock.js";
import type { ${model} } from "../models/${variableFile(model)}.js";
import type { Schema } from "./types.js";

export const present${model} = (${variable}: ${model}): Schema<"${model}"> => ({
  id: ${variable}.id,
  name: ${variable}.name,
  created_at: toRfc3339(${variable}.created_at),
  updated_at: toRfc3339(${variable}.updated_at),
});
`;

export const handlerFile = ({ plural, singular, model, models }: Names) => `import {
  create${model},
  delete${model},
  get${model},
  list${models},
  update${model},
} from "../../domain/${plural}/${plural}.js";
import { ApiResponse } from "../envelope.js";
import { respondWithList } from "../lists.js";
import { present${model} } from "../present-${variableFile(model)}.js";
import type { HandlersOf } from "../types.js";

export const handlers: HandlersOf<"${plural}"> = {
  "${plural}.index": (call) =>
    respondWithList(call, "-created_at", (request) => list${models}(call, request), present${model}),

  "${plural}.store": async (call) => ApiResponse.created(present${model}(await create${model}(call, call.body))),

  "${plural}.show": async (call) =>
    ApiResponse.ok(present${model}(await get${model}(call, call.params.${singular}))),

  "${plural}.update": async (call) =>
    ApiResponse.ok(present${model}(await update${model}(call, call.params.${singular}, call.body))),

  "${plural}.destroy": async (call) => {
    await delete${model}(call, call.params.${singular});
    return ApiResponse.empty();
  },
};
`;

/** `SupportTicket` → `support-ticket` */
export const variableFile = (model: string): string => model.replaceAll(/(?!^)([A-Z])/g, "-$1").toLowerCase();
