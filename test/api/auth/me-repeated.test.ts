import { join } from "node:path";
import { expect } from "chai";
import { raiseAuthorityVersion } from "../../../src/domain/access/authority.js";
import { useFolder } from "../../support/app/processes.js";
import { useWorld } from "../../support/app/world.js";

for (const isFile of [true, false])
  describe(`GET /auth/me, repeatedly, ${isFile ? "on SQLite in a file" : "on the database of the run"}`, () => {
    const folder = useFolder();
    const world = useWorld(() =>
      Promise.resolve(isFile ? { DATABASE_URL: `sqlite:${join(folder.path, "world.sqlite")}` } : {}),
    );
    const me = (token: string) => world.api.as(token).get("/auth/me").expect(200);

    it("differs only in the trace id while nothing changes", async () => {
      const { token } = await world.make.userWithToken();
      const answers = [await me(token), await me(token), await me(token)];
      for (const { body, headers } of answers) {
        expect(headers["x-request-id"]).to.equal(body.trace_id);
        expect({ ...body, trace_id: "" }).to.deep.equal({ ...answers[0]!.body, trace_id: "" });
        expect(headers).to.include({ etag: '"1"', "cache-control": "no-store" });
        expect(Object.keys(headers)).to.deep.equal(Object.keys(answers[0]!.headers));
      }
      expect(new Set(answers.map(({ body }) => body.trace_id))).to.have.property("size", 3);
    });

    it("has every change of the account at once, whoever makes it", async () => {
      const { user, token } = await world.make.userWithToken({ first_name: "Ada" });
      await me(token);
      await world.api.as(token).patch("/auth/me", { first_name: "Grace" }).expect(200);
      const { body, headers } = await me(token);
      expect(body.data.first_name).to.equal("Grace");
      expect(headers["etag"]).to.equal('"2"');
      await world.services.knex("users").where({ id: user.id }).update({ password_must_change: true });
      expect((await me(token)).body.meta).to.deep.equal({ password_must_change: true });
    });

    it("has every change of roles and their permissions at once", async () => {
      const { knex } = world.services;
      const { user, token } = await world.make.userWithToken();
      const permissions = async (): Promise<unknown> => (await me(token)).body.data.permissions;
      const curator = await world.make.role("curator", 60, ["users.read"]);
      expect(await permissions()).to.deep.equal(["dashboard.read"]);
      await world.make.giveRole(user, "curator");
      expect(await permissions()).to.deep.equal(["dashboard.read", "users.read"]);
      await knex("permission_role").where({ role_id: curator.id }).del();
      await raiseAuthorityVersion(knex);
      expect(await permissions()).to.deep.equal(["dashboard.read"]);
    });

    it("shows each token its own account", async () => {
      const { user, token } = await world.make.userWithToken();
      const other = await world.make.userWithToken();
      const tokens = [token, other.token, await world.make.token(user), other.token, token];
      const ids: unknown[] = [];
      for (const each of tokens) ids.push((await me(each)).body.data.id);
      expect(ids).to.deep.equal([user.id, other.user.id, user.id, other.user.id, user.id]);
    });

    it("is 304 for a client that holds the version, and whole for others, in any order", async () => {
      const { token } = await world.make.userWithToken();
      const holding = (tag: string) => world.api.as(token).get("/auth/me").set("If-None-Match", tag);
      for (let time = 0; time < 2; time++) {
        await holding('"1"').expect(304);
        expect((await me(token)).body.data).to.have.property("id");
        expect((await holding('"0"').expect(200)).body.data).to.have.property("id");
      }
    });

    it("rejects the token once it is revoked, the account banned, or the token expired", async () => {
      const { user, token } = await world.make.userWithToken();
      const { token: expiring } = await world.make.userWithToken();
      await me(token);
      await me(expiring);
      await world.services.knex("users").where({ id: user.id }).update({ status: "banned" });
      await world.api.as(token).get("/auth/me").expect(403);
      await world.services
        .knex("personal_access_tokens")
        .where({ user_id: user.id })
        .update({ revoked_at: 1 });
      await world.api.as(token).get("/auth/me").expect(401);
      world.advance(86_400_000);
      await world.api.as(expiring).get("/auth/me").expect(401);
    });
  });
