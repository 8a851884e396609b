import { expect } from "chai";
import { DAY, now } from "../../src/lib/clock.js";
import { addPasskey } from "../support/passkeys/passkeys.js";
import { useWorld } from "../support/app/world.js";
import { PASSWORD } from "../support/app/factories.js";
import { endGrace, requireTwoFactor } from "../support/app/second-factor.js";
import { AccessTable } from "../support/contract/access-table.js";
import { Callers, SCOPES, type Row } from "../support/contract/callers.js";
import { operations } from "../support/contract/operations.js";
import { verdictOf, type Credential } from "../support/contract/verdict.js";

const RULES = { hasCatalogue: true, enforcesScopes: false };
const SETUP = "403 two_factor_setup_required";
const OF_PERSON: Credential[] = [
  "a token from signing in",
  "a token of /api-dock",
  "a personal token",
  "a personal token with selected scopes",
  "a token of an application",
];

describe("An account whose grace period for a second factor is over", function () {
  this.timeout(180_000);
  const world = useWorld();

  it("can call only these operations", () => {
    const exempt = operations.filter(({ document }) => document["x-without-second-factor"]);
    expect(exempt.map(({ id }) => id).sort()).to.deep.equal([
      "auth.confirm-password",
      "auth.confirm-password.options",
      "auth.logout",
      "auth.me",
      "auth.me.passkeys.destroy",
      "auth.me.passkeys.index",
      "auth.me.passkeys.options",
      "auth.me.passkeys.store",
      "auth.me.passkeys.update",
      "auth.me.recovery-codes.index",
      "auth.me.recovery-codes.store",
      "auth.me.two-factor.confirm",
      "auth.me.two-factor.destroy",
      "auth.me.two-factor.show",
      "auth.me.two-factor.store",
    ]);
  });

  for (const { id, document, tier, middleware } of operations)
    it(`${id} declares the rejection where it is possible, after the permission and before the password`, () => {
      const isPossible = tier !== "public" && !document["x-without-second-factor"];
      const at = middleware.indexOf("two-factor.required");
      expect(at >= 0).to.equal(isPossible);
      if (!isPossible) return;
      expect(middleware.indexOf("check.permission")).to.be.below(at);
      const password = middleware.indexOf("password.confirm");
      if (password >= 0) expect(password).to.be.above(at);
    });

  describe("asks every operation", () => {
    const found = new Map<string, Record<string, string>>();
    let rows: Row[] = [];

    before(async () => {
      const callers = new Callers(world);
      rows = [callers.guest("a guest")];
      for (const role of ["user", "system_admin"])
        for (const credential of OF_PERSON)
          rows.push(await callers.holder(credential, role, SCOPES, { lacksFactor: true }));
      for (const isUnconfirmed of [false, true])
        rows.push(
          await callers.holder("a token from signing in", "admin", [], { lacksFactor: true, isUnconfirmed }),
        );
      rows.push(await callers.holder("a token of an application", "system_admin", [], { lacksFactor: true }));
      await requireTwoFactor(world, "everyone");
      await endGrace(world);
      // in their grace period, or without an account
      rows.push(await callers.holder("a token from signing in", "system_admin", [], { lacksFactor: false }));
      rows.push(await callers.holder("a token of a client itself", "system_admin"));
      const table = await AccessTable.of(world.app.listener, true);
      for (const operation of operations) found.set(operation.id, await table.ask(operation, rows));
      table.close();
    });

    for (const operation of operations)
      it(`${operation.id} answers as the contract says`, () => {
        expect(found.get(operation.id)).to.deep.equal(
          Object.fromEntries(rows.map(({ name, caller }) => [name, verdictOf(operation, caller, RULES)])),
        );
      });

    it("gets the rejection, and all that come before it", () => {
      const verdicts = new Set([...found.values()].flatMap((cells) => Object.values(cells)));
      expect([...verdicts]).to.include.members([
        SETUP,
        "403 forbidden",
        "403 insufficient_scope",
        "403 first_party_only",
        "423 password_confirmation_required",
        "allowed",
      ]);
    });
  });

  it("signs in as before, sets up a second factor with its token, and can then do everything", async () => {
    const user = await world.make.user({ role: "admin" });
    await requireTwoFactor(world, "administrators");
    await endGrace(world);
    const login = await world.api.post("/auth/login", { email: user.email, password: PASSWORD }).expect(200);
    expect(login.body.data).to.have.keys("user", "token");
    const api = world.api.as(login.body.data.token as string);
    const { body } = await api.get("/users").expect(403);
    expect(body).to.deep.include({ message: "Set up two-factor authentication first." });
    expect(body.data).to.deep.equal({ code: "two_factor_setup_required" });
    await api.get("/auth/me").expect(200);

    await api.post("/auth/me/two-factor").expect(201);
    await world.make.twoFactor(user); // confirms it
    await api.get("/users").expect(200);
  });

  it("is asked without a rule, too, when an import couldn't carry its second factor", async () => {
    const user = await world.make.user({ role: "admin" });
    await world.services.knex("users").where({ id: user.id }).update({ two_factor_lost: true });
    const login = await world.api.post("/auth/login", { email: user.email, password: PASSWORD }).expect(200);
    const api = world.api.as(login.body.data.token as string);
    expect((await api.get("/users").expect(403)).body.data).to.deep.equal({
      code: "two_factor_setup_required",
    });
    await world.make.twoFactor(user);
    await api.get("/users").expect(200);
  });

  it("can't turn the second factor off, but cancel an unfinished setup", async () => {
    const { user, token } = await world.make.userWithToken();
    await requireTwoFactor(world, "everyone");
    const api = world.api.as(token);
    await api.post("/auth/me/two-factor").expect(201);
    await api.delete("/auth/me/two-factor").expect(200);
    const factor = await world.make.twoFactor(user);
    const { body } = await api
      .send("delete", "/auth/me/two-factor", { code: await factor.code() })
      .expect(403);
    expect(body.data.code).to.equal("forbidden");
    expect(body.message).to.contain("you can't turn it off");
    expect((await api.get("/auth/me/two-factor")).body.data.status).to.equal("on");

    await requireTwoFactor(world, "none");
    await api.send("delete", "/auth/me/two-factor", { code: await factor.code() }).expect(200);
  });

  it("doesn't cost a request of other accounts a look at the settings", async () => {
    const { user, token } = await world.make.userWithToken();
    const asked: string[] = [];
    const note = ({ sql }: { sql: string }) => void asked.push(sql);
    world.services.knex.on("query", note);
    await world.api.as(token).get("/auth/me/sessions").expect(200);
    expect(asked.filter((sql) => /from settings$/i.test(sql))).to.deep.equal([]);
    await requireTwoFactor(world, "everyone");
    await world.make.twoFactor(user);
    asked.length = 0;
    await world.api.as(token).get("/auth/me/sessions").expect(200);
    world.services.knex.removeListener("query", note);
    expect(asked.filter((sql) => /from settings$/i.test(sql))).to.deep.equal([]);
  });

  it("isn't helped by a factor of a kind that is turned off", async () => {
    const { user, token } = await world.make.userWithToken();
    await world.make.twoFactor(user);
    await requireTwoFactor(world, "everyone");
    await endGrace(world);
    await world.api.as(token).get("/auth/me/sessions").expect(200);
    await world.services.settings.write({ "auth.two_factor": "0" });
    await world.api.as(token).get("/auth/me/sessions").expect(403);
    await addPasskey(world, user);
    await world.api.as(token).get("/auth/me/sessions").expect(200);
  });

  it("is rejected with a token of a permission that it doesn't have in the same way as before", async () => {
    const { token } = await world.make.userWithToken();
    await requireTwoFactor(world, "everyone");
    await world.services.knex("users").update({ two_factor_required_at: now() - 90 * DAY });
    expect((await world.api.as(token).get("/users").expect(403)).body.data.code).to.equal("forbidden");
  });
});

