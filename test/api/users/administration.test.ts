import { expect } from "chai";
import { useWorld } from "../../support/app/world.js";
import { NO_ROW } from "../../support/contract/operations.js";

describe("The administration of users on the API", () => {
  const world = useWorld();
  let token: string;
  beforeEach(async () => {
    ({ token } = await world.make.userWithToken({ role: "admin" }));
  });
  const api = () => world.api.as(token);
  const events = async (subject: string): Promise<string[]> =>
    (await world.services
      .knex("activity_log")
      .where({ subject_id: subject })
      .orderBy("id")
      .pluck("event")) as string[];
  const mailsTo = async (id: string): Promise<string[]> =>
    (await world.services.knex("mails").where({ user_id: id }).pluck("kind")) as string[];

  describe("PUT /users/{user}/status", () => {
    it("bans an account, which ends its access, and records it", async () => {
      const { user, token: theirs } = await world.make.userWithToken();
      const { body, headers } = await api().put(`/users/${user.id}/status`, { status: "banned" }).expect(200);
      expect(body.data.status).to.equal("banned");
      expect(headers["etag"]).to.equal('"2"');
      await world.api.as(theirs).get("/auth/me").expect(401);
      expect(await events(user.id)).to.include("user_updated");
    });

    it("rejects an unknown status, a stale version, one's own account and a hidden one", async () => {
      const { id } = await world.make.user();
      await api().put(`/users/${id}/status`, { status: "asleep" }).expect(422);
      await api().put(`/users/${id}/status`, { status: "banned" }).set("If-Match", '"7"').expect(412);
      const { body: me } = await api().get("/auth/me").expect(200);
      const { body } = await api().put(`/users/${me.data.id}/status`, { status: "banned" }).expect(403);
      expect(body.data.code).to.equal("own_account");
      const root = await world.make.user({ role: "system_admin" });
      await api().put(`/users/${root.id}/status`, { status: "banned" }).expect(404);
    });
  });

  describe("PUT /users/statuses", () => {
    it("changes those that can be changed, and says why the others stay", async () => {
      const [one, two] = [await world.make.user(), await world.make.user({ status: "banned" })];
      const root = await world.make.user({ role: "system_admin" });
      const users = [one.id, two.id, root.id, NO_ROW];
      const { body } = await api().put("/users/statuses", { status: "banned", users }).expect(200);
      expect(body.data.changed).to.deep.equal([one.id]);
      expect(body.data.unchanged.map(({ id }: { id: string }) => id)).to.have.members([
        two.id,
        root.id,
        NO_ROW,
      ]);
      const reasons = new Set(body.data.unchanged.map(({ reason }: { reason: string }) => reason));
      expect(reasons.size).to.equal(2); // a hidden account is like one that doesn't exist
    });

    it("rejects an unknown status, no users and more than a hundred", async () => {
      const { id } = await world.make.user();
      await api()
        .put("/users/statuses", { status: "asleep", users: [id] })
        .expect(422);
      await api().put("/users/statuses", { status: "banned", users: [] }).expect(422);
      const many = Array.from(
        { length: 101 },
        (_, n) => `019a8f3c-6a1e-7c3b-9d52-${String(n).padStart(12, "0")}`,
      );
      await api().put("/users/statuses", { status: "banned", users: many }).expect(422);
    });
  });

  describe("DELETE /users/{user}/access", () => {
    it("ends sessions and tokens, mails the owner once, and counts them", async () => {
      const { user, token: theirs } = await world.make.userWithToken();
      await world.signedIn(user);
      const { body } = await api().delete(`/users/${user.id}/access`).expect(200);
      expect(body.data).to.deep.equal({ sessions: 1, tokens: 1, applications: 0 });
      await world.api.as(theirs).get("/auth/me").expect(401);
      const { body: again } = await api().delete(`/users/${user.id}/access`).expect(200);
      expect(again.data).to.deep.equal({ sessions: 0, tokens: 0, applications: 0 });
      expect(await mailsTo(user.id)).to.deep.equal(["access_ended"]);
      expect(await events(user.id)).to.include("access_ended");
    });
  });

  describe("DELETE /users/{user}/two-factor", () => {
    it("removes the second factor, and nothing the second time", async () => {
      const user = await world.make.user();
      await world.make.twoFactor(user);
      await api().delete(`/users/${user.id}/two-factor`).expect(200);
      await api().delete(`/users/${user.id}/two-factor`).expect(200);
      expect(await mailsTo(user.id)).to.deep.equal(["two_factor_removed"]);
    });
  });

  describe("POST /users/{user}/verification-notification", () => {
    it("sends the mail only while verification is on and outstanding", async () => {
      const user = await world.make.user({ email_verified_at: null });
      const remind = () => api().post(`/users/${user.id}/verification-notification`);
      expect((await remind().expect(200)).body.data).to.deep.equal({ sent: false });
      await world.services.settings.write({ "auth.email_verification": "1" });
      expect((await remind().expect(200)).body.data).to.deep.equal({ sent: true });
      expect(await mailsTo(user.id)).to.have.length(1);
    });
  });

  describe("GET /users/export", () => {
    it("has the rows of the list with the same filters as CSV, and is recorded", async () => {
      await world.make.user({ first_name: "Grace", email: "grace@example.test" });
      await world.make.user({ first_name: "Grace", role: "system_admin" });
      const { text, headers } = await api().get("/users/export?filter[search]=grace&sort=email").expect(200);
      expect(headers["content-type"]).to.equal("text/csv; charset=utf-8");
      expect(headers["content-disposition"]).to.match(/^attachment; filename=users-\d{4}-\d\d-\d\d\.csv$/);
      const lines = text.trim().split("\r\n");
      expect(lines).to.have.length(2);
      expect(lines[1]).to.include('"grace@example.test"');
      const row = (await world.services
        .knex("activity_log")
        .where({ event: "users_exported" })
        .first("changes")) as {
        changes: string;
      };
      expect(JSON.parse(row.changes)).to.deep.equal({ filters: { search: "grace", sort: "email" }, rows: 1 });
    });

    it("shares its limit of six a minute with the screen", async () => {
      for (let n = 0; n < 6; n++) await api().get("/users/export").expect(200);
      await api().get("/users/export").expect(429);
    });

    it("rejects deleted accounts and an unknown filter", async () => {
      await api().get("/users/export?filter[deleted]=only").expect(422);
      await api().get("/users/export?filter[colour]=red").expect(422);
    });
  });

  const CHANGES = {
    "PUT /users/{user}/status": (id: string) => api().put(`/users/${id}/status`, { status: "banned" }),
    "DELETE /users/{user}/access": (id: string) => api().delete(`/users/${id}/access`),
    "DELETE /users/{user}/two-factor": (id: string) => api().delete(`/users/${id}/two-factor`),
    "POST /users/{user}/verification-notification": (id: string) =>
      api().post(`/users/${id}/verification-notification`),
  };
  for (const [name, change] of Object.entries(CHANGES))
    it(`${name} is rejected for an account with more permissions, and hidden above one's rank`, async () => {
      await world.make.role("auditor", 4, ["roles.update", "dashboard.read"]);
      const auditor = await world.make.user({ role: "auditor" });
      const { status, body } = await change(auditor.id);
      // sending the verification mail again takes no permission of the account
      if (!name.startsWith("POST")) expect([status, body.data.code]).to.deep.equal([403, "forbidden"]);
      const root = await world.make.user({ role: "system_admin" });
      expect((await change(root.id)).status).to.equal(404);
    });
});
