import { expect } from "chai";
import type { Knex } from "knex";
import { checkListIndex, rebuildListIndex } from "../../src/database/list-index/repair.js";
import { maintainListIndex } from "../../src/database/list-index/upkeep.js";
import { TokenListQuery } from "../../src/models/token-list.js";
import type { UserFilters } from "../../src/models/user-filters.js";
import { UserListQuery } from "../../src/models/user-list.js";
import { useWorld } from "../support/app/world.js";

const NAMES = ["Ada", "Şule", "Édith", "😀😀😀", "A%b_c", "Ann Marie"];

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
    for (const list of ["users", "tokens"] as const) while (await maintainListIndex(knex, list, 1));
    expect(await knex("users").whereNull("deleted_at").whereNull("list_slot")).to.deep.equal([]);
  }

  it("changes no list", async () => {
    const before = await shown();
    await indexAll();
    expect(await shown()).to.deep.equal(before);
  });

  it("follows every kind of change, before and after rows are indexed again", async () => {
    await indexAll();
    const [first, second, third, fourth, fifth] = ids as [string, string, string, string, string];
    await knex("users").where({ id: first }).update({ search_key: "\nzzz\nb\nc@d\ne" });
    await knex("users").where({ id: second }).update({ deleted_at: Date.now() });
    await knex("users").where({ id: third }).update({ status: "banned" });
    await knex("users").where({ id: fourth }).update({ two_factor_confirmed_at: null });
    await world.make.giveRole({ id: fifth }, "admin");
    await knex("role_user").where({ user_id: ids[7]! }).del();
    await knex("personal_access_tokens").where({ user_id: ids[8]! }).update({ revoked_at: 1 });
    await knex("personal_access_tokens").where({ user_id: ids[9]! }).del();
    await world.make.user({ first_name: "Ada", email: "new@mail1.test" });
    const changed = await shown();
    await indexAll();
    expect(await shown()).to.deep.equal(changed);
    await knex("users").update({ list_slot: null });
    await knex("personal_access_tokens").update({ list_slot: null });
    for (const table of ["list_segments", "list_postings", "list_dead_slots"]) await knex(table).del();
    expect(await shown()).to.deep.equal(changed);
  });

  it("is checked and rebuilt", async () => {
    await indexAll();
    expect(await checkListIndex(knex, "users")).to.deep.equal({ indexed: 24, stored: 24 });
    const before = await shown();
    await knex("list_dead_slots").insert({ list: "users", slot: 16_384 });
    expect(await checkListIndex(knex, "users")).to.deep.equal({ indexed: 23, stored: 24 });
    await rebuildListIndex(knex, "users");
    expect(await checkListIndex(knex, "users")).to.deep.equal({ indexed: 24, stored: 24 });
    expect(await shown()).to.deep.equal(before);
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
    expect(await checkListIndex(knex, "users")).to.deep.equal({ indexed: 24, stored: 24 });
    await knex("users").where({ id: ids[0]! }).update({ status: "banned" });
    expect(await shown()).to.deep.equal(before);
    expect(await knex("list_segments").where({ list: "users" })).to.have.length.below(4);
  });

  it("replaces segments that waste space", async () => {
    await indexAll();
    await knex("users").whereIn("id", ids.slice(0, 20)).update({ status: "inactive" });
    const before = await shown();
    await indexAll();
    expect(await shown()).to.deep.equal(before);
  });
});
