import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { selectAll } from "../../database/raw.js";
import type { ActivityRow } from "../../models/activity-list.js";
import { loggedUrl } from "../../models/events/webhook.js";
import { fullNameOf } from "../../models/public-user.js";

/** A user named in a row. Rows of deleted users stay. */
export interface Person {
  id: string;
  name: string;
  email: string;
  isDeleted: boolean;
}

interface PersonRow {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  deleted_at: number | null;
}

/** A condition with a placeholder for each id. */
const idIn = (ids: readonly string[]): string => `id in (${ids.map(() => "?").join()})`;

interface NameColumn {
  table: string;
  column: string;
  /** The name as it is shown, if it isn't the value of the column. */
  shown?: (value: string) => string;
}

/** Subject type → where its name is. */
const NAMED: Record<string, NameColumn> = {
  import: { table: "import_runs", column: "source" },
  oauth_client: { table: "oauth_clients", column: "name" },
  personal_access_token: { table: "personal_access_tokens", column: "name" },
  organisation: { table: "organisations", column: "name" },
  role: { table: "roles", column: "label" },
  sign_in_provider: { table: "sign_in_providers", column: "name" },
  webhook: { table: "webhooks", column: "url", shown: loggedUrl },
};

/** The ids in a row. */
type Named = Pick<ActivityRow, "actor_id" | "owner_id" | "subject_type" | "subject_id" | "client_id">;

/** Resolves the ids in some rows to names. */
export class ActivityNames {
  private constructor(
    private readonly people: ReadonlyMap<string, Person>,
    private readonly things: ReadonlyMap<string, string>,
  ) {}

  static async of(knex: Knex, rows: readonly Named[]): Promise<ActivityNames> {
    const people = new Set<string>();
    for (const { actor_id, owner_id, subject_type, subject_id } of rows)
      for (const id of [actor_id, owner_id, subject_type === "user" ? subject_id : null])
        if (id !== null && isUuid(id)) people.add(id);
    return new ActivityNames(await peopleOf(knex, [...people]), await thingsOf(knex, rows));
  }

  person(id: string | null): Person | null {
    return id === null ? null : (this.people.get(id) ?? null);
  }

  thing(id: string | null): string | null {
    return id === null ? null : (this.things.get(id) ?? null);
  }
}

async function peopleOf(knex: Knex, ids: string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const columns = "id, first_name, last_name, email, deleted_at";
  const rows = await selectAll<PersonRow>(knex, `select ${columns} from users where ${idIn(ids)}`, ids);
  return new Map(rows.map((row) => [row.id, personOf(row)]));
}

const personOf = (row: PersonRow): Person => ({
  id: row.id,
  name: fullNameOf(row),
  email: row.email,
  isDeleted: row.deleted_at !== null,
});

async function thingsOf(knex: Knex, rows: readonly Named[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [type, { table, column, shown = (value: string) => value }] of Object.entries(NAMED)) {
    const named = rows.filter((row) => row.subject_type === type).map((row) => row.subject_id!);
    if (type === "oauth_client") named.push(...rows.flatMap(({ client_id }) => client_id ?? []));
    for (const [id, name] of await namesIn(knex, named, table, column)) names.set(id, shown(name));
  }
  return names;
}

/** The names of these clients by their ids, those of deleted ones too. */
export const clientNames = (knex: Knex, ids: readonly string[]): Promise<Map<string, string>> =>
  namesIn(knex, ids, "oauth_clients", "name");

async function namesIn(
  knex: Knex,
  named: readonly string[],
  table: string,
  column: string,
): Promise<Map<string, string>> {
  const ids = [...new Set(named)].filter((id) => isUuid(id));
  if (ids.length === 0) return new Map();
  const rows = await selectAll<{ id: string; name: string }>(
    knex,
    `select id, ${column} as name from ${table} where ${idIn(ids)}`,
    ids,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
