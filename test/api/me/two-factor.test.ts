import { expect } from "chai";
import { generate } from "otplib";
import { MINUTE, now, SECOND } from "../../../src/lib/clock.js";
import { queuedMails } from "../../support/app/mails.js";
import { useWorld } from "../../support/app/world.js";

const PATH = "/auth/me/two-factor";
const CODES = "/auth/me/recovery-codes";

describe("Two-factor authentication of /auth/me", () => {
  const world = useWorld();
  beforeEach(() => world.freezeTime());

  const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(now() / SECOND) });
  const signedIn = async () => {
    const { user, token } = await world.make.userWithToken();
    return { user, token, api: world.api.as(token) };
  };
  const row = ({ id }: { id: string }) => world.services.knex("users").where({ id }).first();
  const events = () => world.services.knex("activity_log").orderBy("id").pluck("event");
  const state = async (api: Awaited<ReturnType<typeof signedIn>>["api"]) =>
    (await api.get(PATH).expect(200)).body.data;

  it("is set up with a key and turned on with its first code", async () => {
    const { user, api } = await signedIn();
    const { body, headers } = await api.post(PATH).expect(201);
    const { secret, otpauth_uri } = body.data;
    expect(headers["location"]).to.equal("/api/v1/auth/me/two-factor");
    expect(otpauth_uri).to.contain(secret).and.contain(encodeURIComponent(user.email));
    expect(await state(api)).to.deep.equal({ status: "pending", confirmed_at: null, recovery_codes_left: 0 });
    const confirmed = await api.put(PATH, { code: await codeOf(secret as string) }).expect(200);
    expect(confirmed.body.data.recovery_codes).to.have.length(8);
    expect(await state(api)).to.include({ status: "on", recovery_codes_left: 8 });
    expect(await events()).to.deep.equal(["two_factor_enabled"]);
    const mails = await queuedMails(world.services, "two_factor_changed");
    expect(mails.map(({ to }) => to)).to.deep.equal([user.email]);
    const login = await world.api.post("/auth/login", {
      email: user.email,
      password: "correct-horse-battery",
    });
    expect(login.body.data.requires_two_factor).to.equal(true);
  });

  it("shows the key only once, and never stores it in clear", async () => {
    const { user, api } = await signedIn();
    const { secret } = (await api.post(PATH).expect(201)).body.data;
    expect((await api.get(PATH).expect(200)).text).not.to.contain(secret);
    expect((await row(user)).two_factor_secret).not.to.contain(secret);
  });

  it("is turned off with a code or a recovery code, recorded and mailed like on the screen", async () => {
    for (const kind of ["code", "recovery_code"]) {
      const { user, api } = await signedIn();
      const { code, recoveryCodes } = await world.make.twoFactor(user);
      await api
        .send("delete", PATH, { [kind]: kind === "code" ? await code() : recoveryCodes[0]! })
        .expect(200);
      expect(await row(user)).to.include({ two_factor_secret: null, two_factor_recovery_codes: null });
    }
    expect(await events()).to.deep.equal([
      ...["two_factor_disabled", "recovery_code_used", "two_factor_disabled"],
    ]);
    expect(await queuedMails(world.services, "two_factor_changed")).to.have.length(2);
  });

  it("is cancelled without a code while the setup isn't confirmed", async () => {
    const { user, api } = await signedIn();
    await api.post(PATH).expect(201);
    await api.delete(PATH).expect(200);
    expect((await row(user)).two_factor_secret).to.equal(null);
    expect(await events()).to.deep.equal([]);
  });

  it("stays on after a missing or a wrong code, which counts as on the screen", async () => {
    const { user, api } = await signedIn();
    await world.make.twoFactor(user);
    for (const sent of [undefined, {}, { code: "" }, { code: "000000" }]) {
      const { body } = await api.send("delete", PATH, sent).expect(422);
      expect(body.data.errors).to.have.all.keys("code");
    }
    const failures = await world.services.knex("two_factor_failures").where({ user_id: user.id }).first();
    expect(failures.failures).to.equal(1);
    expect(await state(api)).to.include({ status: "on" });
  });

  it("pauses after ten wrong codes", async () => {
    const { user, api } = await signedIn();
    const { code } = await world.make.twoFactor(user);
    for (let attempt = 0; attempt < 10; attempt++)
      await api.send("delete", PATH, { code: "000000" }).expect(422);
    const { headers } = await api.send("delete", PATH, { code: await code() }).expect(429);
    expect(Number(headers["retry-after"])).to.be.above(60);
  });

  it("isn't confirmed by a wrong code", async () => {
    const { api } = await signedIn();
    await api.post(PATH).expect(201);
    const { body } = await api.put(PATH, { code: "000000" }).expect(422);
    expect(body.data.errors).to.have.all.keys("code");
    expect(await state(api)).to.include({ status: "pending" });
  });

  it("reports the state that doesn't allow an act", async () => {
    const { user, api } = await signedIn();
    for (const [method, path, body] of [
      ["put", PATH, { code: "123456" }],
      ["delete", PATH, { code: "123456" }],
      ["post", CODES],
    ] as const)
      expect((await api.send(method, path, body).expect(422)).body.data.errors).to.have.all.keys(
        "two_factor",
      );
    await world.make.twoFactor(user);
    for (const [method, body] of [["post"], ["put", { code: "123456" }]] as const)
      expect((await api.send(method, PATH, body).expect(422)).body.data.errors).to.have.all.keys(
        "two_factor",
      );
  });

  it("has recovery codes that are shown and replaced", async () => {
    const { user, api } = await signedIn();
    expect((await api.get(CODES).expect(200)).body.data).to.deep.equal({ recovery_codes: [] });
    const { recoveryCodes } = await world.make.twoFactor(user);
    expect((await api.get(CODES).expect(200)).body.data).to.deep.equal({ recovery_codes: recoveryCodes });
    const { body, headers } = await api.post(CODES).expect(201);
    expect(headers["location"]).to.equal("/api/v1/auth/me/recovery-codes");
    expect(body.data.recovery_codes).to.have.length(8).and.not.include(recoveryCodes[0]);
    expect((await api.get(CODES).expect(200)).body.data).to.deep.equal(body.data);
    expect(await events()).to.deep.equal(["recovery_codes_regenerated"]);
    expect(await queuedMails(world.services, "two_factor_changed")).to.have.length(1);
  });

  const PROTECTED = [
    ["post", PATH],
    ["put", PATH, { code: "123456" }],
    ["delete", PATH, { code: "123456" }],
    ["get", CODES],
    ["post", CODES],
  ] as const;

  it("needs a recent password for everything but its state", async () => {
    const { api } = await signedIn();
    world.advance(16 * MINUTE);
    for (const [method, path, body] of PROTECTED)
      expect((await api.send(method, path, body).expect(423)).body.data.code).to.equal(
        "password_confirmation_required",
      );
    await api.get(PATH).expect(200);
  });

  it("is rejected while the setting is off, except for its state", async () => {
    const { api } = await signedIn();
    await world.services.settings.write({ "auth.two_factor": "0", "auth.passkeys": "0" });
    for (const [method, path, body] of PROTECTED)
      expect((await api.send(method, path, body).expect(403)).body.data.code).to.equal("forbidden");
    await api.get(PATH).expect(200);
  });
});
