import { expect } from "chai";
import type { Response } from "supertest";
import { DAY, HOUR, MINUTE, now } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import { PASSWORD, registration } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import type { Fields, Visitor } from "../../support/app/web.js";
import { authorizePath, consentOf, redirectParameters } from "../../support/oauth/authorization-request.js";
import { makeClient } from "../../support/oauth/oauth.js";
import { useWorld } from "../../support/app/world.js";
import { OpenIdProvider } from "../../support/providers/openid-provider.js";
import {
  ADA,
  begin,
  callbackOf,
  comeBack,
  FIRST,
  linkIdentity,
  makeProvider,
} from "../../support/providers/providers.js";

const NEW = "a-new-and-long-password";

describe("An authorization request of a guest", () => {
  const world = useWorld();
  let request: string;
  let visitor: Visitor;
  beforeEach(async () => {
    world.freezeTime();
    request = authorizePath((await makeClient(world)).client);
    visitor = world.visitor();
  });

  const set = (key: string, value: string) => world.services.settings.write({ [key]: value });
  const locationOf = (response: Response): string => response.headers["location"] as string;
  /** Opens the address that the link with this path has on the page. */
  function linkTo(page: Response, path: string): string {
    const found = new RegExp(`href="(${path}(?:\\?[^"]*)?)"`).exec(page.text)?.[1];
    return found!.replaceAll("&amp;", "&");
  }
  /** Submits the form of a page with its hidden address. */
  function submit(page: Response, path: string, fields: Fields): Promise<Response> {
    const next = /name="next" value="([^"]*)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&");
    return visitor.submit(path, { ...fields, ...(next === undefined ? {} : { next }) });
  }
  const toLogin = async (): Promise<Response> => visitor.get(locationOf(await visitor.get(request)));
  const signIn = (page: Response, user: { email: string }) =>
    submit(page, "/login", { email: user.email, password: PASSWORD });
  async function expectConsent(response: Response): Promise<void> {
    expect(locationOf(response)).to.equal(request);
    expect(consentOf(await visitor.get(request))).not.to.equal("");
  }

  describe("continues", () => {
    it("after registering", async () => {
      const page = await visitor.get(linkTo(await toLogin(), "/register"));
      await expectConsent(await submit(page, "/register", registration() as Fields));
    });

    it("after registering and opening the link in the mail, in the same browser", async () => {
      await set("auth.email_verification", "1");
      const page = await visitor.get(linkTo(await toLogin(), "/register"));
      const person = registration() as Fields;
      await submit(page, "/register", person);
      const [{ link } = { link: "" }] = await queuedMails(world.services);
      await visitor.get(link);
      const verified = await visitor.submit(link);
      const login = await visitor.get(locationOf(verified));
      await expectConsent(
        await submit(login, "/login", { email: person["email"]!, password: person["password"]! }),
      );
    });

    it("after the address of a signed-in account was verified", async () => {
      await set("auth.email_verification", "1");
      const user = await world.make.user();
      expect(locationOf(await signIn(await toLogin(), user))).to.equal(request);
      await visitor.get(locationOf(await visitor.get(request)));
      await visitor.submit("/email/verification-notification");
      const [{ link } = { link: "" }] = await queuedMails(world.services, "verify_email");
      await visitor.get(link);
      await expectConsent(await visitor.submit(link));
    });

    it("after a forgotten password was reset, in the same browser only", async () => {
      const user = await world.make.user();
      const page = await visitor.get(linkTo(await toLogin(), "/forgot-password"));
      await submit(page, "/forgot-password", { email: user.email });
      const [{ link } = { link: "" }] = await queuedMails(world.services);
      await visitor.get(link);
      const token = link.split("/").at(-1)!;
      const reset = await visitor.submit("/reset-password", {
        token,
        password: NEW,
        password_confirmation: NEW,
      });
      const login = await visitor.get(locationOf(reset));
      await expectConsent(await submit(login, "/login", { email: user.email, password: NEW }));
    });

    it("after an expired password was replaced", async () => {
      await set("auth.password_expiry_days", "30");
      const user = await world.make.user();
      await world.services
        .knex("users")
        .where({ id: user.id })
        .update({ password_changed_at: now() - 31 * DAY });
      expect(locationOf(await signIn(await toLogin(), user))).to.equal(request);
      const screen = await visitor.get(locationOf(await visitor.get(request)));
      const changed = await submit(screen, "/password/expired", {
        ...{ _method: "PUT", current_password: PASSWORD },
        ...{ password: NEW, password_confirmation: NEW },
      });
      await expectConsent(changed);
    });

    it("in a second tab, after signing in in the first one", async () => {
      const login = locationOf(await visitor.get(request));
      await visitor.signIn(await world.make.user());
      await expectConsent(await visitor.get(login));
    });

    it("when it is longer than a cookie", async () => {
      const short = request;
      request = `${short}&claims=${encodeURIComponent(JSON.stringify({ userinfo: { name: null }, x: "y".repeat(4000) }))}`;
      const login = await toLogin();
      const signedIn = await signIn(login, await world.make.user());
      expect(locationOf(signedIn)).to.match(/^\/continue\/[\w-]{43}$/);
      await expectConsent(await visitor.get(locationOf(signedIn)));
    });
  });

  it("that is longer than a cookie is kept for an hour", async () => {
    request += `&state=${"y".repeat(3000)}`;
    const login = locationOf(await visitor.get(request));
    const kept = new URLSearchParams(login.split("?")[1]).get("next")!;
    expect(locationOf(await visitor.get(kept))).to.equal(request);
    world.advance(HOUR);
    expect(locationOf(await visitor.get(kept))).to.equal("/");
    expect(locationOf(await visitor.get("/continue/nothing"))).to.equal("/");
  });

  it("isn't continued by another browser that opens the link in the mail, or after an hour", async () => {
    const user = await world.make.user();
    const page = await visitor.get(linkTo(await toLogin(), "/forgot-password"));
    await submit(page, "/forgot-password", { email: user.email });
    const [{ link } = { link: "" }] = await queuedMails(world.services);
    const other = world.visitor();
    await other.get(link);
    const fields = { token: link.split("/").at(-1)!, password: NEW, password_confirmation: NEW };
    expect(locationOf(await other.submit("/reset-password", fields))).to.equal("/login");
  });
});

