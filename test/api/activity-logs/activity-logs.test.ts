import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { ACTIVITY_FILTERS, SUBJECT_TYPES } from "../../../src/domain/activity/activity-filters.js";
import { DAY, now, toRfc3339 } from "../../../src/lib/clock.js";
import { operations } from "../../support/contract/operations.js";
import { about, activityLog, idsOn, LIST, query } from "../../support/app/activity-log.js";
import { useWorld } from "../../support/app/world.js";
import type { User } from "../../../src/models/user.js";

type Filters = Record<string, string>;
interface Page {
  data: { items: { id: string; event: string; created_at: string }[] };
  meta: { pagination: Record<string, number | string | null> };
}

describe("The operations of the activity log", () => {
  const world = useWorld();
  const { record, holder, root, reader } = activityLog(world);
  const flat = (filters: Filters): Filters =>
    Object.fromEntries(Object.entries(filters).map(([name, value]) => [`filter[${name}]`, value]));
  const apiOf = async (user: User) => world.api.as(await world.make.token(user));

  async function read(user: User, filters: Filters = {}, paging: Record<string, string | number> = {}) {
    const api = await apiOf(user);
    const { body } = await api
      .get("/activity-logs")
      .query({ per_page: 100, ...flat(filters), ...paging })
      .expect(200);
    return body as Page;
  }
  const ids = ({ data }: Page): string[] => data.items.map(({ id }) => id);

  it("offer the filters of the screen, with the same types of subjects", () => {
    const { parameters = [] } = operations.find(({ id }) => id === "activity-logs.index")!.document;
    const filters = parameters.filter(({ name }) => name.startsWith("filter["));
    expect(filters.map(({ name }) => name)).to.have.members(
      ACTIVITY_FILTERS.map((name) => `filter[${name}]`),
    );
    const { schema } = filters.find(({ name }) => name === "filter[subject_type]")!;
    expect((schema as { enum: string[] }).enum).to.deep.equal([...SUBJECT_TYPES]);
  });

  it("show what happened, with the people concerned", async () => {
    const [admin, ada] = [await root(), await world.make.user({ email: "ada@example.test" })];
    const id = await record(
      "token_revoked",
      {
        actorId: admin.id,
        ...about({ id: uuidv7() }, "personal_access_token"),
        ownerId: ada.id,
        changes: { name: "deploy" },
      },
      { userAgent: "curl/8" },
    );
    await world.services.knex("users").where({ id: ada.id }).update({ deleted_at: now() });
    const { body } = await (await apiOf(admin)).get(`/activity-logs/${id}`).expect(200);
    expect(body.data).to.deep.include({
      id,
      event: "token_revoked",
      actor_id: admin.id,
      actor: { id: admin.id, name: "Root Admin", email: admin.email, is_deleted: false },
      owner: { id: ada.id, name: "Ada Lovelace", email: "ada@example.test", is_deleted: true },
      changes: { name: "deploy" },
      ip_address: "203.0.113.7",
      user_agent: "curl/8",
      created_at: toRfc3339(now()),
    });
    expect(body.data.subject).to.include({ type: "personal_access_token", name: "deploy", email: null });
    expect((await read(admin)).data.items[0]).to.deep.equal(body.data);
  });

  it("show people as subjects, and guests as null", async () => {
    const [admin, ada] = [await root(), await world.make.user({ email: "ada@example.test" })];
    const of = async (id: string) =>
      (await (await apiOf(admin)).get(`/activity-logs/${id}`)).body.data as object;
    expect(await of(await record("user_updated", about(ada)))).to.deep.include({
      actor_id: null,
      actor: null,
      owner: null,
      subject: { type: "user", id: ada.id, name: "Ada Lovelace", email: "ada@example.test" },
    });
    expect(await of(await record("login_failed"))).to.deep.include({ subject: null });
  });

  it("never show a secret that an event has by mistake", async () => {
    const admin = await root();
    const id = await record("user_updated", {
      changes: { password: "hunter2", note: "adk_pat_1234567890abcdefgh" },
    });
    const { body } = await (await apiOf(admin)).get(`/activity-logs/${id}`).expect(200);
    expect(body.data.changes).to.deep.equal({ password: "[hidden]", note: "[hidden]" });
    expect(JSON.stringify(await read(admin))).not.to.match(/hunter2|adk_pat_/);
  });

  describe("list", () => {
    it("all pages by number and by cursor, newest first, with the exact total", async () => {
      const admin = await root();
      const recorded: string[] = [];
      for (let index = 0; index < 5; index++) recorded.unshift(await record("logout"));
      const pages = [1, 2, 3].map((page) => read(admin, {}, { page, per_page: 2 }));
      expect((await Promise.all(pages)).flatMap(ids)).to.deep.equal(recorded);
      const first = await read(admin, {}, { per_page: 2 });
      expect(first.meta.pagination).to.include({ total: 5, last_page: 3, from: 1, to: 2, prev_cursor: null });
      await record("login_failed"); // newer than the first page, so it shifts nothing
      const second = await read(admin, {}, { per_page: 2, cursor: first.meta.pagination["next_cursor"]! });
      expect(ids(second)).to.deep.equal(recorded.slice(2, 4));
      expect(second.meta.pagination).to.include({ total: 6, current_page: null });
      const back = await read(admin, {}, { per_page: 2, cursor: second.meta.pagination["prev_cursor"]! });
      expect(ids(back)).to.deep.equal(recorded.slice(0, 2));
    });

    it("the rows of the same millisecond once each", async () => {
      const admin = await root();
      for (let index = 0; index < 4; index++) await record("logout");
      await world.services.knex("activity_log").update({ created_at: now() });
      const first = await read(admin, {}, { per_page: 3 });
      const second = await read(admin, {}, { per_page: 3, cursor: first.meta.pagination["next_cursor"]! });
      expect(new Set([...ids(first), ...ids(second)]).size).to.equal(4);
      expect(second.meta.pagination["next_cursor"]).to.equal(null);
    });

    it("the same rows as the screen, for every filter and rank, with their number", async () => {
      const people = [await root(), await world.make.user({ role: "admin" }), await world.make.user()];
      const grace = await world.make.user({ first_name: "Grace", email: "grace@example.test" });
      const role = await world.make.role("support", 500, []);
      for (const person of [...people, grace]) {
        await record("logout", { actorId: person.id });
        await record("user_updated", { actorId: people[1]!.id, ...about(person) });
        await record("token_revoked", {
          ...about({ id: uuidv7() }, "personal_access_token"),
          ownerId: person.id,
        });
      }
      await record("role_updated", { actorId: people[0]!.id, ...about(role, "role") });
      const traceId = "018f6c2e-4b7a-4c1d-9e53-2a7f0b6d8c41";
      await record("login_failed", { changes: { email: "x@example.test" } }, { ip: "198.51.100.9", traceId });
      const today = toRfc3339(now()).slice(0, 10);
      const filters: Filters[] = [
        {},
        { event: "logout" },
        { actor: "grace" },
        { actor: grace.email, subject: grace.id },
        { actor: people[0]!.email },
        { subject: "GRACE" },
        { subject: role.id },
        { subject: "nobody-has-this" },
        { subject_type: "personal_access_token" },
        { ip: "198.51.100.9" },
        { trace_id: traceId.toUpperCase() },
        { from: today, to: today },
        { from: toRfc3339(now() + DAY).slice(0, 10) },
      ];
      const readers = [
        await root(),
        await holder(["activity-logs.read"], 2),
        await holder(["activity-logs.read"], 5),
      ];
      for (const user of readers) {
        const { visitor } = await reader(user);
        for (const filter of filters) {
          const found = await read(user, filter);
          const label = `${JSON.stringify(filter)} for ${user.email}`;
          expect(ids(found), label).to.deep.equal(idsOn(await visitor.get(LIST + query(filter))));
          expect(found.meta.pagination["total"], label).to.equal(ids(found).length);
        }
      }
    });

    it("nothing for an invalid filter, and say which one it is", async () => {
      const admin = await root();
      for (let index = 0; index < 26; index++) await world.make.user({ last_name: "Legion" });
      const invalid: Filters = {
        actor: "legion",
        subject: "a b c d e f g h i",
        event: "exploded",
        from: "2026-02-30",
        to: "yesterday",
        subject_type: "planet",
        ip: "localhost",
        trace_id: "x",
      };
      const api = await apiOf(admin);
      for (const [name, value] of Object.entries(invalid)) {
        const { body } = await api
          .get("/activity-logs")
          .query(flat({ [name]: value }))
          .expect(422);
        expect(Object.keys((body.data as { errors: object }).errors), name).to.deep.equal([`filter.${name}`]);
      }
      const { body } = await api
        .get("/activity-logs")
        .query(flat({ from: "2026-05-04", to: "2026-05-03" }))
        .expect(422);
      expect(body.data.errors).to.deep.equal({ "filter.to": ["Enter a date after the first one."] });
    });
  });

  it("hide an entry above the caller's rank like a missing one", async () => {
    const hidden = await record("logout", { actorId: (await root()).id });
    const api = await apiOf(await holder(["activity-logs.read"], 5));
    for (const id of [hidden, uuidv7()]) await api.get(`/activity-logs/${id}`).expect(404);
  });

  describe("count sign-ins by day", () => {
    interface Chart {
      as_of: string;
      days: { date: string; sign_ins: number; failures: number }[];
    }
    const chartFor = async (user: User): Promise<Chart> =>
      (await (await apiOf(user)).get("/activity-logs/chart").expect(200)).body.data as Chart;

    it("of the last 30 days, without accounts above the caller's rank", async () => {
      world.advance(2 * DAY); // past what another test has counted
      const admin = await root();
      await record("login", { actorId: admin.id });
      await record("login", { actorId: (await world.make.user()).id });
      await record("two_factor_failed", { ownerId: admin.id });
      await record("login_failed");
      const all = await chartFor(admin);
      expect(all.days).to.have.length(30);
      expect(all.days.map(({ date }) => date)).to.deep.equal(
        Array.from({ length: 30 }, (_, index) => toRfc3339(now() - (29 - index) * DAY).slice(0, 10)),
      );
      expect(all.days.at(-1)).to.include({ sign_ins: 2, failures: 2 });
      expect(all.days[0]).to.include({ sign_ins: 0, failures: 0 });
      expect(all.as_of).to.equal(toRfc3339(now()));
      const some = await chartFor(await holder(["activity-logs.read"], 2));
      expect(some.days.at(-1)).to.include({ sign_ins: 1, failures: 1 });
    });
  });

  describe("export", () => {
    const download = async (user: User, filters: Filters = {}, status = 200) =>
      (await apiOf(user)).get("/activity-logs/export").query(flat(filters)).expect(status);

    it("everything of the list with the same filters, as on the screen", async () => {
      const ada = await world.make.user();
      await record("password_changed", { actorId: ada.id, ...about(ada) });
      await record("logout", { actorId: ada.id });
      const admin = await root();
      const { text, headers } = await download(admin, { event: "password_changed" });
      expect(headers["content-type"]).to.equal("text/csv; charset=utf-8");
      expect(headers["content-disposition"]).to.match(/^attachment; filename=activity-\d{4}-\d\d-\d\d\.csv$/);
      const { visitor } = await reader(admin);
      const screen = await visitor.get(`${LIST}/export${query({ event: "password_changed" })}`);
      expect(text).to.equal(screen.text);
      expect(text.trim().split("\r\n")).to.have.length(2);
      expect(text).to.include(`"password_changed","${ada.id}"`);
      const rows = await world.services.knex("activity_log").where({ event: "activity_exported" });
      expect(rows.map(({ actor_id, changes }) => [actor_id, changes])).to.deep.equal(
        Array.from({ length: 2 }, () => [
          admin.id,
          JSON.stringify({ filters: { event: "password_changed" } }),
        ]),
      );
    });

    it("nothing above the caller's rank", async () => {
      await record("logout", { actorId: (await root()).id });
      const { text } = await download(await holder(["activity-logs.read"], 5), { event: "logout" });
      expect(text.trim().split("\r\n")).to.have.length(1);
    });

    it("at most six times a minute, together with the screen", async () => {
      const { user, visitor } = await reader();
      for (let n = 0; n < 3; n++) {
        await download(user);
        expect((await visitor.get(`${LIST}/export`)).status).to.equal(200);
      }
      await download(user, {}, 429);
    });

    it("rejects an unknown filter and an invalid value, and records nothing", async () => {
      const admin = await root();
      await download(admin, { colour: "red" }, 422);
      const { body } = await download(admin, { from: "2026-05-04", to: "2026-05-03" }, 422);
      expect(body.data.errors).to.have.key("filter.to");
      expect(await world.services.knex("activity_log").where({ event: "activity_exported" })).to.have.length(
        0,
      );
    });
  });
});
