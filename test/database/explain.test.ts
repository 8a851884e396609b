import { expect } from "chai";
import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { withIndexHint, primaryKey, whereInList } from "../../src/database/table.js";
import { ActivityListQuery } from "../../src/models/activity-list.js";
import { readPage, type ListSource } from "../../src/models/lists/list-page.js";
import { OwnActivityList } from "../../src/models/own-activity-list.js";
import { TOKEN_SORTS, TokenListQuery } from "../../src/models/lists/token-list.js";
import type { UserFilters } from "../../src/models/lists/user-filters.js";
import { USER_SCREEN_SORTS, UserListQuery } from "../../src/models/lists/user-list.js";
import { completeWords } from "../../src/models/lists/word-check.js";
import { plansDuring } from "../support/app/queries.js";
import { useWorld } from "../support/app/world.js";
import { isMySql } from "../support/database/database.js";

const ROWS = 60;
const DAY = 86_400_000;
/** Rows that are looked up, so that a page of most searches and filters is narrowed down first. */
const FEWER = 10;

/** Tables that grow with the service. */
const LARGE = ["users", "personal_access_tokens", "activity_log", "role_user", "search_words"];

/** Statements that may sort, because what they sort is limited, with the number of sorts. */
const SMALL_SORTS: [pattern: RegExp, sorts: number][] = [
  // the rows of one page, which an inner query has limited
  [/as `page`/, 1],
  // the matches of a search or of filters, of which the first ones are taken
  [/as `matches`/, 2],
  // deleted accounts of the last 30 days
  [/`users`\.`deleted_at` >= \?/, 3],
];

