import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { about, activityLog } from "../../support/app/activity-log.js";
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

  it("shows the address and browser of the owner, and not those of others", async () => {
    const { user, token } = await world.make.userWithToken();
    const admin = await world.make.user({ role: "system_admin" });
    const origin = { ip: "198.51.100.9", userAgent: "curl/8" };
    await record("login", { actorId: user.id, ...about(user) }, origin);
    await record("user_updated", { actorId: admin.id, ...about(user) }, origin);
    const [byOther, own] = (await read(token)).data.items;
    expect(own).to.include({ ip_address: "198.51.100.9", user_agent: "curl/8", subject_type: "user" });
    expect(byOther).to.include({ ip_address: null, user_agent: null });
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

  it("rejects a cursor of another list", async () => {
    const { token } = await world.make.userWithToken();
    const { body } = await world.api.as(token).get(`${PATH}?cursor=abc.def`).expect(422);
    expect(body.data.errors).to.have.all.keys("cursor");
  });
});
