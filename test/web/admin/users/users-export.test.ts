import { expect } from "chai";
import type { Response } from "supertest";
import { toRfc3339 } from "../../../../src/lib/clock.js";
import type { User } from "../../../../src/models/user.js";
import { queriesDuring } from "../../../support/app/queries.js";
import type { Visitor } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";

const EXPORT = "/admin/users/export";
const HEADING = [
  "id",
  "first_name",
  "last_name",
  "email",
  "status",
  "external_id",
  "role",
  "email_verified_at",
  "created_at",
];

/** Parses rows whose cells are quoted or empty (RFC 4180), without the byte order mark. */
const rowsOf = ({ text }: Response): string[][] =>
  [...text.replace(/^\uFEFF/, "").matchAll(/((?:"(?:[^"]|"")*"|)(?:,|(?=\r\n)))+\r\n/g)].map(([line]) =>
    [...line.matchAll(/("(?:[^"]|"")*"|)(?:,|\r\n)/g)].map(([, cell]) =>
      cell!.replace(/^"|"$/g, "").replaceAll('""', '"'),
    ),
  );

describe("The export of users", () => {
  const world = useWorld();

  const as = async (role: string): Promise<{ user: User; visitor: Visitor }> =>
    world.signedIn(await world.make.user({ role, email: `${role}@example.test`, last_name: "Actor" }));
  const fetched = async (visitor: Visitor, query = ""): Promise<string[][]> => {
    const answer = await visitor.get(EXPORT + query);
    expect(answer.status).to.equal(200);
    return rowsOf(answer);
  };
  const emails = async (visitor: Visitor, query = ""): Promise<string[]> =>
    (await fetched(visitor, query)).slice(1).map((row) => row[3]!);
  const exports = (): Promise<Record<string, unknown>[]> =>
    world.services.knex("activity_log").where({ event: "users_exported" });

  it("is an uncached CSV file in UTF-8 with these columns and RFC 3339 times in UTC", async () => {
    const { visitor } = await as("system_admin");
    const user = await world.make.user({
      first_name: "Şule",
      last_name: 'Yıl"maz, 😀',
      email: "sule@example.test",
      status: "inactive",
      email_verified_at: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
    });
    const answer = await visitor.get(`${EXPORT}?search=sule`);
    expect(answer.headers["content-type"]).to.equal("text/csv; charset=utf-8");
    expect(answer.headers["content-disposition"]).to.match(
      /^attachment; filename=users-\d{4}-\d\d-\d\d\.csv$/,
    );
    expect(answer.headers["cache-control"]).to.contain("no-store");
    expect(answer.text.startsWith("\uFEFF")).to.equal(true);
    expect(rowsOf(answer)).to.deep.equal([
      HEADING,
      [
        user.id,
        "Şule",
        'Yıl"maz, 😀',
        "sule@example.test",
        "inactive",
        "",
        "user",
        "2026-01-02T03:04:05.006Z",
        toRfc3339(user.created_at),
      ],
    ]);
  });

  it("has only the header when nothing matches, and empty cells for missing values", async () => {
    const { visitor } = await as("system_admin");
    expect(await fetched(visitor, "?search=zzz")).to.deep.equal([HEADING]);
    const none = await world.make.user({ role: null, email: "none@example.test" });
    await world.services.knex("users").where({ id: none.id }).update({ status: null });
    const [, row] = await fetched(visitor, "?search=none");
    expect(row!.slice(3, 8)).to.deep.equal(["none@example.test", "", "", "", ""]);
  });

  it("contains all users, not one page, in the order and with the filters of the list", async () => {
    const { visitor } = await as("system_admin");
    for (let number = 10; number < 30; number++)
      await world.make.user({
        email: `n${number}@example.test`,
        status: number % 2 ? "banned" : "active",
        role: number % 3 ? "user" : "admin",
      });
    const banned = await emails(visitor, "?status=banned&sort=-email&search=example&page=2");
    expect(banned).to.deep.equal(
      [29, 27, 25, 23, 21, 19, 17, 15, 13, 11].map((number) => `n${number}@example.test`),
    );
    expect(await emails(visitor, "?role=admin&status=active&sort=email")).to.deep.equal(
      [12, 18, 24].map((number) => `n${number}@example.test`),
    );
    expect(await emails(visitor)).to.have.length(21);
    expect(await emails(visitor, "?status=nosuch&created_from=2026-02-30")).to.have.length(21);
    expect(await emails(visitor, "?created_to=2020-01-01")).to.deep.equal([]);
  });

  describe("of several batches", () => {
    beforeEach(async () => {
      const { knex } = world.services;
      const row = (await knex("users")
        .where({ id: (await world.make.user()).id })
        .first()) as Record<string, unknown>;
      for (const name of ["email_key", "second_factor", "invited"]) delete row[name];
      const statuses: (string | null)[] = ["active", null, "banned", null];
      const rows = Array.from({ length: 1200 }, (_, index) => ({
        ...row,
        id: `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`,
        first_name: `First ${index % 7}`,
        last_name: `Last ${index % 5}`,
        email: `many${index}@example.test`,
        status: statuses[index % 4] ?? null,
        created_at: 1000 + (index % 3),
      }));
      await knex.batchInsert("users", rows, 30);
    });

    for (const sort of [
      "-created_at",
      "created_at",
      "full_name",
      "-full_name",
      "email",
      "status",
      "-status",
      "id",
      "-updated_at",
    ])
      it(`by ${sort} contains each user once, in the same order as a single query`, async () => {
        const { visitor } = await as("admin");
        const { knex } = world.services;
        const columns = sort.endsWith("full_name") ? ["first_name", "last_name"] : [sort.replace("-", "")];
        const direction = sort.startsWith("-") ? "desc" : "asc";
        const order = [...new Set([...columns, "id"])].map((column) => ({ column, order: direction }));
        const all = (await knex("users").orderBy(order).pluck("email")) as string[];
        expect(await emails(visitor, `?sort=${sort}`)).to.deep.equal(all);
      });

    it("reads limited batches", async () => {
      const { visitor } = await as("admin");
      const queries = await queriesDuring(world.services.knex, () => visitor.get(EXPORT));
      const parts = queries.filter((sql) => /^select users\.id/.test(sql));
      expect(parts).to.have.length(13);
      for (const sql of parts) expect(sql).to.contain("limit");
    });
  });

  it("C22: contains no higher-ranked users, like the API", async () => {
    await world.make.role("clerk", 5, ["users.read"]);
    const { visitor, user } = await as("clerk");
    await world.make.user({ role: "system_admin" });
    await world.make.user({ role: "admin" });
    await world.make.user();
    await world.make.user({ role: null, email: "none@example.test" });
    const api = world.api.as(await world.make.token(user));
    const { body } = await api.get("/users").query({ per_page: 100 }).expect(200);
    const listed = (body.data.items as { email: string }[]).map(({ email }) => email);
    expect(listed).to.have.members(["clerk@example.test", "none@example.test"]);
    expect(await emails(visitor)).to.deep.equal(listed);
    expect(await emails(visitor, "?search=admin")).to.deep.equal([]);
  });

  for (const [name, cell] of [
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1+1", "'\t'=1+1"],
    ["\r=1+1", "'\r'=1+1"],
    ["＝1+1", "'＝1+1"],
    [`=HYPERLINK("http://x","y")`, `'=HYPERLINK("http://x","y")`],
    ["a=1", "a=1"],
  ] as const)
    it(`L03: contains ${JSON.stringify(name)} without a formula`, async () => {
      const { visitor } = await as("system_admin");
      const user = await world.make.user({ email: "formula@example.test" });
      // bypasses the name validation, as an import can
      await world.services.knex("users").where({ id: user.id }).update({ first_name: name, last_name: name });
      const answer = await visitor.get(`${EXPORT}?search=formula`);
      expect(answer.text).to.contain(`"${cell.replaceAll('"', '""')}","${cell.replaceAll('"', '""')}"`);
    });

  it("is recorded with filters and count before anything is sent", async () => {
    const { user, visitor } = await as("system_admin");
    await world.make.user({ status: "banned" });
    await visitor.get(`${EXPORT}?status=banned&search=example&sort=email&role=nosuch`);
    const [row, ...others] = await exports();
    expect(others).to.be.empty;
    expect(row).to.include({ actor_id: user.id, subject_id: null });
    expect(JSON.parse(row!["changes"] as string)).to.deep.equal({
      filters: { search: "example", status: "banned", sort: "email" },
      rows: 1,
    });
  });

  it("fails when it can't be recorded", async () => {
    const { visitor } = await as("system_admin");
    const { knex } = world.services;
    await knex.schema.renameTable("activity_log", "mislaid");
    try {
      const answer = await visitor.get(EXPORT);
      expect(answer.status).to.equal(500);
      expect(answer.headers["content-type"]).to.contain("text/html");
      expect(answer.headers["content-disposition"]).to.equal(undefined);
      expect(answer.text).not.to.contain("system_admin@example.test,");
    } finally {
      await knex.schema.renameTable("mislaid", "activity_log");
    }
  });

  it("requires the permission to read users", async () => {
    expect((await world.visitor().get(EXPORT)).headers["location"]).to.match(/^\/login/);
    for (const role of ["user", null]) {
      const { visitor } = await world.signedIn(await world.make.user({ role }));
      expect((await visitor.get(EXPORT)).status).to.equal(403);
    }
    await world.make.role("writer", 2, ["users.update", "users.create", "users.delete"]);
    const { visitor } = await as("writer");
    expect((await visitor.get(EXPORT)).status).to.equal(403);
    expect(await exports()).to.be.empty;
  });
});
