import { ImportFiles } from "../../../src/domain/import/import-files.js";
import { HOUR } from "../../../src/lib/clock.js";
import type { RunningProduct } from "../browser/running-product.js";
import { MOMENT } from "./demo.js";
import { administrator, sendsNothing, type OpenPage } from "./page-states.js";
import type { PageState } from "./pages.js";

const LIST = "/admin/users/import";
const ID = "0198a3f2-5c7d-7e41-9b06-3d8f2a6c1e5";

const SUMMARY = {
  ...{ dry_run: true, run: null, created: 1234, updated: 0, exists: 5, refused: 23, lacks_passwords: false },
  carried: {
    password: { in_file: 1230, carried: 1230 },
    "verified email": { in_file: 1190, carried: 1190 },
    "second factor": { in_file: 40, carried: 38 },
    passkeys: { in_file: 85, carried: 85 },
    identities: { in_file: 12, carried: 0 },
  },
  unread_fields: { attributes: 12, federationLink: 3 },
  unmapped_roles: { offline_access: 1234 },
  unmapped_providers: { google: 12 },
  refused_rows: [
    { line: 17, email: null, reason: "The row has no email." },
    { line: 311, email: "ada@acme.test", reason: "The role chief doesn't exist." },
  ],
};
const OPTIONS = { format: "jsonl", role: "user", allowAdministrators: false, updates: false };

/** An import in each state that looks different. @param n the last digit of its id */
const run = (n: number, state: string, more: object = {}) => ({
  ...{ id: `${ID}${n}`, source: "keycloak", state, created_at: MOMENT - n * HOUR },
  ...{ file_name: "acme-users.jsonl", file_bytes: 812_044, options: JSON.stringify(OPTIONS) },
  summary: JSON.stringify(SUMMARY),
  ...more,
});
const PROBLEM = {
  key: "import.not_csv",
  values: { line: "602", file: "users.csv", reason: "a stray quote" },
};
const RUNS = [
  run(1, "importing", { rows_read: 512, bytes_read: 340_100 }),
  run(2, "checked", { reported_at: MOMENT }),
  run(3, "finished", {
    ...{ finished_at: MOMENT, reported_at: MOMENT },
    summary: JSON.stringify({ ...SUMMARY, dry_run: false }),
  }),
  run(4, "rejected", {
    problem: JSON.stringify(PROBLEM),
    summary: null,
    file_name: "users.csv",
    options: JSON.stringify({ ...OPTIONS, map: "email=mail" }),
  }),
  run(5, "importing", {
    ...{ finished_at: MOMENT, file_name: null, file_bytes: null, options: null, summary: null },
    source: "laravel",
  }),
  run(6, "checked", { summary: JSON.stringify({ ...SUMMARY, lacks_passwords: true, refused: 2 }) }),
];

async function imports({ world }: RunningProduct): Promise<void> {
  const { knex } = world.services;
  for (const row of RUNS) await knex("import_runs").insert(row);
  const report = await new ImportFiles(world.services).create(`${ID}2`, "report");
  await report.close();
  const user = await world.make.user();
  await knex("imported_accounts").insert({ user_id: user.id, run_id: `${ID}3`, version: user.version });
}

const state = (name: string, show: OpenPage): PageState => ({ name, route: "admin.users.imports", show });
const one = (name: string, n: number, unpictured = false): PageState => ({
  ...{ name, route: "admin.users.imports.show" },
  show: administrator(`${LIST}/${ID}${n}`, { prepare: imports }),
  ...(unpictured ? { unpictured } : {}),
});

/** The imports of accounts. */
export const IMPORT_PAGES: readonly PageState[] = [
  state("imports", administrator(LIST, { prepare: imports })),
  state("imports-empty", administrator(LIST)),
  state("imports-errors", sendsNothing(administrator(LIST), LIST)),
  one("import-busy", 1),
  one("import-checked", 2),
  one("import-finished", 3),
  one("import-rejected", 4),
  one("import-of-the-command-line", 5, true),
  one("import-without-passwords", 6, true),
];
