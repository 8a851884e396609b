import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { invited } from "../../support/app/invited.js";
import { queuedMails } from "../../support/app/mails.js";
import { useWorld } from "../../support/app/world.js";

const NO_ROW = "019a8f3c-6a1e-7c3b-9d52-000000000000";
const OPERATIONS = [
  ["put", "/users/roles", { role: "user" }],
  ["post", "/users/invitations", {}],
  ["post", "/users/end-access", {}],
  ["post", "/users/delete", {}],
] as const;

describe("Changes of several users on the API", () => {
  const world = useWorld();
  let admin: User;
  let token: string;
  beforeEach(async () => {
    world.freezeTime();
    ({ user: admin, token } = await world.make.userWithToken({ role: "admin" }));
  });
  const send = (method: "put" | "post", path: string, body: object) =>
    world.api.as(token)[method](path, body);
  /** Changed ids, and the reasons of the others by id. */
  const report = async (method: "put" | "post", path: string, body: object) => {
    const { changed, unchanged } = (await send(method, path, body).expect(200)).body.data as {
      changed: string[];
      unchanged: { id: string; reason: string }[];
    };
    return { changed, reasons: Object.fromEntries(unchanged.map(({ id, reason }) => [id, reason])) };
  };
  const row = async ({ id }: { id: string }) =>
    (await world.services.knex("users").where({ id }).first()) as User;

  it("give a role to those who don't have it yet", async () => {
    const clerk = await world.make.role("clerk", 5, ["users.read"]);
    const [one, two] = [await world.make.user(), await world.make.user({ role: "clerk" })];
    const { changed, reasons } = await report("put", "/users/roles", {
      role: "clerk",
      users: [one.id, two.id],
    });
    expect(changed).to.deep.equal([one.id]);
    expect(reasons).to.deep.equal({ [two.id]: "Already has this role." });
    const roles = await world.services.knex("role_user").where({ user_id: one.id }).pluck("role_id");
    expect(roles).to.deep.equal([clerk.id]);
  });

  it("send invitations again to those who haven't joined, once a minute", async () => {
    const { user } = await invited(world.services, { email: "grace@example.test" });
    const joined = await world.make.user();
    const again = () => report("post", "/users/invitations", { users: [user.id, joined.id] });
    const first = await again();
    expect(first.changed).to.deep.equal([user.id]);
    expect(first.reasons).to.deep.equal({ [joined.id]: "No invitation is pending." });
    expect(await queuedMails(world.services, "invitation")).to.have.length(2);
    expect((await again()).reasons[user.id]).to.contain("Too many attempts.");
    expect(await queuedMails(world.services, "invitation")).to.have.length(2);
  });

  it("end the access of those who have any", async () => {
    const { user, token: theirs } = await world.make.userWithToken();
    const idle = await world.make.user();
    const { changed, reasons } = await report("post", "/users/end-access", { users: [user.id, idle.id] });
    expect(changed).to.deep.equal([user.id]);
    expect(reasons).to.deep.equal({ [idle.id]: "There were no active sessions or tokens." });
    await world.api.as(theirs).get("/auth/me").expect(401);
    expect(await row(user)).to.include({ status: "active", deleted_at: null });
  });

  it("delete accounts, which can be restored", async () => {
    const users = [await world.make.user(), await world.make.user()];
    const { changed } = await report("post", "/users/delete", { users: users.map(({ id }) => id) });
    expect(changed).to.deep.equal(users.map(({ id }) => id));
    for (const user of users) expect((await row(user)).deleted_at).to.be.a("number");
    await world.api.as(token).post(`/users/${users[0]!.id}/restore`).expect(200);
  });

  for (const [method, path, body] of OPERATIONS)
    it(`skip oneself, higher ranks and unknown ids, and say why: ${path}`, async () => {
      await world.make.role("clerk", 5, ["settings.update"]);
      const root = await world.make.user({ role: "system_admin" });
      const above = await world.make.user({ role: "clerk" });
      const users = [admin.id, root.id, NO_ROW, above.id];
      const { changed, reasons } = await report(method, path, { ...body, users });
      expect(changed).to.deep.equal([]);
      expect(Object.keys(reasons)).to.have.members(users);
      expect(reasons[root.id]).to.equal(reasons[NO_ROW]);
      for (const { id } of [admin, root, above]) expect((await row({ id })).deleted_at).to.equal(null);
      await world.api.as(token).get("/auth/me").expect(200);
    });

  for (const [method, path, body] of OPERATIONS)
    it(`reject an empty selection and more than a hundred: ${path}`, async () => {
      await send(method, path, { ...body, users: [] }).expect(422);
      const many = Array.from({ length: 101 }, (_, n) => NO_ROW.slice(0, -3) + String(n).padStart(3, "0"));
      await send(method, path, { ...body, users: many }).expect(422);
    });

  it("reject a role that the caller can't assign", async () => {
    const { id } = await world.make.user();
    await send("put", "/users/roles", { role: "system_admin", users: [id] }).expect(403);
    await send("put", "/users/roles", { role: "nothing", users: [id] }).expect(422);
  });
});
