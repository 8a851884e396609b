import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { EVENT_TYPES } from "../../../src/domain/audit/event-types.js";
import { eventLog } from "../../support/app/events.js";
import { DECLARED_TYPES, type Event } from "../../support/contract/event-check.js";
import { useWorld } from "../../support/app/world.js";
import type { User } from "../../../src/models/user.js";

describe("GET /events", () => {
  const world = useWorld();
  const { read, readerOf, sequence } = eventLog(world);
  let admin: User;
  beforeEach(async () => {
    admin = await world.make.user({ role: "system_admin" });
  });
  const ids = (events: Event[]): string[] => events.map(({ id }) => id);
  const rename = async (user: User, name: string): Promise<void> => {
    const api = world.api.as(await world.make.token(admin));
    await api.patch(`/users/${user.id}`).send({ first_name: name }).expect(200);
  };
  const holder = async (permissions: string[], rank = 2): Promise<User> => {
    const name = `role-${Math.random()}`;
    await world.make.role(name, rank, permissions);
    return world.make.user({ role: name });
  };

  it("has the types that the service knows", () => {
    expect(Object.keys(EVENT_TYPES)).to.have.members(DECLARED_TYPES);
  });

  it("goes on with the cursor of the answer before, also when nothing was left", async () => {
    const ada = await world.make.user({ first_name: "A" });
    for (const name of ["B", "C", "D"]) await rename(ada, name);
    await sequence();
    const api = await readerOf();
    const page = async (query: object) => {
      const { body } = await api.get("/events").query(query).expect(200);
      const { items } = body.data as { items: Event[] };
      const names = items.map(({ data }) => (data as { first_name: string }).first_name);
      return { names, ...(body.meta as { next_cursor: string; has_more: boolean }) };
    };
    const first = await page({ per_page: 2 });
    expect(first).to.deep.include({ names: ["B", "C"], has_more: true });
    const second = await page({ per_page: 2, cursor: first.next_cursor });
    expect(second).to.deep.include({ names: ["D"], has_more: false });
    const third = await page({ cursor: second.next_cursor });
    expect(third).to.deep.equal({ names: [], next_cursor: second.next_cursor, has_more: false });
    const latest = await page({ cursor: "latest" });
    expect(latest).to.deep.equal(third);
    await rename(ada, "E");
    await sequence();
    expect(await page({ cursor: latest.next_cursor })).to.deep.include({ names: ["E"] });
  });

  it("filters by type and by subject, and its cursor passes what doesn't match", async () => {
    const [ada, bob] = [await world.make.user(), await world.make.user()];
    for (const user of [ada, bob, ada]) await rename(user, `N${Math.random()}`.replaceAll(".", ""));
    const all = await read();
    expect(await read({ "filter[type]": "user.created" })).to.deep.equal([]);
    expect(ids(await read({ "filter[subject_id]": ada.id }))).to.deep.equal([all[0]!.id, all[2]!.id]);
    expect(ids(await read({ "filter[subject_type]": "user", "filter[type]": "user.updated" }))).to.deep.equal(
      ids(all),
    );
    const api = await readerOf();
    const { body } = await api.get("/events").query({ "filter[type]": "user.created" }).expect(200);
    const { body: rest } = await api.get("/events").query({ cursor: body.meta.next_cursor }).expect(200);
    expect(rest.data.items).to.deep.equal([]);
  });

  it("shows one event", async () => {
    await rename(await world.make.user(), "Augusta");
    const [event] = await read();
    const { body } = await (await readerOf()).get(`/events/${event!.id}`).expect(200);
    expect(body.data).to.deep.equal(event);
  });

  it("leaves out types whose subjects the reader can't read, and accounts above its rank", async () => {
    await rename(await world.make.user(), "Augusta");
    await rename(await world.make.user({ role: "system_admin" }), "Grace");
    const [ofUser, ofAdmin] = await read();
    const without = await holder(["events.read"], 1);
    const below = await holder(["events.read", "users.read"], 2);
    expect(await read({}, without)).to.deep.equal([]);
    await (await readerOf(without)).get(`/events/${ofUser!.id}`).expect(404);
    await (await readerOf(below)).get(`/events/${ofAdmin!.id}`).expect(404);
    const same = await holder(["events.read", "users.read"], 1);
    expect(await read({}, same)).to.deep.equal([ofUser, ofAdmin]);
  });

  it("tells of what an account above the reader's rank has done to others, and doesn't name it", async () => {
    await rename(await world.make.user(), "Augusta");
    const [event] = await read();
    expect(event!.actor).to.include({ id: admin.id });
    const below = await holder(["events.read", "users.read"], 2);
    expect(await read({}, below)).to.deep.equal([{ ...event, actor: null }]);
  });

  it("rejects readers without the permission, unknown types and made-up cursors", async () => {
    await (await readerOf(await holder(["users.read"]))).get("/events").expect(403);
    const api = await readerOf();
    await api.get(`/events/${uuidv7()}`).expect(404);
    for (const query of [{ cursor: "x" }, { cursor: "-1" }, { "filter[type]": "user.born" }, { page: 2 }])
      await api.get("/events").query(query).expect(422);
  });
});
