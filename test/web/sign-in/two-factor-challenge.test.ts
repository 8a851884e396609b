import { expect } from "chai";
import { DAY, SECOND } from "../../../src/lib/clock.js";
import { ROUTES } from "../../../src/web/routes.js";
import { freshIp } from "../../support/app/client.js";
import { PASSWORD } from "../../support/app/factories.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

describe("The two-factor challenge in a browser", () => {
  const world = useWorld();

  const arrive = async (fields: Record<string, string> = {}) => {
    const user = await world.make.user();
    const factor = await world.make.twoFactor(user);
    const visitor = world.visitor();
    const answer = await visitor.signIn(user, fields);
    expect(answer.headers["location"]).to.equal("/two-factor-challenge");
    return { user, visitor, ...factor };
  };
  const sessions = () => world.services.knex("sessions").select("*");
  const says = async (visitor: Visitor, path: string) => textOf(await visitor.get(path));

  const failFiveTimes = async (visitor: Visitor) => {
    for (let failure = 0; failure < 4; failure++)
      expect((await visitor.submit("/two-factor-challenge", { code: "000000" })).status).to.equal(422);
    return visitor.submit("/two-factor-challenge", { code: "000000" });
  };

  it("asks for a code after the password, and signs in with it", async () => {
    const { visitor, code, user } = await arrive();
    const page = await visitor.get("/two-factor-challenge");
    expect(page.status).to.equal(200);
    expect(page.text).to.match(/name="code"[^>]*autocomplete="one-time-code"[^>]*inputmode="numeric"/s);
    const answer = await visitor.submit("/two-factor-challenge", { code: await code() });
    expect(answer.status).to.equal(303);
    expect(answer.headers["location"]).to.equal("/dashboard");
    expect((await visitor.get("/dashboard")).status).to.equal(200);
    const [session] = await sessions();
    expect(session.user_id).to.equal(user.id);
    expect([...visitor.cookies.keys()]).not.to.include("authdock_challenge");
  });

  it("accepts a recovery code as copied from paper, once", async () => {
    const { visitor, user, recoveryCodes } = await arrive();
    await visitor.get("/two-factor-challenge");
    const typed = ` ${recoveryCodes[0]!.toUpperCase().replaceAll("-", " ")} `;
    const answer = await visitor.submit("/two-factor-challenge", { recovery_code: typed });
    expect(answer.headers["location"]).to.equal("/dashboard");
    const other = world.visitor();
    await other.signIn(user);
    await other.get("/two-factor-challenge");
    await other.submit("/two-factor-challenge", { recovery_code: recoveryCodes[0]! });
    expect(other.sessionCookie).to.equal(undefined);
  });

  it("keeps “remember me” and the requested page", async () => {
    const { visitor, code } = await arrive({ remember: "1", next: "/dashboard?tab=2" });
    await visitor.get("/two-factor-challenge");
    const answer = await visitor.submit("/two-factor-challenge", { code: await code() });
    expect(answer.headers["location"]).to.equal("/dashboard?tab=2");
    const [session] = await sessions();
    expect(session.expires_at - session.created_at).to.equal(30 * DAY);
    const cookie = [answer.headers["set-cookie"]]
      .flat()
      .find((line) => line?.startsWith("authdock_session="));
    const expires = Date.parse(/Expires=([^;]+)/.exec(cookie!)![1]!);
    expect(expires - Date.now()).to.be.within(29 * DAY, 31 * DAY);
  });

  it("signs in a user who has to verify the address, and asks for that next", async () => {
    const { visitor, code } = await arrive();
    await world.services.settings.write({ "auth.email_verification": "1" });
    await visitor.get("/two-factor-challenge");
    await visitor.submit("/two-factor-challenge", { code: await code() });
    expect((await visitor.get("/dashboard")).headers["location"]).to.equal("/email/verify");
  });

  it("C17: invalidates earlier cookies", async () => {
    const { visitor, code } = await arrive();
    await visitor.get("/two-factor-challenge");
    const before = new Map(visitor.cookies);
    await visitor.submit("/two-factor-challenge", { code: await code() });
    const other = world.visitor();
    for (const [name, value] of before) other.cookies.set(name, value);
    expect((await other.get("/dashboard")).headers["location"]).to.match(/^\/login/);
    expect((await other.get("/two-factor-challenge")).headers["location"]).to.equal("/login");
  });

  it("H31: until the code is entered, treats the browser as a guest on every page", async () => {
    const { visitor } = await arrive();
    for (const route of ROUTES.filter(({ guards }) => guards.some((guard) => guard.startsWith("auth")))) {
      const path = route.path.replaceAll(/:\w+/g, "x");
      await visitor.get("/login");
      const answer =
        route.method === "GET"
          ? await visitor.get(path)
          : await visitor.submit(path, { _method: route.method, current_password: PASSWORD });
      expect(answer.headers["location"], route.name).to.match(/^\/login/);
    }
    expect(await sessions()).to.have.length(0);
  });

  it("H31: is available only to the browser that entered the password", async () => {
    const { code } = await arrive();
    const stranger = world.visitor();
    await stranger.get("/login");
    const answer = await stranger.submit("/two-factor-challenge", { code: await code() });
    expect(answer.headers["location"]).to.equal("/login");
    stranger.cookies.set("authdock_challenge", "eyJjaGFsbGVuZ2UiOiJ4In0.forged");
    expect((await stranger.get("/two-factor-challenge")).headers["location"]).to.equal("/login");
    expect(await sessions()).to.have.length(0);
  });

  it("keeps the email and “remember me” after five wrong codes", async () => {
    const { visitor } = await arrive({ remember: "1" });
    await visitor.get("/two-factor-challenge");
    const answer = await failFiveTimes(visitor);
    const login = await visitor.get(answer.headers["location"]!);
    expect(login.text)
      .to.match(/name="email"[^>]*value="[^"@]+@example\.test"/)
      .and.match(/name="remember" value="1" checked/)
      .and.match(/name="password"[^>]*autofocus/);
    expect((await visitor.get("/login")).text).to.not.match(/name="email"[^>]*value="[^"]+@/);
  });

  for (const [what, fields] of Object.entries({
    "a wrong code": { code: "000000" },
    "an empty code": {},
    "only spaces": { code: "   ", recovery_code: " " },
    "an unknown recovery code": { recovery_code: "aaaaa-aaaaa-aaaaa" },
    "a malformed code": { code: "12345x'\u0000" },
    "a wrong code with a right recovery code": { code: "000000", recovery_code: "aaaaa-bbbbb-ccccc" },
    "a code sent twice": { code: ["000000", "111111"] },
  }))
    it(`H32: says beside the field what is wrong with ${what}, and takes the right code then`, async () => {
      const { visitor, code } = await arrive();
      await visitor.get("/two-factor-challenge");
      const answer = await visitor.submit("/two-factor-challenge", fields as Record<string, string>);
      expect(answer.status).to.equal(422);
      const field = "recovery_code" in fields && !("code" in fields) ? "recovery_code" : "code";
      expect(answer.text).to.match(
        new RegExp(
          `name="${field}"[^>]*autofocus[^>]*aria-invalid="true"[^>]*>\\s*<div[^>]*>(This code is wrong|A code or a recovery code is required)`,
          "s",
        ),
      );
      expect(answer.text).not.to.match(/name="(recovery_)?code"[^>]*value="[^"]/s);
      expect(await sessions()).to.have.length(0);
      const right = await visitor.submit("/two-factor-challenge", { code: await code() });
      expect(right.headers["location"]).to.equal("/dashboard");
    });

  it("H32: ends after the fifth wrong code, and the right code is then rejected", async () => {
    const { visitor, code } = await arrive();
    await visitor.get("/two-factor-challenge");
    const cookie = visitor.cookies.get("authdock_challenge")!;
    const answer = await failFiveTimes(visitor);
    expect(answer.status).to.equal(303);
    expect(answer.headers["location"]).to.equal("/login");
    expect(visitor.cookies.has("authdock_challenge")).to.equal(false);
    expect(await says(visitor, "/login")).to.contain("The two-factor challenge failed");
    visitor.cookies.set("authdock_challenge", cookie);
    visitor.ip = freshIp();
    const late = await visitor.submit("/two-factor-challenge", { code: await code() });
    expect(late.headers["location"]).to.equal("/login");
    expect(await sessions()).to.have.length(0);
  });

  it("H32: shares the pause after failed codes with the API", async () => {
    const { user } = await arrive();
    for (let failure = 0; failure < 10; failure++) {
      const { body } = await world.api.post("/auth/login", { email: user.email, password: PASSWORD });
      await world.api.post("/auth/two-factor-challenge", { challenge: body.data.challenge, code: "000000" });
    }
    const { code } = await world.make.twoFactor(user);
    const visitor = world.visitor();
    await visitor.signIn(user);
    await visitor.get("/two-factor-challenge");
    const answer = await visitor.submit("/two-factor-challenge", { code: await code() });
    expect(answer.headers["location"]).to.equal("/login");
    expect(await says(visitor, "/login")).to.match(/Too many attempts/);
    expect(await sessions()).to.have.length(0);
  });

  it("ends at the rate limit: five a minute for an account from any address", async () => {
    world.freezeTime();
    const user = await world.make.user();
    const { code } = await world.make.twoFactor(user);
    const visitor = world.visitor();
    for (let round = 0; round < 6; round++) {
      visitor.ip = freshIp();
      await visitor.signIn(user);
      await visitor.get("/two-factor-challenge");
      visitor.ip = freshIp();
      const sent = round === 5 ? await code() : "000000";
      const answer = await visitor.submit("/two-factor-challenge", { code: sent });
      expect(answer.status).to.equal(round === 5 ? 303 : 422);
    }
    expect(await says(visitor, "/login")).to.match(/Too many attempts. Please try again in \d+ seconds/);
    expect(visitor.cookies.has("authdock_challenge")).to.equal(false);
    expect(await sessions()).to.have.length(0);
  });

  const answerTogether = async (count: number): Promise<number> => {
    const { visitor, code } = await arrive();
    await visitor.get("/two-factor-challenge");
    const right = await code();
    const copies = Array.from({ length: count }, () => {
      const copy = world.visitor();
      for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
      copy.csrfToken = visitor.csrfToken;
      return copy;
    });
    const answers = await Promise.all(
      copies.map((copy) => copy.submit("/two-factor-challenge", { code: right })),
    );
    const places = answers.map(({ headers }) => headers["location"]);
    const passed = places.filter((place) => place === "/dashboard").length;
    expect(places.filter((place) => place === "/login")).to.have.length(count - passed);
    expect(await sessions()).to.have.length(passed);
    return passed;
  };

  it("opens one session for five parallel correct responses", async () => {
    expect(await answerTogether(5)).to.equal(1);
  });

  it("opens no second session for ten parallel correct responses", async () => {
    // requests over the account's limit end the sign-in, possibly before the first one is checked
    expect(await answerTogether(10)).to.be.at.most(1);
  });

  it("returns to the password page with a message after five minutes", async () => {
    world.freezeTime();
    const { visitor, code } = await arrive({ next: "/dashboard?tab=3" });
    await visitor.get("/two-factor-challenge");
    world.advance(300 * SECOND + 1);
    const page = await visitor.get("/two-factor-challenge");
    expect(page.headers["location"]).to.equal("/login?next=%2Fdashboard%3Ftab%3D3");
    expect(await says(visitor, "/login")).to.contain("Your sign-in has expired");
    const answer = await visitor.submit("/two-factor-challenge", { code: await code() });
    expect(answer.headers["location"]).to.equal("/login");
  });

  it("rejects an account that was banned after the password", async () => {
    const { visitor, user, code } = await arrive();
    await visitor.get("/two-factor-challenge");
    await world.services.knex("users").where({ id: user.id }).update({ status: "banned" });
    const answer = await visitor.submit("/two-factor-challenge", { code: await code() });
    expect(answer.headers["location"]).to.equal("/login");
    expect(await sessions()).to.have.length(0);
  });

  it("isn't available without a password, or when signed in", async () => {
    const visitor = world.visitor();
    expect((await visitor.get("/two-factor-challenge")).headers["location"]).to.equal("/login");
    await visitor.signIn(await world.make.user());
    expect((await visitor.get("/two-factor-challenge")).headers["location"]).to.equal("/dashboard");
  });

  it("is skipped while the feature is off, and the data is kept", async () => {
    await world.services.settings.write({ "auth.two_factor": "0" });
    const user = await world.make.user();
    await world.make.twoFactor(user);
    const visitor = world.visitor();
    expect((await visitor.signIn(user)).headers["location"]).to.equal("/dashboard");
    const row = await world.services.knex("users").where({ id: user.id }).first();
    expect(row.two_factor_secret).not.to.equal(null);
  });
});
