import { expect } from "chai";
import { DAY, MINUTE } from "../../../src/lib/clock.js";
import { prune } from "../../../src/domain/upkeep/prune.js";
import type { User } from "../../../src/models/user.js";
import { PASSWORD } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { useWorld } from "../../support/app/world.js";
import { addPasskey, optionsFrom, signInWith } from "../../support/passkeys/passkeys.js";

describe("Passkeys of other accounts through the API", () => {
  const world = useWorld();
  beforeEach(() => world.freezeTime());

  const apiOf = async (role: string) => world.api.as((await world.make.userWithToken({ role })).token);
  const rowOf = ({ id }: User) => world.services.knex("users").where({ id }).first();

  it("are listed for holders of users.read", async () => {
    const user = await world.make.user();
    await addPasskey(world, user, {}, "Phone");
    const { body } = await (await apiOf("admin")).get(`/users/${user.id}/passkeys`).expect(200);
    expect(body.data.items.map(({ name }: { name: string }) => name)).to.deep.equal(["Phone"]);
    expect(JSON.stringify(body)).not.to.contain("public_key");
  });

  it("are removed with a mail to the owner and a row of the audit log", async () => {
    const user = await world.make.user();
    const { id, device } = await addPasskey(world, user);
    await (await apiOf("admin")).delete(`/users/${user.id}/passkeys/${id}`).expect(200);
    expect(await rowOf(user)).to.include({ passkey_count: 0, two_factor_recovery_codes: null });
    expect((await signInWith(world, device)).status).to.equal(401);
    expect(await queuedMails(world.services, "passkey_removed_by_administrator")).to.have.length(1);
    expect(await world.services.knex("activity_log").where({ event: "passkey_removed" })).to.have.length(1);
  });

  it("stay when the authenticator app is removed, with their recovery codes", async () => {
    const user = await world.make.user();
    await addPasskey(world, user);
    await world.make.twoFactor(user);
    await (await apiOf("admin")).delete(`/users/${user.id}/two-factor`).expect(200);
    const row = await rowOf(user);
    expect(row).to.include({ passkey_count: 1, two_factor_confirmed_at: null });
    expect(row.two_factor_recovery_codes).not.to.equal(null);
  });

  it("survive a deletion until the account is anonymised", async () => {
    const user = await world.make.user();
    const { device } = await addPasskey(world, user);
    const root = await apiOf("system_admin");
    await root.delete(`/users/${user.id}`).expect(200);
    expect((await signInWith(world, device)).status).to.equal(401);
    await root.post(`/users/${user.id}/restore`).expect(200);
    expect((await signInWith(world, device)).status).to.equal(200);
    const again = await apiOf("system_admin");
    await again.delete(`/users/${user.id}`).expect(200);
    world.advance(31 * DAY);
    await prune(world.services);
    expect(await world.services.knex("passkeys").where({ user_id: user.id })).to.be.empty;
  });

  it("survive a ban, which ends pending challenges, and a password reset", async () => {
    const user = await world.make.user();
    const { device } = await addPasskey(world, user);
    const own = world.api.as(await world.make.token(user));
    await optionsFrom(own, "/auth/confirm-password/options");
    const root = await apiOf("system_admin");
    await root.patch(`/users/${user.id}`, { status: "banned" }).expect(200);
    expect(await world.services.knex("passkey_challenges").where({ user_id: user.id })).to.be.empty;
    expect((await signInWith(world, device)).status).to.equal(401);
    await root.patch(`/users/${user.id}`, { status: "active" }).expect(200);
    expect((await signInWith(world, device)).status).to.equal(200);
  });

  it("leave no challenges behind", async () => {
    await optionsFrom(world.api, "/auth/passkeys/options");
    world.advance(6 * MINUTE);
    await prune(world.services);
    expect(await world.services.knex("passkey_challenges")).to.be.empty;
  });

  it("aren't how an invited account begins, which sets a password first", async () => {
    const root = await apiOf("system_admin");
    const invited = { first_name: "Grace", last_name: "Hopper", email: "grace@example.test" };
    await root.post("/users", invited).expect(201);
    await world.api.post("/auth/login", { email: invited.email, password: PASSWORD }).expect(401);
    const [mail] = await queuedMails(world.services, "invitation");
    const token = mail!.link.split("/").at(-1);
    const sent = { token, password: PASSWORD, password_confirmation: PASSWORD };
    await world.api.post("/auth/reset-password", sent).expect(200);
    const { body } = await world.api.post("/auth/login", { email: invited.email, password: PASSWORD });
    await addPasskey(world, body.data.user);
  });

  it("make a system administrator without a password one that protects the others", async () => {
    const first = await world.make.user({ role: "system_admin" });
    await addPasskey(world, first, { isSynced: true });
    await world.api
      .as(await world.make.token(first))
      .delete("/auth/me/password")
      .expect(200);
    const second = await world.make.user({ role: "system_admin" });
    const root = world.api.as(await world.make.token(first));
    await root.patch(`/users/${second.id}`, { status: "inactive" }).expect(200);
    await root.patch(`/users/${second.id}`, { status: "active" }).expect(200);
    const other = world.api.as(await world.make.token(second));
    await other.patch(`/users/${first.id}`, { status: "inactive" }).expect(200);
  });

  it("aren't an invitation: a changed address is verified", async () => {
    const user = await world.make.user();
    await addPasskey(world, user, { isSynced: true });
    await world.api
      .as(await world.make.token(user))
      .delete("/auth/me/password")
      .expect(200);
    await world.services.settings.write({ "auth.email_verification": "1" });
    const root = await apiOf("system_admin");
    await root.patch(`/users/${user.id}`, { email: "ada@other.example" }).expect(200);
    expect(await queuedMails(world.services, "invitation")).to.be.empty;
    expect(await queuedMails(world.services, "verify_email")).to.have.length(1);
  });

  describe("reject", () => {
    it("an account of a higher rank, and one's own", async () => {
      const root = await world.make.user({ role: "system_admin" });
      const { id } = await addPasskey(world, root);
      const admin = await apiOf("admin");
      await admin.get(`/users/${root.id}/passkeys`).expect(404);
      await admin.delete(`/users/${root.id}/passkeys/${id}`).expect(404);
      const own = world.api.as(await world.make.token(root));
      await own.delete(`/users/${root.id}/passkeys/${id}`).expect(403);
    });

    it("the passkey of a third account", async () => {
      const { id } = await addPasskey(world, await world.make.user());
      const other = await world.make.user();
      await (await apiOf("admin")).delete(`/users/${other.id}/passkeys/${id}`).expect(404);
    });

    it("the last way to sign in", async () => {
      const user = await world.make.user();
      const { id, device } = await addPasskey(world, user, { isSynced: true });
      await world.api
        .as(await world.make.token(user))
        .delete("/auth/me/password")
        .expect(200);
      await (await apiOf("system_admin")).delete(`/users/${user.id}/passkeys/${id}`).expect(422);
      expect((await signInWith(world, device)).status).to.equal(200);
    });

    it("to be turned off without a warning", async () => {
      const root = await apiOf("system_admin");
      const { body } = await root.patch("/settings", { "auth.passkeys": "0" }).expect(422);
      expect(body.data.errors).to.have.all.keys("confirm.auth.passkeys");
      await root.patch("/settings", { "auth.passkeys": "0", confirm: ["auth.passkeys"] }).expect(200);
    });
  });
});
