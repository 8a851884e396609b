// Measures the lists of organisations with 10,000 organisations and 1,000,000 memberships against their goal of 50 ms. The first
// organisation has 5,000 members, the others about 100, and the first person is in 500:
// node --import tsx/esm scripts/bench/organisations.mjs sqlite:/path/to/file|mysql://user:password@host:port/name [pattern of cases].
// ALL DATA IN THAT DATABASE IS DELETED, unless KEEP=1 measures the rows that are there.
import knex from "knex";
import { fill, insert, without } from "./lists/data.mjs";
import { report } from "./lists/report.mjs";

const [url, pattern = ""] = process.argv.slice(2);
if (!url) throw new Error("Which database?");
const USERS = Number(process.env.USERS ?? 200_000);
const ORGANISATIONS = Number(process.env.ORGANISATIONS ?? 10_000);
const MEMBERSHIPS = Number(process.env.MEMBERSHIPS ?? 1_000_000);
const LARGE = MEMBERSHIPS / 200;
const MUST_MS = 50;
const isSqlite = url.startsWith("sqlite:");

const { knexConfig, readerConfig } = await import("../../src/database/knex-config.js");
const { migrate } = await import("../../src/database/migrate.js");
const { seedBasics } = await import("../../src/domain/upkeep/seed.js");
const { keepCounts } = await import("../../src/domain/upkeep/lists.js");
const { completeWords } = await import("../../src/models/lists/word-check.js");
const { searchKey } = await import("../../src/models/user.js");
const { searchText } = await import("../../src/lib/text/search.js");
const { readPage } = await import("../../src/models/lists/list-page.js");
const { OrganisationScope } = await import("../../src/models/organisations/scope.js");
const { allOrganisations, organisationsOf } =
  await import("../../src/models/organisations/organisation-list.js");

const database = knex(knexConfig(url));
const slugOf = (number) => `organisation-${number}`;
if (!process.env.KEEP) {
  await database.migrate.rollback(undefined, true);
  await migrate(url);
  await seedBasics(database);
  await fill(database, { users: USERS, tokens: 1 }, { searchKey, searchText });
  await fillOrganisations();
  await completeWords(database);
  await keepCounts(database);
}
// as `services.reads` does it
const readers = isSqlite ? knex(readerConfig(url.slice("sqlite:".length))) : database;
const hiddenRoleIds = await readers("roles").where({ name: "system_admin" }).pluck("id");
const person = await database("users").orderBy("id").first("id");
await report(cases().filter(([name]) => new RegExp(pattern).test(name)));
await readers.destroy();
if (readers !== database) await database.destroy();

async function fillOrganisations() {
  const now = Date.now();
  const ids = Array.from({ length: ORGANISATIONS }, (_, number) => uuidOf(number));
  const users = await database("users").orderBy("id").pluck("id");
  const createdAt = (number, count) => now - 31_536_000_000 + Math.floor((number * 31_000_000_000) / count);
  await without(database, "organisations", () =>
    insert(database, "organisations", ORGANISATIONS, (number) => ({
      id: ids[number],
      name: `${["Acme", "Globex", "Initech", "Umbrella"][number % 4]} ${(number * 31) % 9973} Limited`,
      slug: slugOf(number),
      version: 1,
      created_at: createdAt(number, ORGANISATIONS),
      updated_at: createdAt(number, ORGANISATIONS),
    })),
  );
  const membersOfRest = Math.ceil((MEMBERSHIPS - LARGE) / (ORGANISATIONS - 1));
  const roleOf = (number) => (number === 0 ? "owner" : number % 40 === 1 ? "admin" : "member");
  await without(database, "memberships", () =>
    insert(database, "memberships", MEMBERSHIPS, (number) => {
      const organisation = number < LARGE ? 0 : 1 + Math.floor((number - LARGE) / membersOfRest);
      const place = number < LARGE ? number : (number - LARGE) % membersOfRest;
      // the first person is in 500 of them
      const user = place === 0 && organisation <= 500 ? 0 : 1 + ((organisation * 397 + place) % (USERS - 1));
      return {
        organisation_id: ids[organisation],
        user_id: users[user],
        role: roleOf(place),
        created_at: createdAt(number, MEMBERSHIPS),
      };
    }),
  );
}

function uuidOf(number) {
  return `01900000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`;
}

/** Name, most milliseconds, and the read. */
function cases() {
  const enter = (key, userId = null) =>
    OrganisationScope.enter(readers, { key, userId, hiddenRoleIds, isLocked: false }, () => undefined);
  const page = (source, sort, request = {}) => readPage({ sort, page: 1, perPage: 15, ...request }, source);
  const members =
    (key, { userId = null, ...filters }, request) =>
    async () =>
      page((await enter(key, userId)).memberList(filters), "-created_at", request);
  const filters = {
    all: {},
    "as its owner": { userId: person.id },
    admins: { role: "admin" },
    members: { role: "member" },
    "one in 8": { search: "hopper" },
    everybody: { search: "example" },
    "two words": { search: "grace torvalds" },
    "one person": { search: "user15838.2@example.test" },
    nobody: { search: "zzqx" },
    "admins, one in 8": { role: "admin", search: "hopper" },
  };
  const all = (search = "") => allOrganisations(readers, search);
  return [
    ...["name", "-created_at", "slug"].flatMap((sort) => [
      [`organisations ${sort}: page`, MUST_MS, () => page(all(), sort)],
      [`organisations ${sort}: page 600`, MUST_MS, () => page(all(), sort, { page: 600 })],
    ]),
    ...["acme", "limited", "organisation-77", "acme limited", "zzqx"].map((search) => [
      `organisations, ${search}`,
      MUST_MS,
      () => page(all(search), "name"),
    ]),
    [
      "organisations of a person who is in 500",
      MUST_MS,
      async () => ({ items: await organisationsOf(readers, person.id) }),
    ],
    ...Object.entries(filters).flatMap(([name, given]) => [
      [`members of the large one, ${name}`, MUST_MS, members(slugOf(0), given)],
      [`members of a small one, ${name}`, MUST_MS, members(slugOf(100), given)],
    ]),
    ["members of the large one, page 300", MUST_MS, members(slugOf(0), {}, { page: 300 })],
  ];
}
