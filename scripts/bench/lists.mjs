// Measures every list, sort, filter and kind of page with 1,000,000 accounts and tokens:
// node --import tsx/esm scripts/bench/lists.mjs sqlite:/path/to/file|mysql://user:password@host:port/name [pattern of cases].
// ALL DATA IN THAT DATABASE IS DELETED, unless KEEP=1 measures the rows that are there.
import knex from "knex";
import { casesOf } from "./lists/cases.mjs";
import { fill } from "./lists/data.mjs";
import { median, percentile } from "./process.mjs";

const [url, pattern = ""] = process.argv.slice(2);
if (!url) throw new Error("Which database?");
const USERS = Number(process.env.USERS ?? 1_000_000);
const COUNTS = {
  users: USERS,
  tokens: Number(process.env.TOKENS ?? USERS),
  sessions: Number(process.env.SESSIONS ?? USERS),
  activity: Number(process.env.ACTIVITY ?? 5 * USERS),
  clients: 200,
};
const ROUNDS = Number(process.env.ROUNDS ?? 15);
/** Slow cases get fewer rounds. */
const BUDGET_MS = Number(process.env.BUDGET_MS ?? 2000);

const { knexConfig, readerConfig } = await import("../../src/database/knex-config.js");
const { migrate } = await import("../../src/database/migrate.js");
const { seedBasics } = await import("../../src/domain/upkeep/seed.js");
const { searchKey } = await import("../../src/models/user.js");
const { searchText } = await import("../../src/lib/text/search.js");
const { UserListQuery } = await import("../../src/models/lists/user-list.js");
const { TokenListQuery } = await import("../../src/models/lists/token-list.js");
const { ActivityListQuery } = await import("../../src/models/activity-list.js");
const { OwnActivityList } = await import("../../src/models/own-activity-list.js");
const { maintainLists } = await import("../../src/domain/upkeep/list-index.js");
const { readPage } = await import("../../src/models/lists/list-page.js");

const database = knex(knexConfig(url));
if (!process.env.KEEP) {
  await database.migrate.rollback(undefined, true);
  await migrate(url);
  await seedBasics(database);
  await fill(database, COUNTS, { searchKey, searchText });
  await maintainLists(database);
}
const models = { UserListQuery, TokenListQuery, ActivityListQuery, OwnActivityList, readPage };
// as `services.reads` does it
const readers = url.startsWith("sqlite:") ? knex(readerConfig(url.slice("sqlite:".length))) : database;
const cases = (await casesOf(readers, models)).filter(({ name }) => new RegExp(pattern).test(name));
console.log("| case | rows | first ms | median ms | p95 ms | must |\n| --- | --- | --- | --- | --- | --- |");
let missed = 0;
for (const { name, must, run } of cases) {
  const { firstMs, times, rows } = await measure(run);
  const isMissed = !times || (must !== null && median(times) > must);
  if (isMissed) missed++;
  const figures = times
    ? [firstMs, median(times), percentile(times, 0.95)].map((ms) => ms.toFixed(2))
    : ["failed", rows, ""];
  console.log(
    `| ${name} | ${times ? rows : ""} | ${figures.join(" | ")} | ${must ?? ""}${isMissed ? " **missed**" : ""} |`,
  );
}
console.log(`\n${cases.length} cases, ${missed} slower than they must be`);
await readers.destroy();
if (readers !== database) await database.destroy();

async function measure(run) {
  try {
    const began = performance.now();
    const first = await run();
    const firstMs = performance.now() - began;
    const times = [];
    const until = performance.now() + BUDGET_MS;
    while (times.length < ROUNDS && (times.length < 2 || performance.now() < until)) {
      const start = performance.now();
      await run();
      times.push(performance.now() - start);
    }
    return { firstMs, times, rows: first.total ?? first.items.length };
  } catch (error) {
    return { times: null, rows: error.code ?? error.message };
  }
}
