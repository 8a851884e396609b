import { expect } from "chai";
import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { FIRST_ORDER_BUCKET } from "../../src/database/list-index/buckets.js";
import { deleteListedRows } from "../../src/database/list-index/releasing.js";
import { checkListIndex, repairListIndex } from "../../src/database/list-index/repair.js";
import { INDEXED_LISTS } from "../../src/database/list-index/sources.js";
import { maintainListIndex } from "../../src/database/list-index/upkeep.js";
import { DAY } from "../../src/lib/clock.js";
import { adoptFormerRows } from "../../src/models/former-rows.js";
import { lastPage, readPage, type ListSource } from "../../src/models/lists/list-page.js";
import { TOKEN_SORTS, TokenListQuery } from "../../src/models/lists/token-list.js";
import type { UserFilters } from "../../src/models/lists/user-filters.js";
import { User } from "../../src/models/user.js";
import { UserListQuery } from "../../src/models/lists/user-list.js";
import { USER_SCREEN_SORTS } from "../../src/models/lists/user-sorts.js";
import { useWorld } from "../support/app/world.js";

const NAMES = ["Ada", "Şule", "Édith", "😀😀😀", "\uff21da", "A%b_c", "Ann Marie"];

describe("The index of the lists", () => {
  const world = useWorld();
  let knex: Knex;
  let ids: string[];
  beforeEach(async () => {
    ({ knex } = world.services);
    ids = [];
    for (let number = 0; number < 24; number++) {
      const user = await world.make.user({
        first_name: NAMES[number % NAMES.length]!,
        last_name: `Otto${number}`,
        email: `u${number}@mail${number % 2}.test`,
        status: number % 5 === 0 ? "banned" : "active",
        role: number % 7 === 0 ? "admin" : number % 11 === 5 ? "system_admin" : "user",
      });
      await world.make.token(user, { name: `Deploy ${number % 3}` });
      await knex("users")
        .where({ id: user.id })
        .update({ created_at: number * 86_400_000 });
      ids.push(user.id);
    }
    await world.make.twoFactor({ id: ids[3]! });
    await withoutIndex(); // the factories have filled it, before the accounts got their age
  });

  const FILTERS: UserFilters[] = [
    {},
    ...[
      "otto",
      "OTTO1",
      "sule",
      "şule",
      "édith",
      "😀",
      "😀😀😀",
      "a%b",
      "%b_",
      "ann marie",
      "@mail1.test",
      "zzz",
    ].map((search) => ({ search })),
    ...["a", "ot", "u1", "o", "n", "ott mail0"].map((search) => ({ search })),
    { status: "banned" },
    { status: "unknown" },
    { role: "admin" },
    { role: "unknown" },
    { twoFactor: true },
    { twoFactor: false },
    { createdFrom: 5 * 86_400_000, createdTo: 9 * 86_400_000 },
    { search: "otto", status: "active", role: "user", createdFrom: 3 * 86_400_000 },
    { neverSignedIn: true, search: "ada" },
  ];

  /** What the lists show to an administrator and to a system administrator. */
  async function shown(): Promise<unknown[]> {
    const systemAdmin = (await knex("roles").where({ name: "system_admin" }).first("id")) as { id: string };
    const answers: unknown[] = [];
    for (const hidden of [[], [systemAdmin.id]]) {
      for (const filters of FILTERS) {
        const query = (): UserListQuery => new UserListQuery(knex, hidden, filters);
        const { rows, total } = await query().slice("email", 100, 0);
        expect(total, JSON.stringify(filters)).to.equal(rows.length);
        expect(await query().total()).to.equal(total);
        answers.push({ filters, ids: rows.map(({ id }) => id) });
      }
      for (const search of ["", "deploy", "deploy 1", "otto3", "ann deploy", "d", "zzz"]) {
        const query = new TokenListQuery(knex, { hiddenRoleIds: hidden, ownerId: null }, search);
        const { rows, total } = await query.slice("owner", 100, 0);
        expect(total, search).to.equal(rows.length);
        answers.push({ search, owners: rows.map(({ user_id }) => user_id) });
      }
    }
    return answers;
  }

  async function indexAll(): Promise<void> {
    for (const list of INDEXED_LISTS) while (await maintainListIndex(knex, list, 1));
    for (const table of ["users", "personal_access_tokens"])
      expect(await knex(table).whereNotNull("list_state"), table).to.deep.equal([]);
    expect(await mistakes()).to.equal(0);
  }

  async function mistakes(repairs = false): Promise<number> {
    let wrong = 0;
    for (const list of INDEXED_LISTS)
      wrong += await checkListIndex(knex, list, { isThorough: true, repairs });
    return wrong;
  }

  const account = async (number: number): Promise<User> =>
    (await User.query(knex).findById(ids[number]!)) as unknown as User;

  async function withoutIndex(): Promise<void> {
    for (const table of ["users", "personal_access_tokens"]) await knex(table).update({ list_slot: null });
    for (const table of ["list_segments", "list_postings"]) await knex(table).del();
  }

  /** Lists don't depend on what the index has and on when it was written. */
  async function expectRight(): Promise<void> {
    const changed = await shown();
    expect(await mistakes()).to.equal(0);
    await indexAll();
    expect(await shown()).to.deep.equal(changed);
    await withoutIndex();
    expect(await shown()).to.deep.equal(changed);
  }

  it("changes no list", async () => {
    const before = await shown();
    await indexAll();
    expect(await shown()).to.deep.equal(before);
  });

  describe("on pages of more matches than are looked up", () => {
    const PER_PAGE = 5;
    /** The index has no order for what changes without it. */
    const isKept = (sort: string): boolean => !/updated_at|last_\w+_at/.test(sort);
    const both = (sorts: readonly string[]): string[] => sorts.flatMap((sort) => [sort, `-${sort}`]);
    /** @param few the most rows that are looked up */
    type Source = (few?: number) => ListSource<{ id: string }>;
    const users =
      (filters: UserFilters): Source =>
      (few) =>
        new UserListQuery(knex, [], filters, few);
    const tokens: Source = (few) =>
      new TokenListQuery(knex, { hiddenRoleIds: [], ownerId: null }, "otto", few);
    const SEARCH = { search: "otto" };

    /** All pages by number, and from the last one back to the first by cursors. */
    async function pagesOf(source: Source, sort: string, few?: number): Promise<string[][]> {
      const pages: string[][] = [];
      const request = { sort, perPage: PER_PAGE };
      for (let page = 1, last = 1; page <= last; page++) {
        const { items, total } = await readPage({ ...request, page }, source(few));
        pages.push(items.map(({ id }) => id));
        last = lastPage(total, PER_PAGE);
      }
      for (const side of ["next", "previous"] as const)
        for (
          let { [side]: cursor } = await readPage(
            { ...request, page: side === "next" ? 1 : pages.length },
            source(few),
          );
          cursor !== null && pages.length < 50;
        ) {
          const page = await readPage({ ...request, page: 1, cursor }, source(few));
          pages.push(page.items.map(({ id }) => id));
          cursor = page[side];
        }
      return pages;
    }

    async function expectSamePages(source: Source, sorts: readonly string[], few = PER_PAGE): Promise<void> {
      for (const sort of sorts)
        expect(await pagesOf(source, sort, few), sort).to.deep.equal(await pagesOf(source, sort));
    }

    /** The indexes by which the users were read in the order of the list. */
    async function walked(work: () => Promise<unknown>): Promise<string[]> {
      const indexes: string[] = [];
      const note = ({ sql }: { sql: string }): void =>
        void indexes.push(...(/(users_deleted_at\w+|tokens_revoked_at\w+)/.exec(sql) ?? []).slice(1));
      knex.on("query", note);
      await work();
      knex.removeListener("query", note);
      return indexes;
    }

    beforeEach(indexAll);

    it("reads the same users as the database, without reading the list in its order", async () => {
      const work = () => expectSamePages(users(SEARCH), both(USER_SCREEN_SORTS).filter(isKept));
      expect(await walked(work)).to.deep.equal([]);
    });

    it("reads the same tokens as the database, without reading the list in its order", async () => {
      const work = () => expectSamePages(tokens, both(TOKEN_SORTS).filter(isKept));
      expect(await walked(work)).to.deep.equal([]);
    });

    it("follows changes of rows that aren't indexed again yet", async () => {
      await (await account(0)).$query(knex).patch({ first_name: "Zzz", last_name: "Otto" });
      await (await account(7)).$query(knex).patch({ email: "a@mail1.test" });
      await knex("users").where({ id: ids[1]! }).update({ deleted_at: Date.now() });
      await knex("users").where({ id: ids[2]! }).update({ status: "banned" });
      await world.make.user({ first_name: "Ada", last_name: "Otto7", email: "new@mail1.test" });
      const sorts = ["full_name", "-last_name", "email", "-status"];
      expect(await walked(() => expectSamePages(users(SEARCH), sorts))).to.deep.equal([]);
      await expectSamePages(tokens, ["owner", "-name"]);
    });

    it("looks matches up that are far from the ends of an order that the index doesn't have", async () => {
      const signedIn = async (status: "active" | "inactive", at: number | null): Promise<void> => {
        const { id } = await world.make.user({ status });
        await knex("users").where({ id }).update({ last_login_at: at });
      };
      for (let number = 0; number < 30; number++)
        await signedIn(number % 9 === 4 ? "inactive" : "active", number % 2 ? null : number);
      await indexAll();
      // not indexed yet
      await signedIn("inactive", 5);
      const inactive = users({ status: "inactive" });
      const sorts = both(["last_login_at", "updated_at"]);
      const read = (sort: string) => readPage({ sort, page: 1, perPage: PER_PAGE }, inactive(1));
      expect(await walked(() => Promise.all(sorts.map(read)))).to.deep.equal([]);
      await expectSamePages(inactive, sorts, 1);
    });

    it("reads the list in its order when the index doesn't have the order or the filter", async () => {
      expect(await walked(() => expectSamePages(users(SEARCH), ["updated_at"]))).not.to.deep.equal([]);
      const neverSignedIn = users({ ...SEARCH, neverSignedIn: true });
      expect(await walked(() => expectSamePages(neverSignedIn, ["email"]))).not.to.deep.equal([]);
    });

    it("reads the list in its order until segments of the previous release, without orders, are replaced", async () => {
      await knex("list_postings").where("bucket", ">=", FIRST_ORDER_BUCKET).del();
      expect(await mistakes()).to.equal(0);
      const work = () => expectSamePages(users(SEARCH), ["email"]);
      expect(await walked(work)).not.to.deep.equal([]);
      await indexAll();
      expect(await walked(work)).to.deep.equal([]);
    });

    it("reads the list in its order while more rows than are looked up aren't indexed", async () => {
      await knex("users").whereIn("id", ids.slice(0, 6)).update({ status: "inactive" });
      const work = () => expectSamePages(users(SEARCH), ["email"]);
      expect(await walked(work)).not.to.deep.equal([]);
    });

    it("is checked and repaired when an order is wrong", async () => {
      const damaged = { list: "users", bucket: FIRST_ORDER_BUCKET };
      const [{ data }] = (await knex("list_postings").where(damaged).select("data")) as [{ data: Buffer }];
      const places = [...data];
      [places[0], places[2]] = [places[2]!, places[0]!];
      await knex("list_postings")
        .where(damaged)
        .update({ data: Buffer.from(places) });
      expect(await mistakes()).to.be.above(1);
      await mistakes(true);
      await expectRight();
    });
  });

  it("follows every kind of change, before and after rows are indexed again", async () => {
    await indexAll();
    await (await account(0)).$query(knex).patch({ first_name: "Zzz" });
    await knex("users").where({ id: ids[1]! }).update({ deleted_at: Date.now() });
    await knex("users").where({ id: ids[2]! }).update({ status: "banned" });
    await knex("users").where({ id: ids[3]! }).update({ two_factor_confirmed_at: null });
    await world.make.giveRole({ id: ids[4]! }, "admin");
    await knex("personal_access_tokens").where({ user_id: ids[8]! }).update({ revoked_at: 1 });
    await deleteListedRows(knex, "tokens", (trx) =>
      trx("personal_access_tokens").where({ user_id: ids[9]! }),
    );
    await world.make.user({ first_name: "Ada", email: "new@mail1.test" });
    await world.make.token(await account(10), { name: "Deploy 1" });
    await expectRight();
  });

  it("has the tokens of accounts that change, are deleted and are restored", async () => {
    await indexAll();
    await (await account(5)).$query(knex).patch({ last_name: "Deploy" });
    await knex("users").where({ id: ids[6]! }).update({ deleted_at: Date.now() });
    for (const list of INDEXED_LISTS) while (await maintainListIndex(knex, list, 1));
    await knex("users").where({ id: ids[6]! }).update({ deleted_at: null });
    await (await account(5)).$query(knex).patch({ last_name: "Otto3" });
    await expectRight();
  });

  it("isn't touched by a sign-in", async () => {
    await indexAll();
    await (await account(0)).$query(knex).patch({ last_login_at: Date.now(), last_login_ip: "192.0.2.1" });
    expect(await knex("users").whereNotNull("list_state")).to.deep.equal([]);
  });

  it("has the rows that the previous release writes during an upgrade", async () => {
    await indexAll();
    const { first_name, last_name, email } = { first_name: "NEW", last_name: "Ähm", email: "x@mail1.test" };
    const [renamed, created] = [ids[11]!, uuidv7()];
    const former = { first_name, last_name, email, search_key: `new ähm ${email} ${renamed}` };
    await knex("users").where({ id: renamed }).update(former).increment("version", 1);
    const time = Date.now();
    await knex("users").insert({
      ...{ ...former, email: "y@mail1.test", search_key: `new ähm y@mail1.test ${created}` },
      ...{ id: created, password: "", created_at: time, updated_at: time },
    });
    const token = { name: "Deploy 1", search_key: "deploy 1", token_hash: Buffer.alloc(32), scopes: "[]" };
    await knex("personal_access_tokens").insert({
      ...{ ...token, id: uuidv7(), user_id: created, expires_at: time + DAY, created_at: time },
    });
    expect(await new UserListQuery(knex, [], { search: "new ähm" }).total()).to.equal(2);
    while (await adoptFormerRows(knex));
    for (const search of ["ne", "äh"])
      expect(await new UserListQuery(knex, [], { search }).total(), search).to.equal(2);
    await expectRight();
  });

  it("is checked and repaired after rows were deleted or changed by hand", async () => {
    await indexAll();
    const quick = { isThorough: false, repairs: false };
    await knex("personal_access_tokens").where({ user_id: ids[9]! }).del();
    expect(await checkListIndex(knex, "tokens", quick)).to.equal(1);
    await knex("users").where({ id: ids[10]! }).update({ search_key: "\nsomething\nelse\na@b\nc" });
    await knex("role_user").where({ user_id: ids[11]! }).del();
    expect(await checkListIndex(knex, "users", quick)).to.equal(0);
    // two accounts, their tokens, and the deleted one
    expect(await mistakes()).to.equal(5);
    // tokens of repaired accounts are indexed again with these
    expect(await mistakes(true)).to.equal(3);
    await expectRight();
  });

  describe("every hour", () => {
    const repaired = async (): Promise<number> =>
      (await repairListIndex(knex, "users")) + (await repairListIndex(knex, "tokens"));
    beforeEach(indexAll);

    it("reads no rows while all slots are right, even after rows have changed", async () => {
      await knex("users").whereIn("id", ids.slice(0, 3)).update({ status: "inactive" });
      await knex("users").where({ id: ids[4]! }).update({ deleted_at: Date.now() });
      expect(await repaired()).to.equal(0);
      await indexAll(); // some slots are dead now
      expect(await knex("list_segments").where("dead_count", ">", 0)).not.to.deep.equal([]);
      const statements: string[] = [];
      const note = ({ sql }: { sql: string }): void => void statements.push(sql);
      knex.on("query", note);
      expect(await repaired()).to.equal(0);
      knex.removeListener("query", note);
      for (const sql of statements) expect(sql).to.match(/list_segments|count\(\*\)|limit \?/);
    });

    it("repairs slots of rows that were deleted by hand", async () => {
      await knex("personal_access_tokens").whereIn("user_id", [ids[9]!, ids[12]!]).del();
      expect(await repaired()).to.equal(2);
      expect(await repaired()).to.equal(0);
      await expectRight();
    });

    it("repairs a slot that two rows have, and one of a segment that doesn't exist", async () => {
      const slotOf = async (id: string): Promise<number> =>
        ((await knex("users").where({ id }).first("list_slot")) as { list_slot: number }).list_slot;
      await knex("users")
        .where({ id: ids[1]! })
        .update({ list_slot: await slotOf(ids[2]!) });
      await knex("users").where({ id: ids[3]! }).update({ list_slot: 5_000_000 });
      expect(await repaired()).to.be.above(2);
      expect(await repaired()).to.equal(0);
      await indexAll();
      await expectRight();
    });
  });

  it("is filled again after all of it was lost", async () => {
    await indexAll();
    const before = await shown();
    for (const table of ["list_segments", "list_postings"]) await knex(table).del();
    expect(await mistakes(true)).to.equal(48);
    expect(await shown()).to.deep.equal(before);
    await expectRight();
  });

  it("is maintained by several processes at the same time", async () => {
    const before = await shown();
    const work = (): Promise<boolean> => maintainListIndex(knex, "users", 1);
    await Promise.all([
      work(),
      work(),
      knex("users").whereIn("id", ids.slice(0, 3)).update({ status: "active" }),
    ]);
    await indexAll();
    await Promise.all([work(), work()]);
    expect(await mistakes()).to.equal(0);
    await knex("users").where({ id: ids[0]! }).update({ status: "banned" });
    expect(await shown()).to.deep.equal(before);
    expect(await knex("list_segments").where({ list: "users" })).to.have.length.below(4);
  });

  it("replaces segments that waste space", async () => {
    await indexAll();
    await knex("users").whereIn("id", ids.slice(0, 20)).update({ status: "inactive" });
    const before = await shown();
    await indexAll();
    await indexAll();
    expect(await knex("list_segments").where({ list: "users" }).sum({ n: "dead_count" })).to.deep.equal([
      { n: 0 },
    ]);
    expect(await shown()).to.deep.equal(before);
  });

  it("forgets the texts of changed and deleted accounts after two weeks", async () => {
    await indexAll();
    await knex("users").where({ id: ids[0]! }).update({ deleted_at: Date.now() });
    await indexAll();
    expect(await knex("list_segments").where("dead_count", ">", 0)).not.to.deep.equal([]);
    world.advance(15 * DAY);
    await indexAll();
    expect(await knex("list_segments").where("dead_count", ">", 0)).to.deep.equal([]);
  });
});
