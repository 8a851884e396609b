import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { ACTIVITY_EVENTS } from "../../../src/domain/audit/activities.js";
import { about, activityLog } from "../../support/app/activity-log.js";
import { textOf } from "../../support/app/web.js";
import { makeClient } from "../../support/oauth/oauth.js";
import { operations } from "../../support/contract/operations.js";
import { useWorld } from "../../support/app/world.js";

describe("GET /auth/me/activity", () => {
  const world = useWorld();
  const { record } = activityLog(world);
  const PATH = "/auth/me/activity";
  const read = async (token: string, query = "") =>
    (await world.api.as(token).get(`${PATH}${query}`).expect(200)).body;

  it("lists what the account did and what was done to it, newest first, and nothing else", async () => {
    const { user, token } = await world.make.userWithToken();
    const admin = await world.make.user({ role: "system_admin" });
    const token_ = about({ id: uuidv7() }, "personal_access_token");
    const ids = [
      await record("login", { actorId: user.id, ...about(user) }),
      await record("user_updated", { actorId: admin.id, ...about(user) }),
      await record("token_revoked", { actorId: admin.id, ownerId: user.id, ...token_ }),
      await record("login_failed", about(user)),
      await record("role_updated", { actorId: user.id, ...about({ id: uuidv7() }, "role") }),
    ];
    await record("login", { actorId: admin.id, ...about(admin) });
    await record("token_created", { actorId: admin.id, ownerId: admin.id, ...token_ });
    await record("login_failed");
    const { data, meta } = await read(token);
    expect(data.items.map(({ id }: { id: string }) => id)).to.deep.equal(ids.reverse());
    expect(meta.pagination.total).to.equal(5);
    expect(data.items.map(({ actor }: { actor: string }) => actor)).to.deep.equal([
      ...["self", "none", "other", "other", "self"],
    ]);
  });

  it("shows the address, browser and application of the owner, and not those of others", async () => {
    const { user, token } = await world.make.userWithToken();
    const admin = await world.make.user({ role: "system_admin" });
    const { client } = await makeClient(world, { name: "Calendar" });
    const origin = { ip: "198.51.100.9", userAgent: "curl/8", clientId: client.id };
    await record("login", { actorId: user.id, ...about(user) }, origin);
    await record("user_updated", { actorId: admin.id, ...about(user) }, origin);
    const [byOther, own] = (await read(token)).data.items;
    expect(own).to.include({ ip_address: "198.51.100.9", user_agent: "curl/8", subject_type: "user" });
    expect(own.client).to.deep.equal({ id: client.id, name: "Calendar" });
    expect(byOther).to.include({ ip_address: null, user_agent: null, client: null, by_agent: false });
    expect(JSON.stringify(byOther)).not.to.contain(admin.id);
  });

  it("is read in pages and by cursors in both directions", async () => {
    const { user, token } = await world.make.userWithToken();
    const ids: string[] = [];
    for (let number = 0; number < 5; number++)
      ids.unshift(await record("login", number % 2 ? about(user) : { actorId: user.id, ...about(user) }));
    const idsOf = ({ data }: { data: { items: { id: string }[] } }) => data.items.map(({ id }) => id);
    const at = (cursor: string) => `?per_page=2&cursor=${encodeURIComponent(cursor)}`;
    expect(idsOf(await read(token, "?per_page=2&page=2"))).to.deep.equal(ids.slice(2, 4));
    expect(idsOf(await read(token, "?per_page=2&page=9"))).to.deep.equal([]);
    const first = await read(token, "?per_page=2");
    await record("login", { actorId: user.id, ...about(user) });
    const second = await read(token, at(first.meta.pagination.next_cursor as string));
    expect(idsOf(second)).to.deep.equal(ids.slice(2, 4));
    const third = await read(token, at(second.meta.pagination.next_cursor as string));
    expect(idsOf(third)).to.deep.equal(ids.slice(4));
    expect(third.meta.pagination.next_cursor).to.equal(null);
    const back = await read(token, at(second.meta.pagination.prev_cursor as string));
    expect(idsOf(back)).to.deep.equal(ids.slice(0, 2));
  });

  it("offers the kinds of the security log", () => {
    const { parameters = [] } = operations.find(({ id }) => id === "auth.me.activity.index")!.document;
    const { schema } = parameters.find(({ name }) => name === "filter[kind]")!;
    expect((schema as { enum: string[] }).enum).to.deep.equal(Object.keys(ACTIVITY_EVENTS));
  });

  describe("is filtered", () => {
    async function recorded() {
      const { user, token } = await world.make.userWithToken();
      for (const event of ["login", "login_failed", "password_changed", "token_created", "user_updated"])
        await record(event, about(user));
      await record("login", about(await world.make.user()));
      return { user, token };
    }
    const eventsOf = ({ data }: { data: { items: { event: string }[] } }) =>
      data.items.map(({ event }) => event);

    it("by kind, with the same events as the security log", async () => {
      const { user, token } = await recorded();
      const { visitor } = await world.signedIn(user);
      await world.services.knex("activity_log").where({ actor_id: user.id }).del();
      const expected: Record<string, string[]> = {
        sign_in: ["login_failed", "login"],
        account: ["password_changed"],
        access: ["token_created"],
        administration: ["user_updated"],
      };
      for (const [kind, events] of Object.entries(expected)) {
        const body = await read(token, `?filter[kind]=${kind}`);
        expect(eventsOf(body), kind).to.deep.equal(events);
        expect(body.meta.pagination.total, kind).to.equal(events.length);
        const screen = textOf(await visitor.get(`/user/security-log?kind=${kind}`));
        expect(screen, kind).to.contain(`1 to ${events.length} of ${events.length}`);
      }
    });

    it("by event, alone or together with a kind", async () => {
      const { token } = await recorded();
      expect(eventsOf(await read(token, "?filter[event]=login"))).to.deep.equal(["login"]);
      expect(eventsOf(await read(token, "?filter[event]=login&filter[kind]=sign_in"))).to.deep.equal([
        "login",
      ]);
      const none = await read(token, "?filter[event]=login&filter[kind]=account");
      expect(none.data.items).to.deep.equal([]);
      expect(none.meta.pagination).to.include({ total: 0, next_cursor: null });
    });

    it("on every page, by number and by cursor", async () => {
      const { user, token } = await recorded();
      for (let number = 0; number < 3; number++) await record("logout", about(user));
      const query = "?filter[event]=logout&per_page=2";
      expect(eventsOf(await read(token, `${query}&page=2`))).to.deep.equal(["logout"]);
      const { meta } = await read(token, query);
      const cursor = encodeURIComponent(meta.pagination.next_cursor as string);
      const second = await read(token, `${query}&cursor=${cursor}`);
      expect(eventsOf(second)).to.deep.equal(["logout"]);
      expect(second.meta.pagination.next_cursor).to.equal(null);
      const other = `${PATH}?filter[event]=login&per_page=2&cursor=${cursor}`;
      await world.api.as(token).get(other).expect(422);
    });
  });

  it("rejects an unknown event, kind and filter", async () => {
    const { token } = await world.make.userWithToken();
    const api = world.api.as(token);
    const errorsOf = async (query: string) =>
      (await api.get(`${PATH}?${query}`).expect(422)).body.data.errors as Record<string, string[]>;
    for (const event of ["fly", "constructor", "é"])
      expect(await errorsOf(`filter[event]=${encodeURIComponent(event)}`), event).to.deep.equal({
        "filter.event": ["Choose one of the options."],
      });
    for (const query of ["filter[kind]=fly", "filter[kind]=constructor"])
      expect(await errorsOf(query), query).to.have.all.keys("filter.kind");
    await errorsOf("filter[colour]=red");
    await errorsOf("filter[event]=");
  });

  it("rejects a cursor of another list", async () => {
    const { token } = await world.make.userWithToken();
    const { body } = await world.api.as(token).get(`${PATH}?cursor=abc.def`).expect(422);
    expect(body.data.errors).to.have.all.keys("cursor");
  });
});
