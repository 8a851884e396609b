// The lists that lists.mjs measures: every sort, filter and kind of page, as an administrator who can't see the
// holders of `system_admin`.
import { TOKEN_SORTS } from "../../../src/models/lists/token-list.js";
import { USER_SCREEN_SORTS } from "../../../src/models/lists/user-sorts.js";

const DAY = 86_400_000;
const PER_PAGE = 15;
const LATE = 6000;

const SEARCHES = {
  "one person": "777777@",
  nobody: "zzqx",
  "1 in 8": "hopper",
  everybody: "@example.test",
  "two words": "grace turing",
  digits: "2024",
  "part of an id": "-7abc-8",
  "one character": "g",
  "two characters": "lo",
  wildcards: "%%%%%%",
};

/** @returns [name, must in ms, run] for each case. `run(knex)` reads a page. */
export async function casesOf(
  knex,
  { UserListQuery, TokenListQuery, ActivityListQuery, OwnActivityList, readPage },
) {
  const systemAdmin = (await knex("roles").where({ name: "system_admin" }).first("id")).id;
  const hidden = [systemAdmin];
  const isSqlite = knex.client.dialect === "sqlite3";
  const totalMs = isSqlite ? 50 : 100;
  const now = Date.now();
  const [person] = await knex("users")
    .whereNull("deleted_at")
    .orderBy("created_at")
    .limit(1)
    .offset(20)
    .pluck("id");
  const filters = {
    "status active": { status: "active" },
    "status banned": { status: "banned" },
    "role user": { role: "user" },
    "role admin": { role: "admin" },
    "created within a month": { createdFrom: now - 30 * DAY },
    "created over 6 months ago": { createdTo: now - 182 * DAY },
    "two factor on": { twoFactor: true },
    "two factor off": { twoFactor: false },
    "signed in within 90 days": { signedInSince: now - 90 * DAY },
    "not signed in for 180 days": { notSignedInSince: now - 180 * DAY },
    "never signed in": { neverSignedIn: true },
    deleted: { deleted: "only" },
    "banned, role user, a year": { status: "banned", role: "user", createdFrom: now - 200 * DAY },
    "search and status": { search: "hopper", status: "active" },
  };
  const cases = [];
  const add = (name, must, run) => cases.push({ name, must, run });
  /** First page, a numbered late page, and the page after it by cursor. */
  const pages = (list, source, sort, { late = LATE, must = 50 } = {}) => {
    const request = { sort, perPage: PER_PAGE };
    add(`${list} ${sort}: first page`, must, () => readPage({ ...request, page: 1 }, source()));
    add(`${list} ${sort}: page ${late}`, must, () => readPage({ ...request, page: late }, source()));
    let cursor;
    add(`${list} ${sort}: cursor after page ${late}`, must, async () => {
      cursor ??= (await readPage({ ...request, page: late }, source())).next;
      return cursor ? readPage({ ...request, page: 1, cursor }, source()) : { total: 0, items: [] };
    });
  };
  const both = (sorts) => sorts.flatMap((sort) => [sort, `-${sort}`]);
  const users = (given = {}) => new UserListQuery(knex, hidden, given);
  for (const sort of both(USER_SCREEN_SORTS)) pages("users", () => users(), sort);
  for (const [name, given] of Object.entries(filters)) {
    add(`users, ${name}: total`, totalMs, async () => ({ total: await users(given).total() }));
    // a page has its total
    add(`users, ${name}: first page`, totalMs, () =>
      readPage({ sort: "-created_at", page: 1, perPage: PER_PAGE }, users(given)),
    );
    add(`users, ${name}, by email: first page`, totalMs, () =>
      readPage({ sort: "email", page: 1, perPage: PER_PAGE }, users(given)),
    );
  }
  for (const [name, search] of Object.entries(SEARCHES)) {
    add(`users, search ${name}: total`, 50, async () => ({ total: await users({ search }).total() }));
    add(`users, search ${name}: first page`, 50, () =>
      readPage({ sort: "-created_at", page: 1, perPage: PER_PAGE }, users({ search })),
    );
    add(`users, search ${name}, by name: first page`, 50, () =>
      readPage({ sort: "full_name", page: 1, perPage: PER_PAGE }, users({ search })),
    );
  }
  for (const name of ["1 in 8", "everybody"])
    pages(`users, search ${name},`, () => users({ search: SEARCHES[name] }), "full_name");
  // without a goal: the index has no order by times that change without the rest of the row
  for (const [name, given] of Object.entries({
    "1 in 8": { search: SEARCHES["1 in 8"] },
    "two factor on": { twoFactor: true },
    "status banned": { status: "banned" },
  }))
    for (const sort of ["-last_login_at", "last_login_at", "-updated_at"])
      pages(`users, ${name},`, () => users(given), sort, { late: 300, must: null });
  const tokens = (search = "") => new TokenListQuery(knex, { hiddenRoleIds: hidden, ownerId: null }, search);
  for (const sort of both(TOKEN_SORTS)) pages("tokens", () => tokens(), sort);
  for (const search of ["backup", "hopper", "zzqx", "backup 777"])
    add(`tokens, search ${search}: first page`, 50, () =>
      readPage({ sort: "-created_at", page: 1, perPage: PER_PAGE }, tokens(search)),
    );
  for (const sort of ["owner", "-expires_at"]) pages("tokens, search hopper,", () => tokens("hopper"), sort);
  const log = (given = {}) => new ActivityListQuery(knex, hidden, given);
  const counted = (query) => ({
    slice: async (_sort, limit, offset) => {
      const total = await query.count();
      return { rows: await query.slice(limit, offset, total), total };
    },
    beside: (_sort, limit, { side, key }) =>
      side === "after" ? query.older(limit, key) : query.newer(limit, key),
    total: () => query.count(),
    keyOf: (_sort, { created_at, id }) => ({ created_at, id }),
  });
  add("activity screen: first page", 50, async () => ({ items: await log().older(PER_PAGE + 1) }));
  pages("activity", () => counted(log()), "-created_at");
  for (const [name, given] of Object.entries({
    "event login": { event: "login" },
    "type user": { subjectType: "user" },
    "an address": { ip: "198.51.0.0" },
    "a month": { from: now - 30 * DAY },
    "an actor": { actorIds: [person] },
  }))
    add(`activity, ${name}: first page`, 50, () =>
      readPage({ sort: "-created_at", page: 1, perPage: PER_PAGE }, counted(log(given))),
    );
  add("own activity: first page", 50, () =>
    readPage({ sort: "-created_at", page: 1, perPage: PER_PAGE }, new OwnActivityList(knex, person)),
  );
  add("sessions of an account", 50, async () => ({
    items: await knex("sessions")
      .where({ user_id: person })
      .where("expires_at", ">", now)
      .orderBy("last_activity", "desc"),
  }));
  return cases;
}
