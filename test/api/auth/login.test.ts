import bcrypt from "bcryptjs";
import { expect } from "chai";
import { MINUTE } from "../../../src/lib/clock.js";
import { bcryptWork } from "../../support/app/bcrypt-work.js";
import type { Response, Test } from "../../support/app/client.js";
import { PASSWORD } from "../../support/app/factories.js";
import { useWorld } from "../../support/app/world.js";

const EMAIL = "ada@example.test";

describe("POST /auth/login", () => {
  const world = useWorld();
  const login = (email: string = EMAIL, password: string = PASSWORD): Test =>
    world.api.post("/auth/login", { email, password });
  const row = (id: string) => world.services.knex("users").where({ id }).first();
  const storeHash = (id: string, password: string) =>
    world.services.knex("users").where({ id }).update({ password, password_changed_at: 1 });
  const tokens = () => world.services.knex("personal_access_tokens");

  describe("answers with", () => {
    it("the account and a token", async () => {
      const user = await world.make.user({ email: EMAIL });
      const { body } = await login().expect(200);
      expect(body.data).to.have.all.keys("user", "token");
      expect(body.data.user).to.include({ id: user.id, role: "user" });
      await world.api.as(body.data.token).get("/auth/me").expect(200);
    });

    it("a request to verify the address, and mails the link again", async () => {
      await world.services.settings.write({ "auth.email_verification": "1" });
      await world.make.user({ email: EMAIL });
      for (let mails = 1; mails <= 2; mails++) {
        const { body } = await login().expect(200);
        expect(body.data).to.deep.equal({ requires_verification: true });
        expect(await world.services.knex("mails").where({ kind: "verify_email" })).to.have.length(mails);
      }
      expect(await tokens()).to.be.empty;
    });

    it("a two-factor challenge", async () => {
      await world.make.twoFactor(await world.make.user({ email: EMAIL }));
      const { body } = await login().expect(200);
      expect(body.data).to.have.all.keys("requires_two_factor", "challenge");
      expect(body.data.requires_two_factor).to.be.true;
      expect(await tokens()).to.be.empty;
    });

    it("the request to verify the address first when both are required", async () => {
      await world.services.settings.write({ "auth.email_verification": "1" });
      await world.make.twoFactor(await world.make.user({ email: EMAIL }));
      expect((await login().expect(200)).body.data).to.deep.equal({ requires_verification: true });
      expect(await world.services.knex("two_factor_challenges")).to.be.empty;
    });
  });

  it("signs in a verified account while verification is on", async () => {
    await world.services.settings.write({ "auth.email_verification": "1" });
    await world.make.user({ email: EMAIL, email_verified_at: 1 });
    expect((await login().expect(200)).body.data).to.have.property("token");
  });

  it("requires no second factor while the feature is off, and keeps its data", async () => {
    const user = await world.make.user({ email: EMAIL });
    await world.make.twoFactor(user);
    await world.services.settings.write({ "auth.two_factor": "0" });
    expect((await login().expect(200)).body.data).to.have.property("token");
    expect((await row(user.id)).two_factor_secret).to.be.a("string");
  });

  it("accepts the address in any case, with surrounding spaces, in NFC or NFD", async () => {
    await world.make.user({ email: "zo\u00eb@example.test" });
    for (const email of ["ZO\u00cb@Example.Test", "  zo\u00eb@example.test ", "zoe\u0308@example.test"])
      await login(email).expect(200);
  });

  it("H23: accepts a password set in NFC and typed in NFD, and vice versa", async () => {
    await world.make.user({ email: "nfc@example.test", password: "caf\u00e9-au-lait" });
    await world.make.user({ email: "nfd@example.test", password: "cafe\u0301-au-lait" });
    for (const email of ["nfc@example.test", "nfd@example.test"])
      for (const typed of ["caf\u00e9-au-lait", "cafe\u0301-au-lait"]) await login(email, typed).expect(200);
  });

  it("records the time and address of the sign-in without changing the account's version", async () => {
    world.freezeTime();
    const { id, version } = await world.make.user({ email: EMAIL });
    await login().set("X-Forwarded-For", "192.0.2.7").expect(200);
    expect(await row(id)).to.include({ last_login_ip: "192.0.2.7", version });
    expect((await row(id)).last_login_at).to.be.a("number");
  });

  it("keeps the time and address of the sign-in before", async () => {
    const { id } = await world.make.user({ email: EMAIL });
    await login().set("X-Forwarded-For", "192.0.2.7").expect(200);
    const first = await row(id);
    expect(first).to.include({ previous_login_at: null, previous_login_ip: null });
    world.advance(MINUTE);
    await login().set("X-Forwarded-For", "192.0.2.8").expect(200);
    const { last_login_at: previous_login_at } = first;
    expect(await row(id)).to.include({
      last_login_ip: "192.0.2.8",
      previous_login_at,
      previous_login_ip: "192.0.2.7",
    });
  });

  it("writes successes and failures to the audit log", async () => {
    const { id } = await world.make.user({ email: EMAIL });
    await login().expect(200);
    await login(EMAIL, "wrong-password").expect(401);
    const events = await world.services.knex("activity_log").orderBy("id").select("event", "actor_id");
    expect(events).to.deep.equal([
      { event: "login", actor_id: id },
      { event: "login_failed", actor_id: null },
    ]);
  });

  describe("rehashes the password without changing password_changed_at:", () => {
    const upgrades: [string, string, string][] = [
      ["a $2y$ hash of a PHP application", bcrypt.hashSync(PASSWORD, 5).replace("$2b$", "$2y$"), PASSWORD],
      [
        "a $2y$ hash of the NFD input",
        bcrypt.hashSync("cafe\u0301-au-lait", 5).replace("$2b$", "$2y$"),
        "cafe\u0301-au-lait",
      ],
    ];
    for (const [what, stored, password] of upgrades)
      it(what, async () => {
        const { id } = await world.make.user({ email: EMAIL });
        await storeHash(id, stored);
        await login(EMAIL, password).expect(200);
        const after = await row(id);
        expect(after.password).to.match(/^\$2b\$04\$/);
        expect(after.password_changed_at).to.equal(1);
        await login(EMAIL, password).expect(200);
        expect((await row(id)).password).to.equal(after.password);
      });

    it("but not before the password was verified", async () => {
      const { id } = await world.make.user({ email: EMAIL });
      const stored = bcrypt.hashSync(PASSWORD, 4).replace("$2b$", "$2y$");
      await storeHash(id, stored);
      await login(EMAIL, "wrong-password").expect(401);
      expect((await row(id)).password).to.equal(stored);
    });
  });

  it("signs in even when the failure count can't be reset", async () => {
    await world.make.user({ email: EMAIL });
    const { counters } = world.services;
    const reset = counters.reset.bind(counters);
    counters.reset = () => Promise.reject(new Error("the store is gone"));
    try {
      await login().expect(200);
    } finally {
      counters.reset = reset;
    }
  });

  describe("gives the same 401 response", () => {
    /**
     * The parts of a response that could reveal an account; the time, the trace id and the rate limit of the address
     * are left out.
     */
    const visible = ({ status, headers, body, text }: Response): object => {
      const { date: _date, "x-request-id": _id, ...rest } = headers as Record<string, string>;
      const policy = rest["ratelimit-policy"]!.replaceAll(/pk=:[^:]+:/g, "pk");
      return {
        status,
        headers: { ...rest, "ratelimit-policy": policy },
        body: { ...body, trace_id: "" },
        size: text.length,
      };
    };

    /** An account whose owner hasn't chosen a password yet. */
    const invited = async (email: string): Promise<void> => {
      const { id } = await world.make.user({ email });
      await world.services.knex("users").where({ id }).update({ password: null, password_changed_at: null });
    };

    it("H26: for an unknown address, a wrong password, an inactive account and an invited one", async () => {
      await world.services.settings.write({ "auth.email_verification": "1" });
      await world.make.user({ email: EMAIL, email_verified_at: 1 });
      await world.make.user({ email: "new@example.test" });
      await world.make.twoFactor(await world.make.user({ email: "two@example.test" }));
      await world.make.user({ email: "inactive@example.test", status: "inactive" });
      await world.make.user({ email: "banned@example.test", status: "banned" });
      await world.make.user({ email: "pending@example.test", status: "pending" });
      const deleted = await world.make.user({ email: "deleted@example.test" });
      await world.services.knex("users").where({ id: deleted.id }).update({ deleted_at: Date.now() });
      await invited("invited@example.test");
      const expected = visible(await login("nobody@example.test").expect(401));
      for (const [email, password] of [
        [EMAIL, "wrong-password"],
        ["new@example.test", "wrong-password"],
        ["two@example.test", "wrong-password"],
        ["inactive@example.test", "wrong-password"],
        ["inactive@example.test", PASSWORD],
        ["banned@example.test", PASSWORD],
        ["pending@example.test", PASSWORD],
        ["deleted@example.test", PASSWORD],
        ["invited@example.test", PASSWORD],
        ["invited@example.test", "wrong-password"],
      ] as const)
        expect(visible(await login(email, password)), `${email} ${password}`).to.deep.equal(expected);
      expect(await tokens()).to.be.empty;
    });

    it("H27: with the same amount of bcrypt work", async () => {
      await world.make.user({ email: EMAIL });
      await world.make.user({ email: "banned@example.test", status: "banned" });
      const { id } = await world.make.user({ email: "php@example.test" });
      await storeHash(id, bcrypt.hashSync("other", 4).replace("$2b$", "$2y$"));
      await invited("invited@example.test");
      for (const password of ["wrong-password", "wrong-cafe\u0301", "a".repeat(80)]) {
        const work = (email: string) => bcryptWork(() => login(email, password).expect(401));
        const expected = await work("nobody@example.test");
        for (const email of [EMAIL, "banned@example.test", "php@example.test", "invited@example.test"])
          expect(await work(email), email).to.equal(expected);
      }
      const rejected = await bcryptWork(() => login("banned@example.test").expect(401));
      expect(rejected, "the right password of a banned account").to.equal(2 ** 4);
    });
  });

  it("H21: doesn't accept a password that shares only the first 72 bytes", async () => {
    const { id } = await world.make.user({ email: EMAIL });
    for (const prefix of ["a".repeat(72), "😀".repeat(18)]) {
      await storeHash(id, bcrypt.hashSync(`${prefix}A`, 4).replace("$2b$", "$2y$"));
      await login(EMAIL, `${prefix}B`).expect(401);
    }
  });

  it("H22: rejects passwords with odd characters", async () => {
    await world.make.user({ email: EMAIL });
    for (const odd of ["\0", "\0x", "\u200b", "\u202e", "\ud800", "\u0007"]) {
      await login(EMAIL + odd).expect(401);
      await login(EMAIL, PASSWORD + odd).expect(401);
    }
  });

  it("H24: never signs in to the account of a similar-looking address", async () => {
    for (const email of ["strasse@example.test", "a\ufffd@example.test", "😀@example.test"])
      await world.make.user({ email });
    for (const email of ["straße@example.test", "ｓtrasse@example.test", "strassé@example.test"])
      await login(email).expect(401);
    await world.api
      .post("/auth/login", `{"email":"a\\ud800@example.test","password":"${PASSWORD}"}`)
      .expect(401);
    await login("😁@example.test").expect(401);
  });

  it("C14: rejects values of other types with 422", async () => {
    await world.make.user({ email: EMAIL });
    for (const value of [1, true, null, [], [EMAIL], {}, { $ne: "" }])
      for (const field of ["email", "password"]) {
        const { body } = await world.api
          .post("/auth/login", { email: EMAIL, password: PASSWORD, [field]: value })
          .expect(422);
        expect(body.data.errors).to.have.property(field);
      }
    await world.api.post("/auth/login", { email: EMAIL, password: PASSWORD, remember: true }).expect(422);
    await world.api.post("/auth/login", "[]").expect(422);
    await world.api.post("/auth/login", '"text"').expect(422);
  });

  it("rejects a request that also carries the token of a denied account", async () => {
    await world.make.user({ email: EMAIL });
    const { user, token } = await world.make.userWithToken();
    await world.services.knex("users").where({ id: user.id }).update({ status: "banned" });
    const { body } = await world.api
      .as(token)
      .post("/auth/login", { email: EMAIL, password: PASSWORD })
      .expect(403);
    expect(body.data.code).to.equal("account_denied");
  });
});

describe("POST /auth/login after the bcrypt cost was raised", () => {
  const world = useWorld({ BCRYPT_COST: "6" });

  it("rehashes the password without changing password_changed_at", async () => {
    const { id, version } = await world.make.user({ email: EMAIL });
    const users = world.services.knex("users").where({ id });
    await users.clone().update({ password: bcrypt.hashSync(PASSWORD, 4), password_changed_at: 1 });
    await world.api.post("/auth/login", { email: EMAIL, password: PASSWORD }).expect(200);
    const after = await users.clone().first();
    expect(after.password).to.match(/^\$2b\$06\$/);
    expect(after).to.include({ password_changed_at: 1, version });
  });
});
