import { expect } from "chai";
import { sha256Hex } from "../../src/lib/secrets.js";
import { queriesDuring } from "../support/app/queries.js";
import { useWorld } from "../support/app/world.js";
import { isMySql } from "../support/database/database.js";

describe("Tokens that requests send at the same time", () => {
  const world = useWorld();

  it("each authenticate their own account, or are rejected", async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => world.make.userWithToken()));
    const revoked = await world.make.userWithToken();
    await world.api.as(revoked.token).post("/auth/logout").expect(200);
    const tokens = [...users, revoked, users[0]!].map(({ token }) => token);
    const unknown = `${tokens[0]!.slice(0, -1)}${tokens[0]!.endsWith("a") ? "b" : "a"}`;
    const answers = await Promise.all(
      [...tokens, unknown].map((token) => world.api.as(token).get("/auth/me")),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200, 401, 200, 401]);
    expect(answers.slice(0, 5).map(({ body }) => (body as { data: { id: string } }).data.id)).to.deep.equal(
      users.map(({ user }) => user.id),
    );
  });

  it("share a statement on MariaDB, which sees what was committed before", async () => {
    const { knex, principals } = world.services;
    const hashes: string[] = [];
    for (let number = 0; number < 3; number++) {
      const { token } = await world.make.userWithToken();
      hashes.push(sha256Hex(token));
    }
    const find = () =>
      Promise.all(hashes.map(async (hash) => principals.find("personal_access_tokens", hash)));
    const before = await find();
    expect(before.map((row) => row!.revoked_at)).to.deep.equal([null, null, null]);
    await knex("personal_access_tokens").where({ id: before[1]!.token_id }).update({ revoked_at: 7 });
    let after: typeof before = [];
    const statements = await queriesDuring(knex, async () => (after = await find()));
    expect(after.map((row) => row!.revoked_at)).to.deep.equal([null, 7, null]);
    // Background work may send statements of its own.
    const finds = statements.filter((sql) => sql.includes("where t.token_hash"));
    expect(finds).to.have.length(isMySql(knex) ? 1 : 3);
  });
});
