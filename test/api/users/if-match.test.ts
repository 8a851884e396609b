import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { useWorld } from "../../support/app/world.js";

describe("If-Match on /users/{user}", () => {
  const world = useWorld();
  let token: string;
  let user: User;
  beforeEach(async () => {
    ({ token } = await world.make.userWithToken({ role: "system_admin" }));
    user = await world.make.user();
    await world.api.as(token).patch(`/users/${user.id}`, { first_name: "Second" }).expect(200); // version 2
  });

  const row = () => world.services.knex("users").where({ id: user.id }).first();
  const send = (method: "put" | "patch" | "delete", header: string) =>
    world.api
      .as(token)
      [method](`/users/${user.id}`, method === "delete" ? undefined! : { first_name: "Third" })
      .set("If-Match", header);

  it("matches the ETag that show, store and update return", async () => {
    const { headers } = await world.api.as(token).get(`/users/${user.id}`).expect(200);
    expect(headers["etag"]).to.equal('"2"');
    const { headers: changed } = await send("patch", headers["etag"]!).expect(200);
    expect(changed["etag"]).to.equal('"3"');
  });

  for (const method of ["put", "patch", "delete"] as const) {
    for (const header of ['"2"', "*", '"1", "2"', '"2","9"', '"x" ,"2"'])
      it(`allows a ${method} with ${header}`, async () => {
        await send(method, header).expect(200);
      });

    for (const header of [
      '"1"',
      '"3"',
      'W/"2"',
      '"1", W/"2"',
      "2",
      '"02"',
      '"2 "',
      "''",
      '"1","3"',
      '""',
      '"*"',
    ])
      it(`rejects a ${method} with ${header} and changes nothing`, async () => {
        const before: unknown = await row();
        const { body } = await send(method, header).expect(412);
        expect(body.data).to.deep.equal({ code: "stale" });
        expect(await row()).to.deep.equal(before);
      });

    it(`is checked before a ${method} writes anything, and rejected when it is too long`, async () => {
      const { body } = await send(method, `"${"1".repeat(300)}"`).expect(422);
      expect(Object.keys(body.data.errors as object).map((name) => name.toLowerCase())).to.deep.equal([
        "if-match",
      ]);
    });
  }

  it("rejects a request that would change nothing too", async () => {
    await world.api.as(token).patch(`/users/${user.id}`, {}).set("If-Match", '"1"').expect(412);
    await world.api.as(token).patch(`/users/${user.id}`).set("If-Match", '"1"').expect(412);
  });

  it("lets one of two requests with the same version through", async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => send("patch", '"2"')));
    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([200, 412, 412, 412]);
  });

  it("reveals nothing about an unknown account", async () => {
    await world.api
      .as(token)
      .delete("/users/019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e")
      .set("If-Match", '"1"')
      .expect(404);
  });

  it("still matches after the account has signed in", async () => {
    await world.services.knex("users").where({ id: user.id }).update({ last_login_at: 1 });
    await world.api.post("/auth/login", { email: user.email, password: "correct-horse-battery" }).expect(200);
    await send("patch", '"2"').expect(200);
  });
});