describe("The settings of a required second factor on the API", () => {
  const world = useWorld();
  const api = async () => world.api.as((await world.make.userWithToken({ role: "system_admin" })).token);

  it("are saved after a confirmation that says how many accounts lack one, and recorded", async () => {
    await world.make.user();
    const root = await api();
    const change = { "auth.two_factor_required": "everyone" };
    const { body } = await root.patch("/settings", change).expect(422);
    expect(body.data.errors).to.deep.equal({
      "confirm.auth.two_factor_required": [
        "2 accounts have no second factor. Once the grace period is over, they can do nothing else until they have one.",
      ],
    });
    await root.patch("/settings", { ...change, confirm: ["auth.two_factor_required"] }).expect(200);
    const [row] = (await world.services.knex("activity_log").where({ event: "settings_changed" })) as {
      changes: string;
    }[];
    expect(JSON.parse(row!.changes)).to.deep.equal({
      before: { "auth.two_factor_required": "none" },
      after: { "auth.two_factor_required": "everyone" },
    });
  });

  it("say so if the caller's own account is limited immediately", async () => {
    const root = await api();
    const change = { "auth.two_factor_required": "administrators", "auth.two_factor_grace_days": "0" };
    const { body } = await root.patch("/settings", change).expect(422);
    expect(Object.keys(body.data.errors as object)).to.deep.equal([
      "confirm.auth.two_factor_required",
      "confirm.auth.two_factor_grace_days",
    ]);
    expect(body.data.errors["confirm.auth.two_factor_grace_days"][0]).to.match(/^Your own account/);
    await root.patch("/settings", { ...change, confirm: Object.keys(change) }).expect(200);
    expect((await root.get("/settings").expect(403)).body.data.code).to.equal("two_factor_setup_required");
  });

  it("ask nothing when everyone covered has one, and warn when fewer are covered", async () => {
    const { user, token } = await world.make.userWithToken({ role: "system_admin" });
    await world.make.twoFactor(user);
    const root = world.api.as(token);
    await root.patch("/settings", { "auth.two_factor_required": "everyone" }).expect(200);
    const { body } = await root.patch("/settings", { "auth.two_factor_required": "none" }).expect(422);
    expect(body.data.errors).to.have.keys("confirm.auth.two_factor_required");
  });

  it("reject the rule without the feature, and the end of the feature with the rule", async () => {
    const { user, token } = await world.make.userWithToken({ role: "system_admin" });
    await world.make.twoFactor(user);
    const root = world.api.as(token);
    const put = async (body: object) => (await root.patch("/settings", body).expect(422)).body.data.errors;
    await world.services.settings.write({ "auth.two_factor": "0", "auth.passkeys": "0" });
    expect(await put({ "auth.two_factor_required": "everyone" })).to.have.keys("auth.two_factor_required");
    await world.services.settings.write({ "auth.two_factor": "1" });
    await root.patch("/settings", { "auth.two_factor_required": "everyone" }).expect(200);
    expect(await put({ "auth.two_factor": "0", confirm: ["auth.two_factor"] })).to.have.keys(
      "auth.two_factor",
    );
    await world.services.settings.write({ "auth.passkeys": "1" });
    await root.patch("/settings", { "auth.two_factor": "0", confirm: ["auth.two_factor"] }).expect(200);
    expect(await put({ "auth.passkeys": "0", confirm: ["auth.passkeys"] })).to.have.keys("auth.passkeys");
  });
});
