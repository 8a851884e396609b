import { expect } from "chai";
import { DAY, MINUTE } from "../../../src/lib/clock.js";
import { sha256 } from "../../../src/lib/secrets.js";
import { invited, type Invited } from "../../support/app/invited.js";
import { queuedMails } from "../../support/app/mails.js";
import { requireTwoFactor } from "../../support/app/second-factor.js";
import { useWorld } from "../../support/app/world.js";
import { addPasskey, authenticator, optionsFrom, signInWith } from "../../support/passkeys/passkeys.js";
import type { SoftwareAuthenticator } from "../../support/passkeys/software-authenticator.js";

const PASSKEYS = "/auth/invitation/passkeys";
const OPTIONS = `${PASSKEYS}/options`;
const PASSWORD = { password: "staple-battery-horse", password_confirmation: "staple-battery-horse" };

describe("Invitations accepted with a passkey", () => {
  const world = useWorld();
  beforeEach(() => world.freezeTime());

  const invite = (): Promise<Invited> => invited(world.services);
  const rowOf = ({ id }: { id: string }) => world.services.knex("users").where({ id }).first();
  const linksOf = ({ id }: { id: string }) => world.services.knex("password_resets").where({ user_id: id });
  const accept = (sent: object, status = 200) => world.api.post(PASSKEYS, sent).expect(status);
  /** The answer of a new authenticator to the options for this link. */
  async function created(token: string, device = authenticator(world)) {
    return { device, credential: device.create(await optionsFrom(world.api, OPTIONS, { token })) };
  }
  const rejected = async (sent: object, field: "token" | "credential") =>
    expect((await accept(sent, 422)).body.data.errors).to.have.all.keys(field);

  it("give the account a passkey, which signs in without a password", async () => {
    const { user, token } = await invite();
    const { device, credential } = await created(token);
    const { body } = await accept({ token, credential });
    expect(body.data.passkey).to.include({ name: "Google Password Manager", credential_id: device.id });
    expect(body.data.recovery_codes).to.have.length(8);
    expect(await rowOf(user)).to.include({ password: null, passkey_count: 1 });
    const signedIn = await signInWith(world, device);
    expect(signedIn.status).to.equal(200);
    expect(signedIn.body.data.user.id).to.equal(user.id);
    const own = world.api.as(signedIn.body.data.token);
    const codes = await own.get("/auth/me/recovery-codes").expect(200);
    expect(codes.body.data.recovery_codes).to.deep.equal(body.data.recovery_codes);
  });

  it("name the passkey as the owner says", async () => {
    const { token } = await invite();
    const { credential } = await created(token);
    const { body } = await accept({ token, credential, name: "Work laptop " });
    expect(body.data.passkey.name).to.equal("Work laptop");
  });

  it("verify the address, end all links and notify the owner", async () => {
    await world.services.settings.write({ "auth.email_verification": "1" });
    const { user, token } = await invite();
    await world.api.post("/auth/forgot-password", { email: user.email }).expect(200);
    const { device, credential } = await created(token);
    await accept({ token, credential });
    expect((await rowOf(user)).email_verified_at).to.be.a("number");
    expect(await linksOf(user)).to.deep.equal([]);
    const kinds = (await queuedMails(world.services)).map(({ kind }) => kind);
    expect(kinds).to.include("passkey_added").and.not.include("verify_email");
    const rows = await world.services.knex("activity_log").where({ actor_id: user.id }).pluck("event");
    expect(rows).to.include.members(["passkey_added", "email_verified"]);
    expect((await signInWith(world, device)).body.data).to.have.property("token");
  });

  it("comply with a required second factor", async () => {
    await requireTwoFactor(world, "everyone");
    const { token } = await invite();
    const { device, credential } = await created(token);
    await accept({ token, credential });
    const { body } = await signInWith(world, device);
    await world.api.as(body.data.token).get("/auth/me").expect(200);
  });

  it("still work after a rejected passkey, while resets are turned off", async () => {
    await world.services.settings.write({ "auth.password_reset": "0" });
    const { token } = await invite();
    const { device, credential } = await created(token);
    await rejected(
      { token, credential: { ...credential, response: { ...credential.response, clientDataJSON: "e30" } } },
      "credential",
    );
    await accept({ token, credential: (await created(token, device)).credential });
  });

  it("are pending until then", async () => {
    const { user, token } = await invite();
    const admin = world.api.as((await world.make.userWithToken({ role: "admin" })).token);
    const meta = async () => (await admin.get(`/users/${user.id}`).expect(200)).body.meta as object;
    expect(await meta()).to.deep.equal({ invitation_pending: true });
    await accept({ token, credential: (await created(token)).credential });
    expect(await meta()).to.deep.equal({});
    const again = await admin.post(`/users/${user.id}/invitation`).expect(200);
    expect(again.body.data).to.deep.equal({ sent: false });
  });

  describe("are rejected", () => {
    it("a second time, and after the first password", async () => {
      const { token } = await invite();
      const [first, second] = [await created(token), await created(token)];
      await accept({ token, credential: first.credential });
      await rejected({ token, credential: second.credential }, "token");
      const other = await invite();
      const late = await created(other.token);
      await world.api.post("/auth/reset-password", { token: other.token, ...PASSWORD }).expect(200);
      await rejected({ token: other.token, credential: late.credential }, "token");
    });

    it("when the link is unknown, or has expired", async () => {
      const { token } = await invite();
      world.advance(7 * DAY - MINUTE);
      const { credential } = await created(token);
      world.advance(MINUTE);
      await rejected({ token, credential }, "token");
      for (const link of [token, "unknown"]) await world.api.post(OPTIONS, { token: link }).expect(422);
    });

    it("for a link that resets a password, also that of an invited account", async () => {
      const { user } = await invite();
      for (const { id, email } of [user, await world.make.user()]) {
        await world.api.post("/auth/forgot-password", { email }).expect(200);
        const mail = (await queuedMails(world.services, "reset_password")).findLast(
          ({ to }) => to === email,
        )!;
        const token = mail.link.split("/").at(-1)!;
        await world.api.post(OPTIONS, { token }).expect(422);
        await rejected({ token, credential: await someCredential() }, "token");
        expect((await rowOf({ id })).passkey_count).to.equal(0);
      }
    });

    it("once the account has another way to sign in", async () => {
      const user = await world.make.user();
      const token = "an-invitation-that-was-left";
      const times = { expires_at: Date.now() + DAY, created_at: Date.now() };
      await world.services
        .knex("password_resets")
        .insert({ token_hash: sha256(token), user_id: user.id, is_invitation: true, ...times });
      await world.api.post(OPTIONS, { token }).expect(422);
      await rejected({ token, credential: await someCredential() }, "token");
    });

    it("with a challenge of another invitation, a sign-in or an owner, and with an expired one", async () => {
      const { token } = await invite();
      const other = await invite();
      await rejected({ token, credential: (await created(other.token)).credential }, "credential");
      await rejected({ token, credential: await someCredential() }, "credential");
      const { credential } = await created(token);
      world.advance(5 * MINUTE);
      await rejected({ token, credential }, "credential");
    });

    it("with a credential that another account has", async () => {
      const { device } = await addPasskey(world, await world.make.user());
      const { user, token } = await invite();
      await rejected({ token, credential: (await created(token, device)).credential }, "credential");
      expect(await linksOf(user)).to.have.length(1);
    });

    it("without the verification of the user", async () => {
      const { token } = await invite();
      const device = authenticator(world);
      const options = await optionsFrom(world.api, OPTIONS, { token });
      await rejected({ token, credential: device.create(options, { userVerified: false }) }, "credential");
    });

    it("while the account isn't active", async () => {
      for (const status of ["inactive", "banned"]) {
        const { user, token } = await invite();
        const { credential } = await created(token);
        await world.services.knex("users").where({ id: user.id }).update({ status });
        await rejected({ token, credential }, "token");
      }
    });

    it("while passkeys are turned off", async () => {
      const { token } = await invite();
      const { credential } = await created(token);
      await world.services.settings.write({ "auth.passkeys": "0" });
      await world.api.post(OPTIONS, { token }).expect(403);
      await accept({ token, credential }, 403);
    });

    it("more than six times a minute from an address, together with password resets", async () => {
      const { token } = await invite();
      const ip = "198.51.100.7";
      const send = (path: string, body: object) => world.api.post(path, body).set("X-Forwarded-For", ip);
      for (let n = 0; n < 2; n++) {
        await send(OPTIONS, { token }).expect(200);
        await send(PASSKEYS, { token, credential: await someCredential() }).expect(422);
        await send("/auth/reset-password", { token: "unknown", ...PASSWORD }).expect(422);
      }
      await send(OPTIONS, { token }).expect(429);
    });

    /** Made for the owner of another account. */
    async function someCredential(device: SoftwareAuthenticator = authenticator(world)): Promise<object> {
      const own = world.api.as((await world.make.userWithToken()).token);
      return device.create(await optionsFrom(own, "/auth/me/passkeys/options"));
    }
  });
});
