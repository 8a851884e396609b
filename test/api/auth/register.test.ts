import bcrypt from "bcryptjs";
import { expect } from "chai";
import { HOUR, now } from "../../../src/lib/clock.js";
import { bcryptWork } from "../../support/app/bcrypt-work.js";
import type { Response, Test } from "../../support/app/client.js";
import { PASSWORD, registration } from "../../support/app/factories.js";
import { useWorld } from "../../support/app/world.js";

describe("POST /auth/register", () => {
  const world = useWorld();
  const register = (overrides: object = {}): Test =>
    world.api.post("/auth/register", registration(overrides));
  const withPassword = (password: string, confirmation = password): Test =>
    register({ password, password_confirmation: confirmation });
  const count = async (table: string): Promise<number> =>
    Number((await world.services.knex(table).count({ n: "*" }))[0]!["n"]);

  it("returns 201 with the account and a working token", async () => {
    const { body } = await register({ email: "grace@example.test" }).expect(201);
    expect(body.data).to.have.all.keys("user", "token");
    expect(body.data.user).to.include({ email: "grace@example.test", status: "active", role: "user" });
    expect(body.data.user.email_verified_at).to.be.null;
    const me = await world.api.as(body.data.token).get("/auth/me").expect(200);
    expect(me.body.data).to.deep.include(body.data.user);
  });

  it("returns 201 without a token while addresses must be verified, and queues the mail", async () => {
    await world.services.settings.write({ "auth.email_verification": "1" });
    const { body } = await register().expect(201);
    expect(body.data).to.have.all.keys("user", "requires_verification");
    expect(body.data.requires_verification).to.be.true;
    expect(await count("personal_access_tokens")).to.equal(0);
    const mail = await world.services.knex("mails").first();
    expect(mail).to.include({ kind: "verify_email", status: "queued", user_id: body.data.user.id });
  });

  it("stores a bcrypt hash and sets password_changed_at", async () => {
    world.freezeTime();
    const { body } = await register().expect(201);
    const row = await world.services.knex("users").where({ id: body.data.user.id }).first();
    expect(bcrypt.compareSync(PASSWORD, row.password)).to.be.true;
    expect(row.password_changed_at).to.equal(row.created_at);
  });

  it("stores the address trimmed, in lower case and in NFC", async () => {
    const { body } = await register({ email: "  Zoe\u0308@Example.TEST " }).expect(201);
    expect(body.data.user.email).to.equal("zo\u00eb@example.test");
  });

  it("writes the event to the audit log", async () => {
    const { body, headers } = await register().expect(201);
    const row = await world.services.knex("activity_log").first();
    expect(row).to.include({ event: "registered", actor_id: body.data.user.id });
    expect(row.trace_id).to.equal(headers["x-request-id"]);
  });

  describe("while addresses must be verified", () => {
    beforeEach(() => world.services.settings.write({ "auth.email_verification": "1" }));
    const mails = async (): Promise<string[]> =>
      ((await world.services.knex("mails").orderBy("id").select("kind")) as { kind: string }[]).map(
        ({ kind }) => kind,
      );
    const UNLIKE = ["date", "x-request-id"];

    /** The whole response, with the values that differ between new accounts replaced. */
    function visibleOf({ status, headers, body, text }: Response): object {
      const { id, created_at, updated_at, email } = body.data.user as Record<string, string>;
      let shown = text.replaceAll(body.trace_id as string, "TRACE").replaceAll(email!, "EMAIL");
      shown = shown.replaceAll(id!, "ID").replaceAll(created_at!, "TIME").replaceAll(updated_at!, "TIME");
      const kept = Object.entries(headers as Record<string, string>).filter(
        ([name]) => !UNLIKE.includes(name),
      );
      return { status, headers: Object.fromEntries(kept), shown };
    }

    it("H26: gives byte-for-byte the same response for a taken address as for a new one", async () => {
      world.freezeTime();
      const { email } = await world.make.user({ email: "holder@example.test", email_verified_at: 1 });
      const fresh = await register({ email: "newest@example.test" }).expect(201);
      const taken = await register({ email: `  ${email.toUpperCase()} ` });
      expect(visibleOf(taken)).to.deep.equal(visibleOf(fresh));
    });

    it("H26: invents an account with every field of a new one", async () => {
      world.freezeTime();
      const { id, email } = await world.make.user();
      const { body, headers } = await register({ email }).expect(201);
      expect(body.data.user.id)
        .to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
        .and.not.equal(id);
      const time = new Date(now()).toISOString();
      expect(body.data).to.deep.equal({
        user: {
          id: body.data.user.id,
          first_name: "Grace",
          last_name: "Hopper",
          external_id: "",
          full_name: "Grace Hopper",
          initials: "GH",
          email,
          status: "active",
          role: "user",
          avatar_url: null,
          timezone: "UTC",
          email_verified_at: null,
          created_at: time,
          updated_at: time,
        },
        requires_verification: true,
      });
      expect(headers).not.to.have.any.keys("location", "etag");
      expect(await count("users")).to.equal(1);
      expect(await count("personal_access_tokens")).to.equal(0);
    });

    it("H26: mails the owner at most once an hour, for both surfaces together", async () => {
      world.freezeTime();
      const { email } = await world.make.user();
      for (let times = 0; times < 3; times++) await register({ email }).expect(201);
      expect(await mails()).to.deep.equal(["email_taken"]);
      const visitor = world.visitor();
      await visitor.get("/register");
      await visitor.submit("/register", registration({ email }) as Record<string, string>);
      expect(await mails()).to.deep.equal(["email_taken"]);
      world.advance(HOUR);
      await register({ email }).expect(201);
      expect(await mails()).to.deep.equal(["email_taken", "email_taken"]);
    });

    it("H27: computes one hash in either case", async () => {
      const { email } = await world.make.user();
      const work = (address: string) => bcryptWork(() => register({ email: address }).expect(201));
      const one = 2 ** world.services.config.env.BCRYPT_COST;
      expect(await work("newest@example.test")).to.equal(one);
      expect(await work(email)).to.equal(one);
    });

    it("H25: gives the same response to ten parallel requests for one address", async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => register({ email: "race@example.test" })),
      );
      expect(answers.map(({ status }) => status)).to.deep.equal(Array(10).fill(201));
      expect(await count("users")).to.equal(1);
    });

    it("reveals nothing while mails to owners can't be counted", async () => {
      const { email } = await world.make.user();
      const { counters } = world.services;
      const add = counters.add.bind(counters);
      counters.add = (key, ...rest) =>
        key.startsWith("mail:") ? Promise.reject(new Error("gone")) : add(key, ...rest);
      try {
        await register({ email }).expect(201);
      } finally {
        counters.add = add;
      }
      expect(await mails()).to.be.empty;
    });

    it("still rejects an invalid request, without sending a mail", async () => {
      const { email } = await world.make.user();
      const { body } = await register({ email, password_confirmation: "another" }).expect(422);
      expect(body.data.errors).to.have.all.keys("password_confirmation");
      expect(await mails()).to.be.empty;
    });
  });

  describe("checks the password policy", () => {
    const policies: [string, string, string, string][] = [
      ["auth.password_min_length", "12", "elevenchars", "twelve-chars"],
      ["auth.password_require_mixed_case", "1", "lowercase-only", "Mixed-Case"],
      ["auth.password_require_numbers", "1", "no-number-here", "1-number-here"],
      ["auth.password_require_symbols", "1", "nosymbolhere", "symbol-here"],
      ["auth.password_blocklist", "1", "password123", "rather-uncommon"],
    ];
    for (const [key, value, bad, good] of policies)
      it(`with ${key}`, async () => {
        await world.services.settings.write({ [key]: value });
        const { body } = await withPassword(bad).expect(422);
        expect(body.data.errors).to.have.all.keys("password");
        await withPassword(good).expect(201);
      });

    it("counting code points", async () => {
      await withPassword("😀".repeat(8)).expect(201);
      await withPassword("😀".repeat(7)).expect(422);
      await withPassword("e\u0301".repeat(7)).expect(422);
    });

    it("H21: with a maximum of 72 bytes", async () => {
      await withPassword("a".repeat(72)).expect(201);
      await withPassword("\u00e9".repeat(36)).expect(201);
      for (const long of ["a".repeat(73), "\u00e9".repeat(37), "😀".repeat(18) + "A", "a".repeat(5000)])
        expect((await withPassword(long).expect(422)).body.data.errors).to.have.property("password");
    });

    it("H22: rejecting NUL and lone surrogates", async () => {
      for (const odd of ["correct\0horse", "correct-horse\0", "correct-\ud800-horse"])
        expect((await withPassword(odd).expect(422)).body.data.errors).to.have.property("password");
    });

    it("H23: accepting a confirmation in another Unicode form", async () => {
      await withPassword("caf\u00e9-au-lait", "cafe\u0301-au-lait").expect(201);
    });
  });

  it("rejects the request while registration is off, before it checks the password", async () => {
    await world.services.settings.write({ "auth.registration": "0" });
    const { body } = await withPassword("too-long".repeat(9), "other-password").expect(403);
    expect(body.data.code).to.equal("registration_disabled");
    expect(await count("users")).to.equal(0);
  });

  it("rejects a taken address in any case, with surrounding spaces, in NFC or NFD", async () => {
    await world.make.user({ email: "zo\u00eb@example.test" });
    for (const email of [
      "zo\u00eb@example.test",
      "ZO\u00cb@EXAMPLE.TEST",
      "  zo\u00eb@example.test  ",
      "zoe\u0308@example.test",
    ]) {
      const { body } = await register({ email }).expect(422);
      expect(body.data.errors, email).to.deep.equal({ email: ["That email is already in use."] });
    }
    expect(await count("users")).to.equal(1);
  });

  it("H24: treats similar-looking addresses as different", async () => {
    await world.make.user({ email: "strasse@example.test" });
    for (const email of ["straße@example.test", "strassé@example.test", "ｓtrasse@example.test"])
      await register({ email }).expect(201);
    await register({ email: "😀@example.test" }).expect(201);
    await register({ email: "😁@example.test" }).expect(201);
  });

  it("reuses the address of a deleted account", async () => {
    const { id } = await world.make.user({ email: "ada@example.test" });
    await world.services.knex("users").where({ id }).update({ deleted_at: Date.now() });
    await register({ email: "ada@example.test" }).expect(201);
  });

  it("H25: creates one account for ten parallel requests with one address", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        register({ email: index % 2 === 0 ? "race@example.test" : "RACE@example.test" }),
      ),
    );
    const rejected = answers.filter(({ status }) => status === 422);
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
    expect(rejected).to.have.length(9);
    for (const { body } of rejected) expect(body.data.errors).to.have.all.keys("email");
    expect(await count("users")).to.equal(1);
    expect(await count("role_user")).to.equal(1);
  });

  it("rejects a confirmation that differs", async () => {
    const { body } = await withPassword(PASSWORD, `${PASSWORD}x`).expect(422);
    expect(body.data.errors).to.have.all.keys("password_confirmation");
  });

  it("rejects an address that becomes too long in lower case or NFC", async () => {
    for (const email of [`${"İ".repeat(200)}@x.test`, `${"\ufb2c".repeat(100)}@x.test`]) {
      const { body } = await register({ email }).expect(422);
      expect(body.data.errors).to.deep.equal({ email: ["The email must have at most 254 characters."] });
    }
  });

  it("H22: rejects control, direction and zero-width characters in address and name", async () => {
    for (const odd of ["\0", "\r\n", "\u0007", "\u200b", "\u202e", "\ud800", "\ufeff", "\u037e"])
      expect(
        (await register({ email: `a${odd}b@example.test` }).expect(422)).body.data.errors,
      ).to.have.all.keys("email");
    for (const odd of ["\0", "\n", "\u001b[31m", "\u200b", "\u202e", "\udc00"])
      expect((await register({ first_name: `A${odd}B` }).expect(422)).body.data.errors).to.have.all.keys(
        "first_name",
      );
  });

  it("C14: rejects values of other types and names the field", async () => {
    for (const field of Object.keys(registration()))
      for (const value of [1, true, null, [], ["ada@example.test"], { $ne: "" }]) {
        const { body } = await register({ [field]: value }).expect(422);
        expect(body.data.errors, `${field}: ${JSON.stringify(value)}`).to.have.property(field);
      }
  });

  it("C21: rejects fields that the caller can't set", async () => {
    for (const field of [
      "id",
      "status",
      "role",
      "roles",
      "email_verified_at",
      "password_changed_at",
      "version",
    ])
      expect((await register({ [field]: "1" }).expect(422)).body.data.errors).to.have.all.keys(field);
    expect(await count("users")).to.equal(0);
  });

  it("rejects an empty body and names every missing field", async () => {
    const { body } = await world.api.post("/auth/register", {}).expect(422);
    expect(body.data.errors).to.have.all.keys(Object.keys(registration()));
  });
});
