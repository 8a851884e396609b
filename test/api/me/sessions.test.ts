import { expect } from "chai";
import { MINUTE } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import type { Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

describe("The browser sessions of /auth/me", () => {
  const world = useWorld();
  let user: User;
  let token: string;
  let laptop: Visitor;
  let phone: Visitor;
  beforeEach(async () => {
    world.freezeTime();
    user = await world.make.user();
    ({ visitor: phone } = await world.signedIn(user));
    world.advance(MINUTE);
    ({ visitor: laptop } = await world.signedIn(user));
    token = await world.make.token(user);
  });
  const list = async (query = "") =>
    (await world.api.as(token).get(`/auth/me/sessions${query}`).expect(200)).body;
  const isSignedIn = async (visitor: Visitor) => (await visitor.get("/profile")).status === 200;
  const idOf = async ({ ip }: Visitor): Promise<string> =>
    (await world.services.knex("sessions").where({ ip_address: ip }).first()).public_id;
  const ended = async (): Promise<unknown[]> =>
    (await world.services.knex("activity_log").where({ event: "sessions_ended" })).map(
      ({ actor_id, changes }) => ({ actor_id, ...JSON.parse(changes as string) }),
    );

  it("are listed, last used first, without those of other accounts", async () => {
    await world.signedIn();
    const { data, meta } = await list();
    expect(data.items.map(({ ip_address }: { ip_address: string }) => ip_address)).to.deep.equal([
      laptop.ip,
      phone.ip,
    ]);
    expect(data.items[0]).to.include({ id: await idOf(laptop), user_agent: laptop.userAgent });
    expect(meta.pagination).to.include({ total: 2, current_page: 1 });
  });

  it("are listed in pages by a cursor", async () => {
    const first = await list("?per_page=1");
    const cursor = encodeURIComponent(first.meta.pagination.next_cursor as string);
    const second = await list(`?per_page=1&cursor=${cursor}`);
    expect(second.data.items.map(({ id }: { id: string }) => id)).to.deep.equal([await idOf(phone)]);
    expect(second.meta.pagination.next_cursor).to.equal(null);
  });

  it("end one by one, recorded like on the screen", async () => {
    await world.api
      .as(token)
      .delete(`/auth/me/sessions/${await idOf(phone)}`)
      .expect(200);
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).to.deep.equal([true, false]);
    expect(await ended()).to.deep.equal([{ actor_id: user.id, count: 1 }]);
  });

  it("end all together, because a token has none of its own", async () => {
    const { visitor: stranger } = await world.signedIn();
    const { body } = await world.api.as(token).delete("/auth/me/sessions").expect(200);
    expect(body.data).to.deep.equal({});
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).to.deep.equal([false, false]);
    expect(await isSignedIn(stranger)).to.equal(true);
    expect(await ended()).to.deep.equal([{ actor_id: user.id, count: 2 }]);
    await world.api.as(token).get("/auth/me").expect(200);
  });

  it("record nothing when there are none", async () => {
    await world.services.knex("sessions").del();
    await world.api.as(token).delete("/auth/me/sessions").expect(200);
    expect(await ended()).to.deep.equal([]);
  });

  it("of other accounts, and ended ones, aren't found", async () => {
    const { visitor } = await world.signedIn();
    const strange = await idOf(visitor);
    const old = await idOf(phone);
    await world.api.as(token).delete(`/auth/me/sessions/${old}`).expect(200);
    for (const id of [strange, old]) {
      const { body } = await world.api.as(token).delete(`/auth/me/sessions/${id}`).expect(404);
      expect(body.data.code).to.equal("not_found");
    }
    expect(await isSignedIn(visitor)).to.equal(true);
  });

  it("end only with a recent password", async () => {
    const id = await idOf(phone);
    world.advance(16 * MINUTE);
    for (const path of [`/auth/me/sessions/${id}`, "/auth/me/sessions"]) {
      const { body } = await world.api.as(token).delete(path).expect(423);
      expect(body.data.code).to.equal("password_confirmation_required");
    }
    expect(await isSignedIn(phone)).to.equal(true);
  });
});
