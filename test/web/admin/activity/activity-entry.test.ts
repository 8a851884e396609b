import { expect } from "chai";
import type { Response } from "supertest";
import { v4 as uuidv4, v7 as uuidv7 } from "uuid";
import type { User } from "../../../../src/models/user.js";
import { about, activityLog, LIST, PHONE, query } from "../../../support/app/activity-log.js";
import { textOf } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";

describe("An audit log entry", () => {
  const world = useWorld();
  const { record, holder, reader } = activityLog(world);

  describe("shows", () => {
    async function shown(id: string, user?: User): Promise<Response> {
      const { visitor } = await reader(user);
      return visitor.get(`${LIST}/${id}`);
    }

    it("all details, with the browser's name and links to related entries", async () => {
      const [grace, ada] = [await world.make.user({ first_name: "Grace" }), await world.make.user()];
      const traceId = uuidv4();
      const id = await record(
        "user_updated",
        { actorId: grace.id, ...about(ada) },
        { userAgent: PHONE, traceId },
      );
      const answer = await shown(id);
      expect(answer.status).to.equal(200);
      const said = textOf(answer);
      for (const words of [
        "Account changed",
        "user_updated",
        "Grace Lovelace",
        "203.0.113.7",
        "Safari on iOS",
        PHONE,
        traceId,
        id,
      ])
        expect(said).to.contain(words);
      expect(answer.text).to.contain('data-copy-lines="trace-id"');
      for (const filter of [
        `trace_id=${traceId}`,
        `actor=${grace.id}`,
        `subject=${ada.id}`,
        "ip=203.0.113.7",
      ])
        expect(answer.text).to.contain(`href="/admin/activity?${filter}"`);
      for (const { id: account } of [grace, ada])
        expect(answer.text).to.contain(`href="/admin/users/${account}"`);
    });

    it("changes side by side, and what was added to and removed from a list", async () => {
      const changes = {
        before: {
          status: "active",
          permissions: ["users.read", "roles.read"],
          email_verified_at: Date.UTC(2026, 4, 4),
        },
        after: {
          status: "banned",
          permissions: ["roles.read", "users.update"],
          email_verified_at: null,
          nested: { on: true },
        },
        revoked: { sessions: 3, personal_access_tokens: 0 },
      };
      const answer = await shown(await record("user_updated", { changes }));
      const said = textOf(answer);
      expect(said).to.contain("Status active banned");
      expect(said).to.contain("Email verified 4 May 2026, 00:00 UTC –");
      expect(said).to.contain("removed: users.read roles.read roles.read added: users.update");
      expect(said).to.contain("nested › on – yes");
      expect(said).to.contain("Ended › Sessions 3 Ended › Personal access tokens 0");
    });

    it("timestamps as dates, and other numbers unchanged", async () => {
      const changes = {
        expires_at: "2026-05-04T10:00:00.000Z",
        wrong_at: 1e20,
        odd_at: "2026-99-99T",
        count_at: {},
      };
      const said = textOf(await shown(await record("token_created", { changes })));
      expect(said).to.contain("Expires 4 May 2026, 10:00 UTC");
      expect(said).to.contain("wrong_at 100000000000000000000").and.contain("odd_at 2026-99-99T");
    });

    it("created values, which have no earlier ones", async () => {
      const said = textOf(
        await shown(
          await record("definition_changed", { changes: { before: null, after: { label: "Idle" } } }),
        ),
      );
      expect(said).to.contain("Name – Idle");
    });

    it("no account to readers without access to accounts", async () => {
      const ada = await world.make.user();
      const id = await record("user_updated", { ...about(ada) });
      const answer = await shown(id, await holder(["activity-logs.read"], 2));
      expect(textOf(answer)).to.contain("Ada Lovelace");
      expect(answer.text).not.to.contain("/admin/users/");
    });

    it("404 for an unknown entry", async () => {
      const { visitor } = await reader();
      for (const id of [uuidv7(), "x", "é", "%00", `${uuidv7()}%20`])
        expect((await visitor.get(`${LIST}/${id}`)).status, id).to.equal(404);
    });
  });

  it("H39: input of users and browsers as text", async () => {
    for (const text of [
      "<script>alert(1)</script>",
      '"><img src=x onerror=alert(1)>',
      "'><svg/onload=alert(1)>",
    ]) {
      const user = await world.make.user({ first_name: text, last_name: text });
      const changes = {
        before: { [text]: text },
        after: { [text]: [text] },
        [text]: text,
        name: text,
        email: text,
      };
      const subject = { type: "personal_access_token", id: text.slice(0, 60) };
      const id = await record("user_updated", { actorId: user.id, subject, changes }, { userAgent: text });
      await record(
        text.slice(0, 60),
        { subject: { type: text.slice(0, 30), id: "1" } },
        { userAgent: text, ip: "<b>" },
      );
      const { visitor } = await reader();
      for (const path of [
        LIST,
        `${LIST}/${id}`,
        LIST + query({ actor: text, subject: text, ip: text, from: text }),
      ]) {
        const { text: html } = await visitor.get(path);
        expect(html, path).to.contain("alert(1)");
        for (const tag of ["<script>alert", "<img src=x", "<svg/onload", "<b>"])
          expect(html, path).not.to.contain(tag);
      }
    }
  });

  it("M16: control characters and invalid text without errors", async () => {
    const odd = "a\r\nb\u0000\u001b[31m\u202e{}%s \ud83d";
    const id = await record(
      "user_updated",
      { changes: { before: { a: odd }, after: { a: [odd] } } },
      { userAgent: odd.replace("\ud83d", "") },
    );
    const { visitor } = await reader();
    for (const path of [LIST, `${LIST}/${id}`, `${LIST}/export`])
      expect((await visitor.get(path)).status, path).to.equal(200);
  });
});