describe("The plans of the lists", () => {
  const world = useWorld();
  let knex: Knex;
  let hidden: string[];
  before(() => {
    ({ knex } = world.services);
  });
  beforeEach(async () => {
    for (let number = 0; number < ROWS; number++) {
      const user = await world.make.user({
        last_name: `Otto${number % 7}`,
        role: number % 9 ? "user" : "admin",
      });
      await world.make.token(user, { name: `Deploy ${number % 5}` });
    }
    const events = Array.from({ length: 600 }, (_, number) => ({
      id: uuidv7(),
      event: number % 50 === 0 ? "login" : "logout",
      subject_type: number % 50 === 1 ? "user" : null,
      ip_address: number % 50 === 2 ? "192.0.2.1" : "192.0.2.2",
      changes: "{}",
      created_at: number,
    }));
    await knex.batchInsert("activity_log", events, 60);
    hidden = (await knex("roles").where({ name: "system_admin" }).pluck("id")) as string[];
    if (isMySql(knex)) await knex.raw("analyze table activity_log");
    // with statistics, SQLite also considers to skip through an index whose first column has few values
    else
      for (const table of ["users", "personal_access_tokens", "search_words"])
        await knex.raw(`analyze ${table}`);
  });
  afterEach(() => dropStatistics());

  async function dropStatistics(): Promise<void> {
    if (isMySql(knex)) return;
    await knex("sqlite_stat1").delete();
    await knex.raw("analyze sqlite_schema"); // reads them anew
  }

  it("find the words of rows by the rows, also without statistics", async () => {
    await dropStatistics();
    const plans = [...(await plansDuring(knex, () => completeWords(knex)))];
    const read = plans.filter(([sql]) => /^select .* from `search_words`/.test(sql));
    expect(read).not.to.have.length(0);
    for (const [, plan] of read) expect(plan).to.include("search_words_list_row_id_word_index");
  });

  it("read no large table completely and sort only a few rows", async function () {
    this.timeout(120_000);
    const problems: string[] = [];
    const asked = await statements();
    const check = async (): Promise<void> => {
      for (const [name, sql, bindings] of asked)
        for (const problem of await problemsOf(sql, bindings)) problems.push(`${name}: ${problem}`);
    };
    await check();
    await dropStatistics(); // a SQLite file of the service has none
    if (!isMySql(knex)) await check();
    expect(problems.slice(0, 40).join("\n\n")).to.equal("");
  });

  it("look thousands of rows up in an index", async () => {
    const ids = (await knex("users").pluck("id")) as string[];
    while (ids.length < 2500) ids.push(uuidv7());
    const query = withIndexHint(knex, "users", primaryKey(knex, "users")).select("id", "email");
    whereInList(query, knex, "id", ids);
    expect(await query).to.have.length.of.at.least(ROWS);
    const { sql, bindings } = query.toSQL();
    const explained = (await knex.raw(
      `explain ${isMySql(knex) ? "" : "query plan "}${sql}`,
      bindings,
    )) as unknown;
    if (isMySql(knex)) {
      const [rows] = explained as [{ table: string; type: string }[]];
      expect(rows.map(({ table, type }) => `${table} ${type}`)).to.deep.equal(["users range"]);
    } else {
      const [{ detail }] = explained as [{ detail: string }];
      expect(detail).to.contain("(id=?)");
    }
  });

  type Statement = [name: string, sql: string, bindings: Knex.RawBinding[]];

  /** Every statement that a page of a list needs: each sort in both directions, each filter, by number and by cursor. */
  async function statements(): Promise<Statement[]> {
    const found = new Map<string, Statement>();
    let current = "";
    const note = ({ sql, bindings }: { sql: string; bindings: Knex.RawBinding[] }): void => {
      if (/^select/i.test(sql)) found.set(sql, [current, sql, bindings]);
    };
    knex.on("query", note);
    const pages = async (name: string, sort: string, source: () => ListSource<unknown>): Promise<void> => {
      current = `${name} ${sort}`;
      const request = { sort, perPage: 5 };
      const { next } = await readPage({ ...request, page: 2 }, source());
      if (next) await readPage({ ...request, page: 1, cursor: next }, source());
      if (next) await readPage({ ...request, page: 1, cursor: { ...next, side: "before" } }, source());
    };
    const both = (sorts: readonly string[]): string[] => sorts.flatMap((sort) => [sort, `-${sort}`]);
    for (const sort of both(USER_SCREEN_SORTS)) await pages("users", sort, () => users());
    const scope = { hiddenRoleIds: hidden, ownerId: null };
    for (const few of [undefined, FEWER])
      for (const filters of FILTERS)
        for (const sort of ["-created_at", "email"])
          await pages(`users ${JSON.stringify(filters)}`, sort, () => users(filters, few));
    for (const few of [undefined, FEWER])
      for (const sort of both(TOKEN_SORTS))
        for (const search of ["", "deploy"])
          await pages(`tokens ${search}`, sort, () => new TokenListQuery(knex, scope, search, { few }));
    current = "activity";
    for (const filters of [
      {},
      { event: "login" },
      { from: Date.now() - DAY },
      { ip: "192.0.2.1" },
      { subjectType: "user" },
    ]) {
      const query = new ActivityListQuery(knex, hidden, filters);
      const [first] = await query.older(5);
      if (first) await query.newer(5, first);
      await query.slice(5, 5, 100);
    }
    const [own] = (await knex("users").limit(1).pluck("id")) as string[];
    await pages("own activity", "-created_at", () => new OwnActivityList(knex, own!));
    knex.removeListener("query", note);
    return [...found.values()];
  }

  const users = (filters: UserFilters = {}, few?: number): UserListQuery =>
    new UserListQuery(knex, hidden, filters, { few });
  const FILTERS: UserFilters[] = [
    { status: "active" },
    { role: "user" },
    { role: "admin" },
    { createdFrom: 0 },
    { createdTo: Date.now() },
    { invited: "only" },
    { twoFactor: true },
    { twoFactor: false },
    { signedInSince: 1 },
    { notSignedInSince: Date.now() },
    { neverSignedIn: true },
    { deleted: "only" },
    { search: "otto" },
    { search: "ot a" },
    { email: "user1@example.test" },
  ];

  async function problemsOf(sql: string, bindings: Knex.RawBinding[]): Promise<string[]> {
    if (isMySql(knex)) return serverProblems(sql, bindings);
    // a page of rows for each part of an order or of a log, which are then merged
    const parts = sql.match(/as `part\d`/g)?.length ?? 0;
    const allowed = SMALL_SORTS.reduce(
      (sum, [pattern, sorts]) => sum + (pattern.test(sql) ? sorts : 0),
      parts,
    );
    const rows = (await knex.raw(`explain query plan ${sql}`, bindings)) as { detail: string }[];
    const details = rows.map(({ detail }) => detail);
    const scans = details.filter((detail) => {
      const scanned = /^SCAN (\w+)/.exec(detail)?.[1];
      // in the order of an index, until the page is full
      const isScan = LARGE.includes(scanned ?? "") && !/USING (COVERING )?INDEX/.test(detail);
      return isScan || detail.includes("ANY(");
    });
    // what a word or a role has found is looked up by its id, not by what most rows have in common
    scans.push(
      ...details.filter(
        (detail, index) =>
          /^SEARCH (found|role_user) /.test(details[index - 1] ?? "") &&
          /^SEARCH (users|personal_access_tokens) /.test(detail) &&
          !/id=\?/.test(detail),
      ),
    );
    // "RIGHT PART" sorts rows with the same time by id
    const sorts = details.filter((detail) => /USE TEMP B-TREE FOR ORDER BY/.test(detail));
    if (!/activity_log/.test(sql))
      sorts.push(...details.filter((detail) => /(RIGHT|LAST) .*ORDER BY/.test(detail)));
    return sorts.length > allowed ? [...scans, ...details] : scans;
  }

  async function serverProblems(sql: string, bindings: Knex.RawBinding[]): Promise<string[]> {
    const [rows] = (await knex.raw(`explain ${sql}`, bindings)) as [
      { table: string | null; type: string | null; Extra: string | null }[],
    ];
    // a sort of the rows of a page is a sort of a derived table
    const maySort = SMALL_SORTS.some(([pattern, sorts]) => sorts > 1 && pattern.test(sql));
    return rows.flatMap(({ table, type, Extra }) => {
      // the rows of this test are few, so the server prefers reading all to looking up many ids
      if (!LARGE.includes(table ?? "") || maySort) return [];
      const isSort = /filesort/.test(Extra ?? "");
      // for the same reason MySQL joins them by hash to the ids of a page
      if (/hash join/.test(Extra ?? "") && /as `page`/.test(sql)) return [];
      return type === "ALL" || isSort ? [`${table}: ${type}, ${Extra}`] : [];
    });
  }
});
