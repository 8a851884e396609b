import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { about, activityLog, idsOn, LIST, query } from "../../../support/app/activity-log.js";
import { textOf } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";

describe("The audit log", () => {
  const world = useWorld();
  const { record, holder, root, reader } = activityLog(world);

  describe("is accessible", () => {
    it("only with the permission to read it", async () => {
      const id = await record("logout");
      for (const path of [LIST, `${LIST}/export`, `${LIST}/${id}`]) {
        const { visitor } = await world.signedIn(
          await holder(["users.read", "settings.read", "roles.read"], 2),
        );
        expect((await visitor.get(path)).status, path).to.equal(403);
        const guest = await world.visitor().get(path);
        expect(guest.headers["location"], path).to.match(/^\/login/);
        const allowed = await world.signedIn(await holder(["activity-logs.read"], 2));
        expect((await allowed.visitor.get(path)).status, path).to.equal(200);
      }
    });

    it("from the menu, with the permission", async () => {
      for (const [role, shown] of [
        ["admin", true],
        ["user", false],
      ] as const) {
        const { visitor } = await world.signedIn(await world.make.user({ role }));
        expect((await visitor.get("/profile")).text.includes(`href="${LIST}"`), role).to.equal(shown);
      }
    });

    it("C22: for entries whose actor, target and owner are within the reader's rank", async () => {
      const people = {
        system_admin: await root(),
        admin: await world.make.user({ role: "admin" }),
        user: await world.make.user(),
        nobody: await world.make.user({ role: null }),
      };
      const both = await world.make.user();
      await world.make.giveRole(both, "system_admin");
      const rows: Record<string, Record<string, string>> = {};
      for (const [name, user] of Object.entries({ ...people, both }))
        rows[name] = {
          actor: await record("logout", { actorId: user.id }),
          subject: await record("user_updated", { actorId: people.nobody.id, ...about(user) }),
          owner: await record("token_revoked", {
            subject: { type: "personal_access_token", id: uuidv7() },
            ownerId: user.id,
          }),
          failed: await record("login_failed", { ownerId: user.id, changes: { email: user.email } }),
        };
      const withoutAccount = await record("login_failed", { changes: { email: "unknown@example.test" } });
      const of = (...names: string[]) =>
        names
          .flatMap((name) => Object.values(rows[name]!))
          .concat(withoutAccount)
          .sort();
      const seen: [rank: number, ids: string[]][] = [
        [2, of("admin", "user", "nobody")],
        [3, of("user", "nobody")],
        [9, of("nobody")],
      ];
      for (const [rank, ids] of [...seen, [1, of(...Object.keys(rows))] as const]) {
        const { visitor } = await reader(
          rank === 1 ? people.system_admin : await holder(["activity-logs.read"], rank),
        );
        const answer = await visitor.get(`${LIST}?per_page=30`);
        expect(idsOn(answer).sort(), `rank ${rank}`).to.deep.equal(ids);
        const exported = (await visitor.get(`${LIST}/export`)).text;
        await world.services.knex("activity_log").where({ event: "activity_exported" }).del();
        for (const id of of(...Object.keys(rows))) {
          expect((await visitor.get(`${LIST}/${id}`)).status, `rank ${rank}`).to.equal(
            ids.includes(id) ? 200 : 404,
          );
          expect(exported.includes(id), `rank ${rank}`).to.equal(ids.includes(id));
        }
        for (const [name, user] of Object.entries({ ...people, both }))
          for (const filter of ["actor", "subject"]) {
            const found = idsOn(await visitor.get(LIST + query({ [filter]: user.email })));
            expect(found.length > 0, `rank ${rank}: ${filter} ${name}`).to.equal(
              Object.values(rows[name]!).some((id) => ids.includes(id)),
            );
          }
      }
    });

    it("C22: not for entries of a higher-ranked account that is deleted or anonymised", async () => {
      const above = await root();
      await record("logout", { actorId: above.id });
      await world.services
        .knex("users")
        .where({ id: above.id })
        .update({ deleted_at: Date.now(), first_name: "Deleted" });
      const { visitor } = await reader(await world.make.user({ role: "admin" }));
      expect(idsOn(await visitor.get(LIST))).to.be.empty;
    });

    it("C22: not for entries about a higher-ranked role", async () => {
      const [above, below] = [await world.make.role("above", 2, []), await world.make.role("below", 8, [])];
      const hidden = await record("role_updated", about(above, "role"));
      const shown = await record("role_updated", about(below, "role"));
      const { visitor } = await reader(await holder(["activity-logs.read"], 5));
      expect(idsOn(await visitor.get(LIST))).to.deep.equal([shown]);
      expect((await visitor.get(`${LIST}/${hidden}`)).status).to.equal(404);
    });

    it("C22: by the same rules for failed sign-ins, tokens and revocations", async () => {
      const above = await root();
      const other = world.visitor();
      for (const email of [above.email, "unknown@example.test"]) {
        await other.get("/login");
        await other.submit("/login", { email, password: "wrong" });
        await world.api.post("/auth/login", { email, password: "wrong" }).expect(401);
      }
      const token = await world.make.token(above, { name: "secret plan" });
      await world.api.as(token).post("/auth/logout").expect(200);
      const { visitor } = await reader(await world.make.user({ role: "admin" }));
      const said = textOf(await visitor.get(LIST));
      expect(said.match(/as unknown@example\.test/g)).to.have.length(2);
      expect(said).not.to.contain(above.email).and.not.contain("secret plan");
      const all = textOf(await (await reader()).visitor.get(LIST));
      expect(all).to.contain(above.email);
    });
  });
});
