// Measures the lists of users and tokens with 1,000,000 accounts and tokens, as an administrator who can't see the holders of
// `system_admin`, against their goals:
// node --import tsx/esm scripts/bench/lists.mjs sqlite:/path/to/file|mysql://user:password@host:port/name [pattern of cases].
// ALL DATA IN THAT DATABASE IS DELETED, unless KEEP=1 measures the rows that are there.
import knex from "knex";
import { fill } from "./lists/data.mjs";
import { report } from "./lists/report.mjs";

const [url, pattern = ""] = process.argv.slice(2);
if (!url) throw new Error("Which database?");
const USERS = Number(process.env.USERS ?? 1_000_000);
const DAY = 86_400_000;
const PER_PAGE = 15;
/** All matches have the last first name, so they are at the end of the list by name. */
const LATE = { search: "yılmaz" };
const ONE_WORD = { "1 in 8": "hopper", everybody: "example", "one character": "g", nobody: "zzqx" };
const TWO_WORDS = { "two words": "grace torvalds", "everybody, 1 in 8": "example hopper" };
const isSqlite = url.startsWith("sqlite:");
const isLarge = USERS > 100_000;
const MUST = isLarge
  ? { page: 50, words: 100, late: 400, total: isSqlite ? 300 : 600, totalOfTwo: 2000 }
  : { page: 40, words: 40, late: 40, total: 40, totalOfTwo: 40 };

const { knexConfig, readerConfig } = await import("../../src/database/knex-config.js");
const { migrate } = await import("../../src/database/migrate.js");
const { seedBasics } = await import("../../src/domain/upkeep/seed.js");
const { keepCounts } = await import("../../src/domain/upkeep/lists.js");
const { completeWords } = await import("../../src/models/lists/word-check.js");
const { searchKey } = await import("../../src/models/user.js");
const { searchText } = await import("../../src/lib/text/search.js");
const { readPage } = await import("../../src/models/lists/list-page.js");
const { TokenListQuery } = await import("../../src/models/lists/token-list.js");
const { UserListQuery } = await import("../../src/models/lists/user-list.js");

const database = knex(knexConfig(url));
if (!process.env.KEEP) {
  await database.migrate.rollback(undefined, true);
  await migrate(url);
  await seedBasics(database);
  await fill(database, { users: USERS, tokens: USERS }, { searchKey, searchText });
  const started = performance.now();
  await completeWords(database);
  console.error(`words in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  await keepCounts(database);
}
// as `services.reads` does it
const readers = isSqlite ? knex(readerConfig(url.slice("sqlite:".length))) : database;
const hidden = await readers("roles").where({ name: "system_admin" }).pluck("id");
await report(cases().filter(([name]) => new RegExp(pattern).test(name)));
await readers.destroy();
if (readers !== database) await database.destroy();

/** Name, most milliseconds, and the read. */
function cases() {
  const users = (filters = {}, options = {}) => new UserListQuery(readers, hidden, filters, options);
  const tokens = (search = "") =>
    new TokenListQuery(readers, { hiddenRoleIds: hidden, ownerId: null }, search);
  const page = (source, sort, number = 1) => readPage({ sort, page: number, perPage: PER_PAGE }, source);
  const total = async (source) => ({ total: await source.total() });
  const totals = new Map();
  /** A page without the time of its total, which the first read of the key counts. */
  const rows = async (key, make, sort, offset = 0) => {
    if (!totals.has(key)) totals.set(key, await make().total());
    const source = make();
    source.total = async () => totals.get(key);
    return { items: (await source.slice(sort, PER_PAGE, offset)).rows };
  };
  const filters = {
    "status active": { status: "active" },
    "status banned": { status: "banned" },
    "role user": { role: "user" },
    "role admin": { role: "admin" },
    "created within a month": { createdFrom: Date.now() - 30 * DAY },
    "two factor on": { twoFactor: true },
    "two factor off": { twoFactor: false },
    "not signed in for 180 days": { notSignedInSince: Date.now() - 180 * DAY },
    "banned, role user": { status: "banned", role: "user" },
  };
  return [
    ...["-created_at", "full_name", "email", "-last_login_at"].flatMap((sort) => [
      [`users ${sort}: page`, MUST.page, () => page(users(), sort)],
      [`users ${sort}: page 6000`, MUST.page, () => page(users(), sort, Math.min(6000, USERS / 20))],
    ]),
    ...Object.entries(filters).flatMap(([name, given]) => [
      [`users, ${name}: total`, MUST.total, () => total(users(given))],
      [`users, ${name}: page`, MUST.page, () => rows(name, () => users(given), "-created_at")],
      [`users, ${name}, by email: page`, MUST.page, () => rows(name, () => users(given), "email")],
    ]),
    ...Object.entries({ ...ONE_WORD, ...TWO_WORDS }).flatMap(([name, search]) => [
      [
        `users, ${name}: total`,
        name in ONE_WORD ? MUST.total : MUST.totalOfTwo,
        () => total(users({ search })),
      ],
      [`users, ${name}: page`, MUST.words, () => rows(search, () => users({ search }), "-created_at")],
      [
        `users, ${name}, by name: page 300`,
        MUST.words,
        () => rows(search, () => users({ search }), "full_name", 4500),
      ],
    ]),
    [
      "users, hopper and active: total",
      MUST.totalOfTwo,
      () => total(users({ search: "hopper", status: "active" })),
    ],
    ["users, late: page", MUST.late, () => rows("late", () => users(LATE), "full_name")],
    ["users, late: screen", null, () => page(users(LATE, { upTo: 10_000 }), "full_name")],
    [
      "users, everybody: screen",
      MUST.words,
      () => page(users({ search: "example" }, { upTo: 10_000 }), "email"),
    ],
    [
      "users, everybody: last page",
      MUST.words,
      () => page(users({ search: "example" }, { upTo: 10_000 }), "email", -1),
    ],
    ...["-created_at", "owner"].map((sort) => [`tokens ${sort}: page`, null, () => page(tokens(), sort)]),
    ...["backup", "hopper", "zzqx"].flatMap((search) => [
      [`tokens, ${search}: total`, null, () => total(tokens(search))],
      [
        `tokens, ${search}: page`,
        MUST.words,
        () => rows(`tokens ${search}`, () => tokens(search), "-created_at"),
      ],
    ]),
  ];
}