describe("Two sign-ins at a provider in two tabs", () => {
  const world = useWorld();
  const there = new OpenIdProvider();
  before(() => there.start([callbackOf(world, FIRST)]));
  after(() => there.server.stop());
  let user: User;
  beforeEach(async () => {
    there.account = ADA;
    await makeProvider(world, { issuer: there.issuer });
    user = await world.make.user();
    await linkIdentity(world, user);
  });
  const start = (visitor: Visitor, next: string) =>
    begin(visitor, `/auth/providers/${FIRST}?next=${encodeURIComponent(next)}`);

  it("both continue at their pages", async () => {
    const visitor = world.visitor();
    const [first, second] = [await start(visitor, "/profile"), await start(visitor, "/browser-sessions")];
    const one = await comeBack(visitor, await there.visit(first));
    expect(one.headers["location"]).to.equal("/profile");
    const two = await comeBack(visitor, await there.visit(second));
    expect(two.headers["location"]).to.equal("/browser-sessions");
  });

  it("don't continue as another account", async () => {
    const visitor = world.visitor();
    const second = await start(visitor, "/browser-sessions");
    await visitor.signIn(await world.make.user());
    const two = await comeBack(visitor, await there.visit(second));
    expect(two.headers["location"]).to.equal("/user/security#identities");
  });
});

describe("An authorization request that asks the user to sign in again", () => {
  const world = useWorld();
  const here = async (changes: Record<string, string>) => {
    const { client } = await makeClient(world, { name: "Team calendar" });
    return authorizePath(client, { scope: "openid", nonce: "n", ...changes });
  };
  beforeEach(() => world.freezeTime());

  it("names the application and the account, and offers another account", async () => {
    const { user, visitor } = await world.signedIn();
    const request = await here({ prompt: "login" });
    const asked = await visitor.get((await visitor.get(request)).headers["location"] as string);
    expect(asked.text).to.contain("Team calendar").and.contain(user.email).and.contain("/logout");
    const next = /name="next" value="([^"]+)"/.exec(asked.text)![1]!.replaceAll("&amp;", "&");
    const out = await visitor.submit("/logout", { next });
    const login = new URLSearchParams((out.headers["location"] as string).split("?")[1]);
    expect(login.get("next")).to.equal(request);
  });

  it("tells the client when the user cancels, once", async () => {
    const { visitor } = await world.signedIn();
    const request = await here({ prompt: "login" });
    const asked = await visitor.get((await visitor.get(request)).headers["location"] as string);
    const fields = { consent: consentOf(asked), decision: "deny" };
    const canceled = await visitor.submit("/oauth/authorize", fields);
    expect(redirectParameters(canceled)).to.include({ error: "access_denied", state: "xyz" });
    expect((await visitor.submit("/oauth/authorize", fields)).status).to.equal(419);
  });

  it("can't be allowed without the consent page", async () => {
    const { visitor } = await world.signedIn();
    const request = await here({ prompt: "login" });
    const asked = await visitor.get((await visitor.get(request)).headers["location"] as string);
    const allowed = await visitor.submit("/oauth/authorize", {
      consent: consentOf(asked),
      decision: "allow",
    });
    expect(allowed.status).to.equal(419);
  });

  it("asks again when max_age passes while the consent page is open", async () => {
    const { visitor } = await world.signedIn();
    const request = await here({ max_age: "300" });
    const page = await visitor.get(request);
    world.advance(6 * MINUTE);
    const late = await visitor.submit("/oauth/authorize", {
      consent: consentOf(page),
      decision: "allow",
    });
    expect(late.headers["location"]).to.equal(request);
    const asked = await visitor.get(request);
    expect(asked.headers["location"]).to.match(/^\/user\/confirm-password\?/);
  });
});

describe("Confirming the password in one tab", () => {
  const world = useWorld();

  it("leaves the forms of the other tabs valid", async () => {
    world.freezeTime();
    const { user, visitor } = await world.signedIn();
    await visitor.get("/profile");
    const { csrfToken, sessionCookie } = visitor;
    world.advance(HOUR);
    await visitor.get("/user/confirm-password");
    await visitor.submit("/user/confirm-password", { current_password: PASSWORD });
    expect(visitor.sessionCookie).not.to.equal(sessionCookie);
    visitor.csrfToken = csrfToken;
    const { first_name, last_name, email, timezone } = user;
    const form = { first_name, last_name, email, timezone };
    expect((await visitor.put("/user/profile-information", form)).status).not.to.equal(419);
    visitor.csrfToken = "another";
    expect((await visitor.put("/user/profile-information", form)).status).to.equal(419);
  });
});
