import { join } from "node:path";
import { expect } from "chai";
import { useFleet, useFolder, type RemoteApi } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { Visitor } from "../support/app/web.js";
import { mariaDbUrl } from "../support/database/mariadb.js";
import { raiseAuthorityVersion } from "../../src/domain/access/authority.js";

for (const database of ["SQLite", "MariaDB"] as const)
  describeWith(database, `The next request of another process, on ${database}`, function () {
    this.timeout(60_000);
    const folder = useFolder();
    const fleet = useFleet(2, {}, () =>
      database === "SQLite" ? `sqlite:${join(folder.path, "fleet.sqlite")}` : mariaDbUrl(),
    );
    const me = (token: string) => fleet.api(1).as(token).get("/auth/me");
    /** An account whose token the second process has just accepted. */
    async function known() {
      const made = await fleet.make.userWithToken();
      expect((await me(made.token)).status).to.equal(200);
      return made;
    }
    const administrator = async (): Promise<RemoteApi> =>
      fleet.api(0).as((await fleet.make.userWithToken({ role: "system_admin" })).token);

    it("has the changed name of the account", async () => {
      const { token } = await known();
      expect((await fleet.api(0).as(token).patch("/auth/me", { first_name: "Grace" })).status).to.equal(200);
      expect((await me(token)).body.data.first_name).to.equal("Grace");
    });

    it("has the changed permissions of a role", async () => {
      const { user, token } = await known();
      const { id } = await fleet.make.role("curator", 60, ["users.read"]);
      await fleet.make.giveRole(user, "curator");
      expect((await me(token)).body.data.permissions).to.include("users.read");
      await fleet.services.knex("permission_role").where({ role_id: id }).del();
      await raiseAuthorityVersion(fleet.services.knex);
      expect((await me(token)).body.data.permissions).not.to.include("users.read");
    });

    it("has the changed settings", async () => {
      const page = async (): Promise<string> =>
        (await new Visitor(fleet.servers[1]!.api.origin).get("/login")).text;
      for (const name of ["Harbour", "Lighthouse"]) {
        await fleet.services.settings.write({ "general.app_name": name });
        expect(await page()).to.contain(`· ${name}</title>`);
      }
    });

    it("is rejected with a token that was revoked", async () => {
      const { token } = await known();
      expect((await fleet.api(0).as(token).post("/auth/logout", {})).status).to.equal(200);
      expect((await me(token)).status).to.equal(401);
    });

    it("is rejected when the account was banned or deleted", async () => {
      const api = await administrator();
      const [banned, deleted] = [await known(), await known()];
      expect((await api.patch(`/users/${banned.user.id}`, { status: "banned" })).status).to.equal(200);
      expect((await me(banned.token)).status).to.be.oneOf([401, 403]);
      expect((await api.delete(`/users/${deleted.user.id}`)).status).to.equal(200);
      expect((await me(deleted.token)).status).to.equal(401);
    });

    it("is rejected with a session that was ended", async () => {
      const user = await fleet.make.user();
      const browser = new Visitor(fleet.servers[1]!.api.origin);
      await browser.signIn(user);
      expect((await browser.get("/profile")).status).to.equal(200);
      expect(
        (await (await administrator()).patch(`/users/${user.id}`, { status: "banned" })).status,
      ).to.equal(200);
      expect((await browser.get("/profile")).status).to.equal(302);
    });
  });
