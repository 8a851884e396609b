import { expect } from "chai";
import { DAY, now, SECOND } from "../../../src/lib/clock.js";
import { User } from "../../../src/models/user.js";
import { PASSWORD } from "../../support/app/factories.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

const NEW = "another-horse-battery";
const change = { current_password: PASSWORD, password: NEW, password_confirmation: NEW };

describe("An expired password", () => {
  const world = useWorld();

  /** A signed-in user with a password of this age. */
  const visitorWithPassword = async (age: number | null, days = 30) => {
    world.freezeTime();
    await world.services.settings.write({ "auth.password_expiry_days": String(days) });
    const user = await world.make.user();
    await world.services
      .knex("users")
      .where({ id: user.id })
      .update({ password_changed_at: age === null ? null : now() - age });
    const visitor = world.visitor();
    await visitor.signIn(user);
    return { user, visitor };
  };
  const place = async (visitor: Visitor, path = "/dashboard") =>
    (await visitor.get(path)).headers["location"];
  const reread = (user: User) => User.query(world.services.knex).findById(user.id).throwIfNotFound();

  it("M10: redirects every page to its own screen", async () => {
    const { visitor } = await visitorWithPassword(31 * DAY);
    for (const path of ["/dashboard", "/profile", "/browser-sessions", "/user/confirm-password"])
      expect(await place(visitor, path), path).to.equal("/password/expired");
    const screen = await visitor.get("/password/expired");
    expect(screen.status).to.equal(200);
    expect(textOf(screen))
      .to.contain("Your password has expired")
      .and.contain("Passwords expire after 30 days.");
    expect(textOf(screen)).not.to.contain("Dashboard");
  });

  it("M10: is replaced there, which restarts the period", async () => {
    const { visitor, user } = await visitorWithPassword(31 * DAY);
    await visitor.get("/password/expired");
    const old = visitor.sessionCookie;
    const answer = await visitor.put("/password/expired", change);
    expect(answer.status).to.equal(303);
    expect(visitor.sessionCookie).not.to.equal(old);
    expect((await visitor.get("/dashboard")).status).to.equal(200);
    expect((await reread(user)).password_changed_at).to.equal(now());
    expect(await place(visitor, "/password/expired")).to.equal("/dashboard");
  });

  for (const [age, expired] of [
    [30 * DAY - SECOND, false],
    [30 * DAY, false],
    [30 * DAY + 1, true],
    [30 * DAY + SECOND, true],
  ] as const)
    it(`M10: after ${age / DAY} of 30 days is ${expired ? "" : "not "}expired`, async () => {
      const { visitor } = await visitorWithPassword(age);
      expect(await place(visitor)).to.equal(expired ? "/password/expired" : undefined);
    });

  it("M10: isn't assumed without a timestamp, nor while the setting is 0", async () => {
    expect(await place((await visitorWithPassword(null)).visitor)).to.equal(undefined);
    expect(await place((await visitorWithPassword(4000 * DAY, 0)).visitor)).to.equal(undefined);
  });

  it("M10: applies to HEAD and forms too, but not to signing out", async () => {
    const { visitor, user } = await visitorWithPassword(31 * DAY);
    const head = await visitor.send((agent) => agent.head("/dashboard"));
    expect(head.headers["location"]).to.equal("/password/expired");
    expect((await visitor.send((agent) => agent.head("/password/expired"))).status).to.equal(200);
    await visitor.get("/password/expired");
    const form = await visitor.put("/user/profile-information", { first_name: "Eve" });
    expect(form.status).to.equal(303);
    expect(form.headers["location"]).to.equal("/password/expired");
    expect((await reread(user)).first_name).to.equal("Ada");
    const script = await visitor.get("/dashboard", { Accept: "application/json" });
    expect(script.headers["location"]).to.equal("/password/expired");
    expect((await visitor.submit("/logout")).headers["location"]).to.equal("/login");
  });

  it("M10: doesn't affect the API", async () => {
    const { user } = await visitorWithPassword(31 * DAY);
    const token = await world.make.token(user);
    expect((await world.api.as(token).get("/auth/me")).status).to.equal(200);
    const login = await world.api.post("/auth/login", { email: user.email, password: PASSWORD });
    expect(login.status).to.equal(200);
  });

  it("can't be replaced there while it is still valid", async () => {
    const { visitor, user } = await visitorWithPassword(DAY);
    const answer = await visitor.put("/password/expired", change);
    expect(answer.headers["location"]).to.equal("/dashboard");
    expect((await reread(user)).password).to.equal(user.password);
  });

  for (const [what, fields, sentence] of [
    ["the same password", { password: PASSWORD, password_confirmation: PASSWORD }, "must differ"],
    ["a wrong current password", { current_password: "wrong" }, "This isn't your current password."],
    [
      "a new one that violates the policy",
      { password: "short", password_confirmation: "short" },
      "at least 8",
    ],
    ["a different confirmation", { password_confirmation: "something-else" }, "does not match"],
    ["no new password", { password: "" }, "Enter a password."],
  ] as const)
    it(`can't be replaced with ${what}`, async () => {
      const { visitor, user } = await visitorWithPassword(31 * DAY);
      await visitor.get("/password/expired");
      const answer = await visitor.put("/password/expired", { ...change, ...fields });
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.contain(sentence);
      expect((await reread(user)).password).to.equal(user.password);
      expect(await place(visitor)).to.equal("/password/expired");
    });

  it("has a screen that redirects guests to the sign-in page", async () => {
    expect(await place(world.visitor(), "/password/expired")).to.match(/^\/login/);
  });
});
