import { expect } from "chai";
import { changeBuilt, insertRow, selectBuilt, sqlOf } from "../../src/database/built-queries.js";
import { useWorld } from "../support/app/world.js";

describe("Queries that are kept for their shape", () => {
  const world = useWorld();
  const named = (names: readonly string[], limit: number) => {
    let built = 0;
    const shape = `test ${names.length}`;
    const rows = selectBuilt<{ name: string }>(world.services.knex, shape, [...names, limit], (values) => {
      built++;
      const roles = world.services.knex("roles").whereIn("name", values.slice(0, -1) as string[]);
      return sqlOf(
        roles
          .orderBy("name")
          .select("name")
          .limit(values.at(-1) as number),
      );
    });
    return rows.then((found) => ({ built, names: found.map(({ name }) => name) }));
  };

  it("are built once, and read the rows of each request's values", async () => {
    expect(await named(["user", "admin"], 5)).to.deep.equal({ built: 1, names: ["admin", "user"] });
    expect(await named(["user", "admin"], 1)).to.deep.equal({ built: 0, names: ["admin"] });
    expect(await named(["user", "system_admin"], 5)).to.deep.equal({
      built: 0,
      names: ["system_admin", "user"],
    });
  });

  it("are built anew for another shape", async () => {
    expect(await named(["user"], 5)).to.deep.equal({ built: 1, names: ["user"] });
  });

  it("write each time's own values, null among them", async () => {
    const { knex } = world.services;
    let built = 0;
    const write = (address: string | null, id: string) =>
      changeBuilt(knex, "test address", { address, id }, (marks) => {
        built++;
        return sqlOf(knex("users").where({ id: marks.id }).update({ last_login_ip: marks.address }));
      });
    const [first, second] = [await world.make.user(), await world.make.user()];
    expect(await write("192.0.2.1", first.id)).to.equal(1);
    expect(await write("192.0.2.2", second.id)).to.equal(1);
    expect(await write(null, first.id)).to.equal(1);
    expect(await write("192.0.2.3", "nobody")).to.equal(0);
    const addresses = (await knex("users")
      .whereIn("id", [first.id, second.id])
      .pluck("last_login_ip")) as unknown[];
    expect(addresses).to.have.members([null, "192.0.2.2"]);
    expect(built).to.equal(1);
  });

  it("insert rows with the same columns by one statement", async () => {
    const { knex } = world.services;
    const { id: user_id } = await world.make.user();
    const rows = ["192.0.2.0/24", "198.51.100.0/24"].map((network, n) => ({
      user_id,
      network,
      last_used_at: n,
    }));
    for (const row of rows) await insertRow(knex, "sign_in_networks", row);
    expect(await knex("sign_in_networks").where({ user_id }).orderBy("last_used_at")).to.deep.equal(rows);
  });

  it("are refused when they calculate with values, which would be those of the first request", () => {
    const { knex } = world.services;
    const wrong = () =>
      selectBuilt(knex, "wrong", [1, 2], ([first]) =>
        sqlOf(knex("roles").where("sort_order", (first as number) + 1)),
      );
    expect(wrong).to.throw("calculates with its values");
  });
});
