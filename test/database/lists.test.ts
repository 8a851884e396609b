import { expect } from "chai";
import fc from "fast-check";
import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { keepCount } from "../../src/models/lists/kept-counts.js";
import { lastPage, readPage, type ListSource } from "../../src/models/lists/list-page.js";
import type { ListOptions } from "../../src/models/lists/ordered-list.js";
import { TOKEN_SORTS, TokenListQuery } from "../../src/models/lists/token-list.js";
import type { UserFilters } from "../../src/models/lists/user-filters.js";
import { USER_SCREEN_SORTS, UserListQuery } from "../../src/models/lists/user-list.js";
import { findPeople } from "../../src/models/lists/user-matching.js";
import { completeWords } from "../../src/models/lists/word-check.js";
import { User } from "../../src/models/user.js";
import { checkLists, keepCounts } from "../../src/domain/upkeep/lists.js";
import { anonymiseDeletedAccounts } from "../../src/domain/upkeep/anonymise.js";
import { prune } from "../../src/domain/upkeep/prune.js";
import { DAY, HOUR } from "../../src/lib/clock.js";
import { useWorld } from "../support/app/world.js";

const PEOPLE = [
  ["Ann", "Smith", "ann.smith@acme.test"],
  ["Anna", "An", "an@ann.test"],
  ["Ann-Marie", "O'Brien", "ob+an@mail.acme.test"],
  ["Ayşe", "Yılmaz", "ayse@posta.test"],
  ["İpek Naz", "Yilmaz", "ipek_naz@posta.test"],
  ["100%", "a_b", "percent@acme.test"],
  ["%", "_", "x@y.test"],
  ["😀", "Ann 😁", "smile@ann.test"],
  ["Brien", "Annex", "brien.an@acme.co.test"],
  ["Mary  Ann", "van der Ann", "mary@example.test"],
] as const;
const TOKENS = ["Deploy", "ci-ann deploy", "o'deploy", "100%"];
const SEARCHES = [
  "an",
  "ann an",
  "o'brien",
  "%",
  "Yılmaz",
  "a",
  "ann.smith@acme.test",
  "acme",
  "der ann",
  "_",
  "a_b",
];

/** The words that a text is found by, written in another way than the product's. */
function beginnings(text: string): string[] {
  const words: string[] = [];
  const lower = text.normalize("NFC").toLowerCase().normalize("NFC");
  for (const chunk of lower.split(/\s+/))
    for (let at = 0; at < chunk.length; at++)
      if (at === 0 || ("-'’.@+".includes(chunk[at - 1]!) && !"-'’.@+".includes(chunk[at]!)))
        words.push(chunk.slice(at));
  return words;
}

