import { expect } from "chai";
import { HOUR } from "../../../src/lib/clock.js";
import { queuedMails } from "../../support/app/mails.js";
import { endGrace, requireTwoFactor } from "../../support/app/second-factor.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { addPasskey, authenticator } from "../../support/passkeys/passkeys.js";
import { optionsOf, signInOnPage, submitPasskey } from "../../support/passkeys/browser-passkeys.js";
import type { Model } from "../../support/passkeys/software-authenticator.js";

const SECURITY = "/user/security";
const CREATE = "/user/passkeys/create";
const CONFIRM = { options: "/user/confirm-password/passkey-options", action: "/user/confirm-password" };

describe("Passkeys on the security page", () => {
  const world = useWorld();
  beforeEach(() => world.freezeTime());

  async function create(visitor: Visitor, fields: Record<string, string> = {}, model: Model = {}) {
    await visitor.get(CREATE);
    const credential = authenticator(world, model).create(await optionsOf(visitor, "/user/passkeys/options"));
    return visitor.submit("/user/passkeys", { credential: JSON.stringify(credential), ...fields });
  }
  const rowOf = ({ id }: { id: string }) => world.services.knex("users").where({ id }).first();
  /** A signed-in owner of a synced passkey without a password. */
  async function withoutPassword() {
    const { user, visitor } = await world.signedIn();
    const passkey = await addPasskey(world, user, { isSynced: true });
    await visitor.get(SECURITY);
    await visitor.delete("/user/password");
    return { user, visitor, ...passkey };
  }

  it("adds the first passkey and shows the recovery codes, then the page that was asked for", async () => {
    const { user, visitor } = await world.signedIn();
    const cookie = visitor.sessionCookie;
    const answer = await create(visitor, { next: "/profile" });
    expect(answer.headers["location"]).to.equal("/user/two-factor-recovery-codes?next=%2Fprofile");
    expect(visitor.sessionCookie).not.to.equal(cookie);
    const codes = await visitor.get(answer.headers["location"]!);
    expect(codes.text.match(/<code[^>]*>[0-9a-z]{5}-/g)).to.have.length(8);
    expect(await rowOf(user)).to.include({ passkey_count: 1 });
  });

  it("lists passkeys with names, when they were used, and whether they are synced", async () => {
    const { user, visitor } = await world.signedIn();
    await create(visitor, { name: "Phone" }, { isSynced: true });
    expect((await create(visitor)).headers["location"]).to.equal("/user/security#passkeys");
    const { device } = await addPasskey(world, user, {}, "Key");
    await signInOnPage(world.visitor(), device);
    const text = textOf(await visitor.get(SECURITY));
    expect(text).to.contain("Phone Synced").and.contain("Google Password Manager This device only");
    expect(text)
      .to.match(/Key This device only Added [^·]*· last used/)
      .and.contain("never used");
  });

  it("suggests a second passkey while the only one isn't synced", async () => {
    const { visitor } = await world.signedIn();
    await create(visitor);
    expect(textOf(await visitor.get(SECURITY))).to.contain("Your only passkey isn't synced.");
    await create(visitor, {}, { isSynced: true });
    expect(textOf(await visitor.get(SECURITY))).not.to.contain("Your only passkey isn't synced.");
  });

  it("renames and removes a passkey", async () => {
    const { user, visitor } = await world.signedIn();
    const { id } = await addPasskey(world, user);
    await visitor.get(SECURITY);
    await visitor.put(`/user/passkeys/${id}`, { name: "Blue key" });
    expect(textOf(await visitor.get(SECURITY))).to.contain("Blue key");
    await visitor.delete(`/user/passkeys/${id}`);
    expect(textOf(await visitor.get(SECURITY))).to.contain("You have no passkeys yet.");
    const kinds = (await queuedMails(world.services)).map(({ kind }) => kind);
    expect(kinds).to.include.members(["passkey_added", "passkey_removed"]);
  });

  it("offers a passkey on the dashboard until it is declined or created", async () => {
    const { user, visitor } = await world.signedIn();
    expect((await visitor.get("/dashboard")).text).to.match(/data-passkey-offer hidden/);
    await visitor.submit("/user/passkeys/offer");
    expect((await visitor.get("/dashboard")).text).not.to.contain("data-passkey-offer");
    const elsewhere = world.visitor();
    await elsewhere.signIn(user);
    expect((await elsewhere.get("/dashboard")).text).not.to.contain("data-passkey-offer");
    const other = await world.signedIn();
    await create(other.visitor);
    expect((await other.visitor.get("/dashboard")).text).not.to.contain("data-passkey-offer");
  });

  it("confirms with a passkey instead of the password, under another session id", async () => {
    const { user, visitor } = await world.signedIn();
    const { device } = await addPasskey(world, user);
    world.advance(HOUR);
    const asked = await visitor.get("/user/two-factor-recovery-codes");
    expect(asked.headers["location"]).to.match(/^\/user\/confirm-password\?next=/);
    const page = await visitor.get(asked.headers["location"]!);
    expect(page.text).to.contain("Use a passkey").and.contain('name="current_password"');
    const cookie = visitor.sessionCookie;
    const fields = { next: "/user/two-factor-recovery-codes" };
    const answer = await submitPasskey(visitor, device, { ...CONFIRM, fields });
    expect(answer.headers["location"]).to.equal("/user/two-factor-recovery-codes");
    expect(visitor.sessionCookie).not.to.equal(cookie);
    expect((await visitor.get("/user/two-factor-recovery-codes")).status).to.equal(200);
  });

  it("is a way to set up a required second factor", async () => {
    const { user, visitor } = await world.signedIn();
    await requireTwoFactor(world, "everyone");
    await endGrace(world);
    const asked = await visitor.get("/profile");
    const setup = await visitor.get(asked.headers["location"]!);
    expect(setup.text).to.contain("/user/passkeys/create?next=%2Fprofile");
    await create(visitor, { next: "/profile" });
    expect((await visitor.get("/profile")).status).to.equal(200);
    expect(await rowOf(user)).to.include({ passkey_count: 1 });
  });

  describe("without a password", () => {
    it("removes the password and mails a link to set one", async () => {
      const { user, visitor } = await withoutPassword();
      expect(await rowOf(user)).to.include({ password: null });
      const { text } = await visitor.get(SECURITY);
      expect(text)
        .to.contain("Your account has no password.")
        .and.not.contain('name="password_confirmation"');
      await visitor.submit("/user/password/link");
      const [mail] = await queuedMails(world.services, "reset_password");
      expect(mail!.to).to.equal(user.email);
    });

    it("keeps the last passkey, and the account, which needs a password to be deleted", async () => {
      const { user, visitor, id } = await withoutPassword();
      const { text } = await visitor.get(SECURITY);
      expect(text).to.contain("the only way to sign in").and.not.contain("passkeys.destroy");
      expect((await visitor.delete(`/user/passkeys/${id}`)).status).to.equal(422);
      expect(textOf(await visitor.get("/user/delete"))).to.contain("Your account has no password.");
      expect((await visitor.delete("/user", { current_password: "" })).status).to.equal(422);
      expect(await rowOf(user)).to.include({ deleted_at: null, passkey_count: 1 });
    });

    it("is asked for a passkey instead of a password", async () => {
      const { visitor, device, id } = await withoutPassword();
      world.advance(HOUR);
      expect((await visitor.get(SECURITY)).text).not.to.contain('name="current_password"');
      const asked = await visitor.put(`/user/passkeys/${id}`, { name: "Phone" });
      expect(asked.headers["location"]).to.match(/^\/user\/confirm-password/);
      const page = await visitor.get(asked.headers["location"]!);
      expect(page.text).not.to.contain('name="current_password"');
      await submitPasskey(visitor, device, CONFIRM);
      await visitor.get(SECURITY);
      expect((await visitor.put(`/user/passkeys/${id}`, { name: "Phone" })).status).to.equal(303);
    });
  });

  describe("in the administration", () => {
    async function administrator(role = "system_admin") {
      return world.signedIn(await world.make.user({ role }));
    }

    it("shows how an account signs in, and removes a passkey with a mail and a row of the log", async () => {
      const user = await world.make.user();
      const { id } = await addPasskey(world, user, {}, "Phone");
      const { user: root, visitor } = await administrator();
      const page = textOf(await visitor.get(`/admin/users/${user.id}`));
      expect(page).to.contain("Password · 1 passkey").and.contain("Phone");
      await visitor.delete(`/admin/users/${user.id}/passkeys/${id}`);
      expect(await rowOf(user)).to.include({ passkey_count: 0 });
      const [mail] = await queuedMails(world.services, "passkey_removed_by_administrator");
      expect(mail!.to).to.equal(user.email);
      const row = await world.services.knex("activity_log").where({ event: "passkey_removed" }).first();
      expect(row).to.include({ actor_id: root.id, subject_id: user.id });
    });

    it("sends a reset link to an account without a password, which isn't invited", async () => {
      const { user } = await withoutPassword();
      const { visitor } = await administrator();
      const { text } = await visitor.get(`/admin/users/${user.id}`);
      expect(text).to.contain("/reset-link").and.not.contain(`/admin/users/${user.id}/invitation`);
    });

    it("doesn't remove the last way to sign in", async () => {
      const { user, id } = await withoutPassword();
      const { visitor } = await administrator();
      await visitor.get(`/admin/users/${user.id}`);
      const answer = await visitor.delete(`/admin/users/${user.id}/passkeys/${id}`);
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.contain("the only way to sign in");
    });

    it("doesn't show or remove passkeys of a higher rank", async () => {
      const root = await world.make.user({ role: "system_admin" });
      const { id } = await addPasskey(world, root);
      const { visitor } = await administrator("admin");
      await visitor.get("/admin/users");
      expect((await visitor.delete(`/admin/users/${root.id}/passkeys/${id}`)).status).to.equal(404);
    });
  });

  describe("rejects", () => {
    it("a passkey of another account", async () => {
      const { id } = await addPasskey(world, await world.make.user());
      const { visitor } = await world.signedIn();
      await visitor.get(SECURITY);
      for (const path of [`/user/passkeys/${id}`, "/user/passkeys/%C3%A9"]) {
        expect((await visitor.put(path, { name: "Mine" })).status).to.equal(404);
        expect((await visitor.delete(path)).status).to.equal(404);
      }
    });

    it("everything without a recent password", async () => {
      const { user, visitor } = await world.signedIn();
      const { id } = await addPasskey(world, user);
      world.advance(HOUR);
      await visitor.get(SECURITY);
      expect((await visitor.get(CREATE)).headers["location"]).to.match(/^\/user\/confirm-password/);
      for (const answer of [
        await visitor.submit("/user/passkeys/options"),
        await visitor.submit("/user/passkeys", { credential: "{}" }),
        await visitor.put(`/user/passkeys/${id}`, { name: "Mine" }),
        await visitor.delete(`/user/passkeys/${id}`),
        await visitor.delete("/user/password"),
      ])
        expect(answer.headers["location"]).to.match(/^\/user\/confirm-password/);
      expect(await rowOf(user)).to.include({ passkey_count: 1 });
    });

    it("a blank name, in the form that was sent", async () => {
      const { user, visitor } = await world.signedIn();
      const { id } = await addPasskey(world, user);
      await visitor.get(SECURITY);
      const answer = await visitor.put(`/user/passkeys/${id}`, { name: " " });
      expect(answer.status).to.equal(422);
      expect(answer.text).to.match(new RegExp(`id="${id}-rename-confirm"[^>]* open`));
    });

    it("an answer that isn't one, on the page that creates passkeys", async () => {
      const { visitor } = await world.signedIn();
      await visitor.get(CREATE);
      const answer = await visitor.submit("/user/passkeys", { credential: "{}" });
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.contain("Create a passkey");
    });
  });
});
