import { expect } from "chai";
import { selectBuilt, sqlOf } from "../../src/database/built-queries.js";
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

  it("are refused when they calculate with values, which would be those of the first request", () => {
    const { knex } = world.services;
    const wrong = () =>
      selectBuilt(knex, "wrong", [1, 2], ([first]) =>
        sqlOf(knex("roles").where("sort_order", (first as number) + 1)),
      );
    expect(wrong).to.throw("calculates with its values");
  });
});