function isFound(search: string, ids: readonly string[], texts: readonly string[]): boolean {
  const words = texts.flatMap(beginnings);
  return search
    .normalize("NFC")
    .toLowerCase()
    .normalize("NFC")
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => word.replace(/^[-'’.@+]+/, "") || word)
    .every((word) => ids.includes(word) || words.some((one) => one.startsWith(word)));
}

describe("The lists of users and tokens", () => {
  const world = useWorld();
  let knex: Knex;
  let users: User[];
  let systemAdmin: string;
  beforeEach(async () => {
    ({ knex } = world.services);
    systemAdmin = ((await knex("roles").where({ name: "system_admin" }).first("id")) as { id: string }).id;
    users = [];
    for (let number = 0; number < 2 * PEOPLE.length; number++) {
      const [first_name, last_name, email] = PEOPLE[number % PEOPLE.length]!;
      const user = await world.make.user({
        ...{ first_name, last_name, email: number < PEOPLE.length ? email : `second.${email}` },
        status: number % 5 === 0 ? "banned" : "active",
        role: number % 7 === 0 ? "admin" : number % 11 === 5 ? "system_admin" : "user",
      });
      if (number % 3 === 0) await world.make.token(user, { name: TOKENS[number % TOKENS.length]! });
      await knex("users")
        .where({ id: user.id })
        .update({ created_at: number * DAY });
      users.push(await User.query(knex).findById(user.id).throwIfNotFound());
    }
    await world.make.twoFactor(users[3]!);
    const waiting = users.filter((_, number) => number % 4 === 1).map(({ id }) => id);
    await knex("users").whereIn("id", waiting).update({ password: null });
  });

  const wrong = async (repairs = false): Promise<number> =>
    Object.values(await checkLists(knex, repairs)).reduce((sum, found) => sum + found, 0);
  const scope = { hiddenRoleIds: [], ownerId: null };

  describe("searched", () => {
    async function foundUsers(search: string, few: number): Promise<string[]> {
      const { rows, total } = await new UserListQuery(knex, [], { search }, { few }).slice("id", 100, 0);
      expect(total, search).to.equal(rows.length);
      return rows.map(({ id }) => id);
    }

    async function foundTokens(search: string, few: number): Promise<string[]> {
      const { rows, total } = await new TokenListQuery(knex, scope, search, { few }).slice(
        "created_at",
        100,
        0,
      );
      expect(total, search).to.equal(rows.length);
      return rows.map(({ id }) => id).sort();
    }

    async function expectAsFiltered(search: string, few: number): Promise<void> {
      const expected = users.filter(({ id, first_name, last_name, email }) =>
        isFound(search, [id], [first_name, last_name, email]),
      );
      expect(await foundUsers(search, few), search).to.deep.equal(expected.map(({ id }) => id).sort());
      const tokens = (await knex("personal_access_tokens").select("id", "user_id", "name")) as {
        id: string;
        user_id: string;
        name: string;
      }[];
      const expectedTokens = tokens.filter(({ id, user_id, name }) => {
        const { first_name, last_name, email } = users.find((user) => user.id === user_id)!;
        return isFound(search, [id, user_id], [name, first_name, last_name, email]);
      });
      expect(await foundTokens(search, few), search).to.deep.equal(expectedTokens.map(({ id }) => id).sort());
    }

    for (const few of [0, 100]) {
      it(`find what a filter in memory finds, when ${few} matches are few`, async () => {
        for (const search of [...SEARCHES, users[4]!.id, `${users[4]!.id} naz`, users[4]!.id.slice(0, 8)])
          await expectAsFiltered(search, few);
      });

      it(`find what a filter in memory finds for any parts of the names, when ${few} matches are few`, async () => {
        const texts = [...PEOPLE.flat(), ...TOKENS];
        const part = fc
          .tuple(fc.constantFrom(...texts), fc.nat(12), fc.integer({ min: 1, max: 6 }))
          .map(([text, start, length]) => [...text].slice(start, start + length).join(""));
        const search = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" "));
        await fc.assert(
          fc.asyncProperty(search, (text) => expectAsFiltered(text, few)),
          { numRuns: 40 },
        );
      });
    }

    it("count a row once whose words begin alike, and no row above the viewer's rank", async () => {
      const visible = users.filter((_, number) => number % 7 === 0 || number % 11 !== 5);
      const expected = visible.filter(({ first_name, last_name, email }) =>
        isFound("an", [], [first_name, last_name, email]),
      );
      for (const few of [0, 100]) {
        const query = new UserListQuery(knex, [systemAdmin], { search: "an" }, { few });
        expect(await query.total()).to.equal(expected.length);
      }
    });
  });

  describe("on pages", () => {
    const PER_PAGE = 3;
    const both = (sorts: readonly string[]): string[] => sorts.flatMap((sort) => [sort, `-${sort}`]);
    type Source = (options: ListOptions) => ListSource<{ id: string }>;
    const FILTERS: UserFilters[] = [
      {},
      { search: "an" },
      { search: "an a" },
      { search: "zzz" },
      { status: "active" },
      { role: "admin" },
      { role: "unknown" },
      { invited: "only" },
      { invited: "only", search: "an" },
      { twoFactor: true },
      { twoFactor: false },
      { createdFrom: 5 * DAY, createdTo: 9 * DAY },
      { neverSignedIn: true, search: "ann" },
      { search: "an", status: "active", role: "user", createdFrom: 3 * DAY },
    ];

    /** All pages by number, and from the last one back to the first by cursors. */
    async function pagesOf(source: Source, sort: string, options: ListOptions): Promise<string[][]> {
      const pages: string[][] = [];
      const request = { sort, perPage: PER_PAGE };
      for (let page = 1, last = 1; page <= last; page++) {
        const { items, total } = await readPage({ ...request, page }, source(options));
        pages.push(items.map(({ id }) => id));
        last = lastPage(total, PER_PAGE);
      }
      for (const side of ["next", "previous"] as const)
        for (
          let { [side]: cursor } = await readPage(
            { ...request, page: side === "next" ? 1 : pages.length },
            source(options),
          );
          cursor !== null && pages.length < 50;
        ) {
          const page = await readPage({ ...request, page: 1, cursor }, source(options));
          pages.push(page.items.map(({ id }) => id));
          cursor = page[side];
        }
      return pages;
    }

    async function expectSamePages(source: Source, sorts: readonly string[]): Promise<void> {
      for (const sort of sorts) {
        const sorted = await pagesOf(source, sort, { few: 100 });
        expect(await pagesOf(source, sort, { few: 0 }), sort).to.deep.equal(sorted);
        expect(await pagesOf(source, sort, { few: 0, walked: 0 }), sort).to.deep.equal(sorted);
      }
    }

    it("have the same users whether matches are sorted or read in the order of the list", async () => {
      for (const filters of FILTERS)
        await expectSamePages(
          (options) => new UserListQuery(knex, [systemAdmin], filters, options),
          ["-created_at", "full_name"],
        );
      await expectSamePages(
        (options) => new UserListQuery(knex, [systemAdmin], { search: "ann" }, options),
        both(USER_SCREEN_SORTS),
      );
    });

    it("have the same tokens whether matches are sorted or read in the order of the list", async () => {
      for (const search of ["deploy", "an", "an deploy"])
        await expectSamePages(
          (options) => new TokenListQuery(knex, scope, search, options),
          both(TOKEN_SORTS),
        );
    });

    it("have the same rows from the end of a list that isn't counted", async () => {
      const page = (number: number, upTo?: number) =>
        readPage(
          { sort: "email", perPage: PER_PAGE, page: number, upTo },
          new UserListQuery(knex, [], { search: "an" }, { upTo, few: 2 }),
        );
      const { total } = await page(1);
      const last = lastPage(total, PER_PAGE);
      expect(total % PER_PAGE).to.equal(0);
      for (const number of [1, 2, last]) {
        const uncounted = await page(number, 4);
        expect(uncounted).to.include({ total: 5, isCounted: false });
        expect(uncounted.items).to.deep.equal((await page(number)).items);
        const fromEnd = number - last - 1;
        expect((await page(fromEnd, 4)).items).to.deep.equal(uncounted.items);
        expect((await page(fromEnd, 1000)).items).to.deep.equal(uncounted.items);
      }
      expect(await page(-1000, 4)).to.deep.equal(await page(1, 4));
      expect((await page(-1, 4)).next).to.equal(null);
      expect((await page(-2, 4)).next).to.not.equal(null);
    });
  });

  describe("follow the rows", () => {
    const total = (search: string): Promise<number> => new UserListQuery(knex, [], { search }).total();

    it("when an account is renamed, deleted and restored", async () => {
      const [user] = users as [User];
      await user.$query(knex).patch({ last_name: "Zuse" });
      expect(await total("zuse")).to.equal(1);
      await knex.transaction(async (trx) => {
        const before = await User.query(trx).findById(user.id).throwIfNotFound();
        await before.$query(trx).patch({ deleted_at: Date.now() });
      });
      expect(await total("zuse")).to.equal(0);
      expect(await new UserListQuery(knex, [], { search: "zuse", deleted: "only" }).total()).to.equal(1);
      expect(await findPeople(knex, [], "zuse", 5)).to.deep.equal([user.id]);
      const deleted = await User.query(knex).findById(user.id).throwIfNotFound();
      await deleted.$query(knex).patch({ deleted_at: null });
      expect(await total("zuse")).to.equal(1);
      expect(await wrong()).to.equal(0);
    });

    it("and forget an account that is anonymised, and a token that is pruned", async () => {
      const [user] = users as [User];
      await user.$query(knex).patch({ deleted_at: Date.now() - 31 * DAY });
      expect(await anonymiseDeletedAccounts(world.services)).to.equal(1);
      await knex("personal_access_tokens").update({ expires_at: 0 });
      await prune(world.services);
      expect(await knex("search_words").where({ list: "tokens" })).to.deep.equal([]);
      expect(await knex("search_words").where({ row_id: user.id })).to.deep.equal([]);
      expect(await wrong()).to.equal(0);
    });

    it("that a process of the former release writes during an upgrade", async () => {
      await completeWords(knex);
      const time = Date.now();
      const [renamed, deleted] = users as [User, User];
      await knex("users").where({ id: renamed.id }).update({ first_name: "Zuse", updated_at: time });
      await knex("users").where({ id: deleted.id }).update({ deleted_at: time });
      const created = uuidv7();
      await knex("users").insert({
        ...{ id: created, first_name: "Zuse", last_name: "New", email: "new@acme.test", search_key: "" },
        ...{ password: "", created_at: time, updated_at: time },
      });
      await knex("personal_access_tokens").insert({
        ...{ id: uuidv7(), user_id: created, name: "Former", search_key: "former", scopes: "[]" },
        ...{ token_hash: Buffer.alloc(32), expires_at: time + DAY, created_at: time },
      });
      await completeWords(knex);
      expect(await total("zuse")).to.equal(2);
      expect(await total("anna")).to.equal(1);
      expect(await new TokenListQuery(knex, scope, "former").total()).to.equal(1);
      expect(await wrong()).to.equal(0);
    });

    it("are compared with the rows and corrected", async () => {
      const [user, other] = users as [User, User];
      await knex("search_words").where({ row_id: user.id, word: "smith" }).del();
      await knex("users").where({ id: other.id }).update({ first_name: "Zuse" });
      await knex("search_words").insert({ list: "users", word: "lost", row_id: uuidv7(), shared: 0 });
      await keepCount(knex, Date.now() + 2 * HOUR);
      await knex("list_upkeep").update({ counted: 5 });
      expect(await checkLists(knex, false)).to.deep.equal({
        "users (words)": 3,
        "tokens (words)": 0,
        "organisations (words)": 0,
        "users (count)": 1,
        "activity (days)": 0,
      });
      expect(await wrong(true)).to.equal(4);
      expect(await wrong()).to.equal(0);
      expect(await total("zuse")).to.equal(1);
      expect(await new UserListQuery(knex, []).total()).to.equal(users.length);
    });

    it("are written in batches for rows without any", async () => {
      const before = await knex("search_words").orderBy(["list", "word", "row_id"]);
      await knex("search_words").del();
      await completeWords(knex);
      expect(await knex("search_words").orderBy(["list", "word", "row_id"])).to.deep.equal(before);
    });
  });

  it("are counted without filters from what was counted before", async () => {
    const count = (hidden: string[] = []): Promise<number> => new UserListQuery(knex, hidden).total();
    await keepCounts(knex);
    const hidden = users.filter((_, number) => number % 7 !== 0 && number % 11 === 5).length;
    expect(await count()).to.equal(users.length);
    expect(await count([systemAdmin])).to.equal(users.length - hidden);
    await world.make.user();
    await knex("users").where({ id: users[0]!.id }).update({ deleted_at: Date.now() });
    expect(await count()).to.equal(users.length);
    world.advance(2 * HOUR);
    await keepCounts(knex);
    expect(await count()).to.equal(users.length);
    expect((await checkLists(knex, false))["users (count)"]).to.equal(0);
  });
});
