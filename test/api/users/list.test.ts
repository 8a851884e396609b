import { expect } from "chai";
import { shippedDocument } from "../../../src/contract/document.js";
import { DAY } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import type { UserOptions } from "../../support/app/factories.js";
import { invited } from "../../support/app/invited.js";
import { useWorld } from "../../support/app/world.js";

const SORTS = (
  shippedDocument().paths["/users"]!.get!.parameters!.find(({ name }) => name === "sort")!.schema as {
    enum: string[];
  }
).enum;

describe("GET /users", () => {
  const world = useWorld();
  let token: string;
  let caller: User;
  beforeEach(async () => {
    ({ user: caller, token } = await world.make.userWithToken({ role: "system_admin", last_name: "Caller" }));
  });

  const list = async (query: Record<string, string | number> = {}) => {
    const { body } = await world.api.as(token).get("/users").query(query).expect(200);
    return body as {
      data: { items: { id: string; last_name: string; role: string | null }[] };
      meta: { pagination: Record<string, number | null> };
    };
  };
  const names = async (query: Record<string, string | number>) =>
    (await list({ sort: "last_name", ...query })).data.items.map(({ last_name }) => last_name);
  const rejected = async (query: string) => {
    const { body } = await world.api.as(token).get(`/users?${query}`).expect(422);
    expect(body.data.code).to.equal("validation_failed");
    return Object.keys(body.data.errors as object);
  };
  const created = async (at: string, options: UserOptions) => {
    const user = await world.make.user(options);
    await world.services
      .knex("users")
      .where({ id: user.id })
      .update({ created_at: Date.parse(at), updated_at: Date.parse(at), version: 2 });
    return user;
  };

  describe("without a query", () => {
    it("returns the newest ten accounts, newest first", async () => {
      const users = [];
      for (let day = 1; day <= 11; day++)
        users.push(await created(`2030-01-${String(day).padStart(2, "0")}T00:00:00Z`, {}));
      const { data, meta } = await list();
      expect(data.items.map(({ id }) => id)).to.deep.equal(
        users
          .slice(1)
          .reverse()
          .map(({ id }) => id),
      );
      expect(meta.pagination).to.deep.equal({
        total: 12,
        per_page: 10,
        current_page: 1,
        last_page: 2,
        from: 1,
        to: 10,
        next_cursor: meta.pagination["next_cursor"],
        prev_cursor: null,
      });
      expect(meta.pagination["next_cursor"]).to.be.a("string");
    });

    it("returns the same fields as /users/{user}", async () => {
      const { data } = await list();
      const { body } = await world.api.as(token).get(`/users/${caller.id}`).expect(200);
      expect(data.items).to.deep.equal([body.data]);
    });

    it("returns the highest-ranked role, and null for an account without a role", async () => {
      const many = await world.make.user({ last_name: "Many" });
      await world.make.giveRole(many, "admin");
      await world.make.user({ last_name: "None", role: null });
      const { data } = await list({ sort: "last_name" });
      expect(data.items.map(({ role }) => role)).to.deep.equal(["system_admin", "admin", null]);
    });

    it("excludes deleted accounts from rows and total", async () => {
      const user = await world.make.user();
      await world.api.as(token).delete(`/users/${user.id}`).expect(200);
      const { data, meta } = await list();
      expect(data.items.map(({ id }) => id)).to.deep.equal([caller.id]);
      expect(meta.pagination["total"]).to.equal(1);
    });
  });

  describe("filters", () => {
    it("match exactly the requested status", async () => {
      await world.make.user({ last_name: "Active" });
      await world.make.user({ last_name: "Banned", status: "banned" });
      expect(await names({ "filter[status]": "banned" })).to.deep.equal(["Banned"]);
      expect(await names({ "filter[status]": "active" })).to.deep.equal(["Active", "Caller"]);
      for (const other of ["Banned", "banned ", " banned", "ban", "%", ""])
        expect(await names({ "filter[status]": other }), `status ${JSON.stringify(other)}`).to.deep.equal([]);
    });

    it("match invited users until they choose a password", async () => {
      await world.make.user({ last_name: "Joined" });
      const { user, token: link } = await invited(world.services, { last_name: "Invited" });
      expect(await names({ "filter[invited]": "only" })).to.deep.equal(["Invited"]);
      expect(await names({ "filter[invited]": "only", "filter[status]": "banned" })).to.deep.equal([]);
      const answer = await world.api.as(token).get("/users/export?filter[invited]=only").expect(200);
      expect(answer.text).to.contain(user.email).and.not.to.contain("Joined");
      const password = "staple-battery-horse";
      await world.api
        .post("/auth/reset-password", { token: link, password, password_confirmation: password })
        .expect(200);
      expect(await names({ "filter[invited]": "only" })).to.deep.equal([]);
      expect(await rejected("filter[invited]=none")).to.deep.equal(["filter.invited"]);
    });

    it("match every holder of a role, even when it isn't their highest", async () => {
      const both = await world.make.user({ last_name: "Both", role: "admin" });
      await world.make.giveRole(both, "user");
      await world.make.user({ last_name: "Plain" });
      await world.make.user({ last_name: "None", role: null });
      expect(await names({ "filter[role]": "user" })).to.deep.equal(["Both", "Plain"]);
      expect(await names({ "filter[role]": "admin" })).to.deep.equal(["Both"]);
      for (const other of ["nobody", "USER", "user ", "%"])
        expect(await names({ "filter[role]": other }), `role ${JSON.stringify(other)}`).to.deep.equal([]);
    });

    it("include both ends of a date range, in UTC and to the millisecond", async () => {
      await created("2026-02-28T23:59:59.999Z", { last_name: "Before" });
      await created("2026-03-01T00:00:00.000Z", { last_name: "First" });
      await created("2026-03-02T12:00:00.000Z", { last_name: "Second" });
      await created("2026-03-03T23:59:59.999Z", { last_name: "Third" });
      await created("2026-03-04T00:00:00.000Z", { last_name: "Yonder" });
      const from = "filter[created_from]";
      const to = "filter[created_to]";
      expect(await names({ [from]: "2026-03-01", [to]: "2026-03-03" })).to.deep.equal([
        "First",
        "Second",
        "Third",
      ]);
      expect(await names({ [from]: "2026-03-03", [to]: "2026-03-03" })).to.deep.equal(["Third"]);
      expect(await names({ [to]: "2026-02-28" })).to.deep.equal(["Before"]);
      expect(await names({ [from]: "2026-03-04" })).to.deep.equal(["Caller", "Yonder"]);
      expect(await names({ [from]: "2026-03-03", [to]: "2026-03-01" })).to.deep.equal([]);
    });

    it("accept a leap day", async () => {
      await created("2024-02-29T10:00:00.000Z", { last_name: "Leap" });
      expect(
        await names({ "filter[created_from]": "2024-02-29", "filter[created_to]": "2024-02-29" }),
      ).to.deep.equal(["Leap"]);
    });

    it("are combined with AND", async () => {
      await world.make.user({ last_name: "Both", status: "banned" });
      await world.make.user({ last_name: "Status", status: "banned", role: "admin" });
      await world.make.user({ last_name: "Role" });
      expect(await names({ "filter[status]": "banned", "filter[role]": "user" })).to.deep.equal(["Both"]);
    });
  });

  describe("sorting", () => {
    const SEEDS: (UserOptions & { created: number })[] = [
      { first_name: "Éva", last_name: "Åberg", email: "b@example.test", status: "inactive", created: 3 },
      { first_name: "ada", last_name: "Zorn", email: "é@example.test", status: "banned", created: 1 },
      { first_name: "Ada", last_name: "Zorn", email: "a@example.test", status: "active", created: 2 },
      { first_name: "Ada", last_name: "Byron", email: "c@example.test", status: "active", created: 2 },
      { first_name: "Ada ", last_name: "Aalto", email: "_@example.test", status: "active", created: 2 },
      { first_name: "😀", last_name: "Zorn", email: "-@example.test", status: "banned", created: 1 },
      { first_name: "ﬀ", last_name: "Zorn", email: "z@example.test", status: "banned", created: 1 },
    ];
    const COLUMNS: Record<string, string[]> = { full_name: ["first_name", "last_name"] };
    type Row = Record<string, string | number> & { id: string };
    const bytes = (value: unknown): Buffer =>
      Buffer.from(typeof value === "number" ? String(value).padStart(16, "0") : String(value));

    /** Byte order; ties are broken by id in the same direction. */
    const inOrder = (users: Row[], sort: string): string[] => {
      const field = sort.replace("-", "");
      const columns = [...(COLUMNS[field] ?? [field]), "id"];
      const ordered = users.toSorted((left, right) => {
        const differing = columns.find((column) => left[column] !== right[column]);
        return differing ? Buffer.compare(bytes(left[differing]), bytes(right[differing])) : 0;
      });
      return (sort.startsWith("-") ? ordered.reverse() : ordered).map(({ id }) => id);
    };

    for (const sort of SORTS)
      it(`by ${sort}, then id, gives the same order on every page and every database`, async () => {
        for (const { created: day, ...options } of SEEDS)
          await created(`2026-01-0${day}T00:00:00.000Z`, options);
        const users = (await world.services.knex("users")) as Row[];
        const pages = await Promise.all(
          [1, 2, 3].map(async (page) => (await list({ sort, page, per_page: 3 })).data.items),
        );
        expect(pages.flat().map(({ id }) => id)).to.deep.equal(inOrder(users, sort));
      });
  });

  describe("pages", () => {
    beforeEach(async () => {
      for (let made = 1; made < 12; made++) await world.make.user();
    });

    it("count rows from one", async () => {
      const { data, meta } = await list({ page: 3, per_page: 5 });
      expect(data.items).to.have.length(2);
      expect(meta.pagination).to.deep.equal({
        total: 12,
        per_page: 5,
        current_page: 3,
        last_page: 3,
        from: 11,
        to: 12,
        next_cursor: null,
        prev_cursor: meta.pagination["prev_cursor"],
      });
      expect(meta.pagination["prev_cursor"]).to.be.a("string");
    });

    it("are empty after the last one, with null for from and to", async () => {
      const { data, meta } = await list({ page: 4, per_page: 5 });
      expect(data.items).to.deep.equal([]);
      expect(meta.pagination).to.deep.equal({
        total: 12,
        per_page: 5,
        current_page: 4,
        last_page: 3,
        from: null,
        to: null,
        next_cursor: null,
        prev_cursor: null,
      });
    });

    it("include one empty page when nothing matches", async () => {
      const { meta } = await list({ "filter[status]": "nothing" });
      expect(meta.pagination).to.deep.equal({
        total: 0,
        per_page: 10,
        current_page: 1,
        last_page: 1,
        from: null,
        to: null,
        next_cursor: null,
        prev_cursor: null,
      });
    });

    it("work for a very high page number", async () => {
      const { data } = await list({ page: 1_000_000_000, per_page: 100 });
      expect(data.items).to.deep.equal([]);
    });

    it("have at most 100 rows", async () => {
      const { knex } = world.services;
      const row = (await knex("users").where({ id: caller.id }).first()) as Record<string, unknown>;
      for (const name of ["email_key", "second_factor", "invited"]) delete row[name];
      const rows = Array.from({ length: 95 }, (_, index) => ({
        ...row,
        id: `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`,
        email: `many${index}@example.test`,
      }));
      for (let at = 0; at < rows.length; at += 20) await knex("users").insert(rows.slice(at, at + 20));
      for (const per_page of [100, 101, 1000, "99999999999999999999"]) {
        const { data, meta } = await list({ per_page });
        expect(data.items).to.have.length(100);
        expect(meta.pagination).to.include({ total: 107, per_page: 100, last_page: 2, to: 100 });
      }
    });
  });

  describe("rejects", () => {
    it("an unknown query parameter", async () => {
      expect(await rejected("foo=1")).to.deep.equal(["foo"]);
      expect(await rejected("include=roles")).to.deep.equal(["include"]);
    });

    it("an unknown filter, naming its dotted path", async () => {
      expect(await rejected("filter[password]=x")).to.deep.equal(["filter.password"]);
      expect(await rejected("filter=active")).to.deep.equal(["filter"]);
      expect(await rejected("filter[status][]=active")).to.deep.equal(["filter.status"]);
      expect(await rejected("filter[status]=active&filter[status]=banned")).to.deep.equal(["filter.status"]);
    });

    it("an unknown sort, and more than one", async () => {
      for (const sort of [
        "password",
        "search_key",
        "email%2Cid",
        "email,id",
        "--email",
        "-",
        "",
        "EMAIL",
        "email desc",
      ])
        expect(await rejected(`sort=${sort}`), sort).to.deep.equal(["sort"]);
      expect(await rejected("sort=email&sort=id")).to.deep.equal(["sort"]);
    });

    it("a page or a size that isn't a whole number of at least one", async () => {
      for (const value of ["0", "-1", "1.5", "abc", "", "NaN", "Infinity", "-Infinity", "1e999", "1;2"])
        for (const name of ["page", "per_page"])
          expect(await rejected(`${name}=${value}`), `${name}=${value}`).to.deep.equal([name]);
      expect(await rejected("page=1&page=2")).to.deep.equal(["page"]);
      expect(await rejected("page=1000000001")).to.deep.equal(["page"]);
    });

    it("an invalid date, naming its dotted path", async () => {
      for (const date of [
        "2026-02-30",
        "2026-02-29",
        "2026-13-01",
        "2026-04-31",
        "2026-00-10",
        "2026-01-00",
        "26-01-01",
        "2026-1-1",
        "2026-01-01T00:00:00Z",
        "tomorrow",
        "",
      ])
        for (const name of ["created_from", "created_to"])
          expect(await rejected(`filter[${name}]=${date}`), date).to.deep.equal([`filter.${name}`]);
    });

    it("every invalid value together", async () => {
      expect(await rejected("page=0&per_page=0&sort=x&filter[created_to]=x&filter[x]=1")).to.have.members([
        "page",
        "per_page",
        "sort",
        "filter.created_to",
        "filter.x",
      ]);
    });

    it("invalid percent-encoding", async () => {
      const { body } = await world.api.as(token).get("/users?filter[search]=%ff").expect(400);
      expect(body.data.code).to.equal("malformed_request");
    });
  });

  it("pages through accounts with equal timestamps without missing or repeating one", async () => {
    await world.services.knex("users").update({ created_at: DAY });
    for (let made = 0; made < 8; made++) await world.make.user();
    await world.services.knex("users").update({ created_at: DAY });
    const pages = await Promise.all(
      [1, 2, 3].map(async (page) => (await list({ page, per_page: 3 })).data.items),
    );
    expect(new Set(pages.flat().map(({ id }) => id)).size).to.equal(9);
  });
});
