import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { about, activityLog, LIST, query } from "../../../support/app/activity-log.js";
import { csvRows } from "../../../support/app/csv.js";
import { textOf } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";

describe("The audit log", () => {
  const world = useWorld();
  const { record, reader } = activityLog(world);

  describe("contains", () => {
    it("no secret on the page or in the export, even if an event recorded one", async () => {
      const secrets = {
        password: "hunter2-hunter2",
        token: "T0kenT0ken",
        two_factor_secret: "JBSWY3DPEHPK3PXP",
        recovery_codes: ["aaaaa-bbbbb"],
        client_secret: { value: "s3cr3tvalue" },
        secret_hash: "deadbeefdeadbeef",
        note: "adk_pat_abcdefghijklmnopqrstuvwxyz0123456789",
        remark: "$2b$12$abcdefghijklmnopqrstuv",
        "captcha.secret_key": "0x4AAAA-very-secret",
      };
      const harmless = {
        "auth.password_min_length": "12",
        password: "changed",
        personal_access_tokens: 7,
        token_id: "018f6c2e-4b7a-4c1d-9e53-2a7f0b6d8c41",
        grant: "authorization_code",
      };
      const id = await record("user_updated", { changes: { before: harmless, after: secrets, ...secrets } });
      const { visitor } = await reader();
      for (const path of [LIST, `${LIST}/${id}`, `${LIST}/export`]) {
        const { text } = await visitor.get(path);
        for (const value of [
          "hunter2",
          "T0ken",
          "JBSWY3",
          "aaaaa-",
          "s3cr3t",
          "deadbeef",
          "adk_pat_a",
          "$2b$12",
          "very-secret",
        ])
          expect(text, `${path} ${value}`).not.to.contain(value);
        if (path === LIST) continue;
        for (const value of ["12", "changed", "7", "018f6c2e", "authorization_code"])
          expect(text).to.contain(value);
      }
    });

    it("entries of 400 days, as the page says", async () => {
      const { visitor } = await reader();
      expect(textOf(await visitor.get(LIST))).to.contain("Kept for 400 days.");
    });
  });

  describe("is exported", () => {
    it("as CSV with every column, after the export itself is recorded", async () => {
      const [grace, ada] = [await world.make.user({ email: "grace@example.test" }), await world.make.user()];
      const { user, visitor } = await reader();
      const changes = { before: { status: "active" }, after: { status: "banned" } };
      const id = await record("user_updated", { actorId: grace.id, ...about(ada), changes });
      const answer = await visitor.get(`${LIST}/export${query({ actor: "grace@" })}`);
      expect(answer.status).to.equal(200);
      expect(answer.headers["content-type"]).to.match(/^text\/csv/);
      expect(answer.headers["content-disposition"]).to.match(
        /^attachment; filename=activity-\d{4}-\d\d-\d\d\.csv$/,
      );
      expect(answer.headers["cache-control"]).to.equal("private, no-store");
      const rows = csvRows(answer);
      expect(rows).to.have.length(1);
      expect(rows[0]).to.include({
        id,
        event: "user_updated",
        actor_id: grace.id,
        actor_name: "Ada Lovelace",
        actor_email: "grace@example.test",
        subject_type: "user",
        subject_id: ada.id,
        ip_address: "203.0.113.7",
        changes: JSON.stringify(changes),
      });
      expect(rows[0]!["time"]).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      const noted = await world.services.knex("activity_log").where({ event: "activity_exported" });
      expect(noted).to.have.length(1);
      expect(noted[0]).to.include({ actor_id: user.id });
      expect(JSON.parse(noted[0].changes)).to.deep.equal({ filters: { actor: "grace@" } });
    });

    it("completely, in chunks of limited size", async function () {
      this.timeout(60_000);
      const user = await world.make.user();
      const { visitor } = await reader();
      const rows = Array.from({ length: 1203 }, (_, index) => ({
        id: uuidv7(),
        actor_id: user.id,
        event: "logout",
        changes: "{}",
        created_at: Date.UTC(2026, 4, 4) + Math.floor(index / 700), // more events of one timestamp than fit in one batch
      }));
      for (let at = 0; at < rows.length; at += 100)
        await world.services.knex("activity_log").insert(rows.slice(at, at + 100));
      const answer = await visitor.get(`${LIST}/export${query({ event: "logout" })}`);
      const ids = csvRows(answer).map((row) => row["id"]);
      expect(ids).to.have.length(1203);
      expect(new Set(ids).size).to.equal(1203);
    });

    it("L03: without formulas for spreadsheets", async () => {
      const user = await world.make.user({ first_name: "=cmd()", last_name: "x" });
      const { visitor } = await reader();
      await record("logout", { actorId: user.id }, { userAgent: "+1+1" });
      const row = csvRows(await visitor.get(`${LIST}/export${query({ event: "logout" })}`))[0]!;
      expect(row).to.include({ actor_name: "'=cmd() x", user_agent: "'+1+1" });
    });
  });
});
