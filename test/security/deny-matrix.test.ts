import { expect } from "chai";
import { createApp, type App } from "../../src/app.js";
import type { Principal, Guard } from "../../src/auth/guards.js";
import type { StarterKit } from "../../src/config/starter-kit.js";
import type { Services } from "../../src/domain/services.js";
import type { User } from "../../src/models/user.js";
import { ApiClient, type Response } from "../support/app/client.js";
import { textOf, Visitor } from "../support/app/web.js";
import { useWorld } from "../support/app/world.js";

type Security = StarterKit["security"];

const INACTIVE = "Your account is not active. Please contact the person who runs this service.";
const MISSING = Symbol("the model has no such attribute");

/** Every type of status value, with whether this list denies it. */
const LIST = [
  "banned",
  "42",
  "0",
  "true",
  "false",
  "null",
  "undefined",
  "nan",
  "[object object]",
  " Frozen ",
];
const STATUSES: [name: string, status: unknown, denied: boolean][] = [
  ["banned", "banned", true],
  [" Banned ", " Banned ", true],
  ["BANNED", "BANNED", true],
  ["banned with a tab and a line break", "\tbanned\n", true],
  ["frozen, which the list contains with spaces and a capital", "frozen", true],
  ["the number 42", 42, true],
  ["the text 42", "42", true],
  ["the number 0", 0, true],
  ["the text true", "true", true],
  ["null", null, false],
  ["true", true, false],
  ["false", false, false],
  ["the number 1", 1, false],
  ["an empty text", "", false],
  ["blanks", "   ", false],
  ["inactive, which isn't in this list", "inactive", false],
  ["an unknown word", "on-holiday", false],
  ["a word that starts with a denied one", "banned2", false],
  ["a word that contains a denied one", "not banned", false],
  ["an object", {}, false],
  ["an object whose text is a denied word", { toString: () => "banned" }, false],
  ["a list with a denied word", ["banned"], false],
  ["a function", () => "banned", false],
  ["a symbol", Symbol("banned"), false],
  ["a missing attribute", MISSING, false],
  ["undefined", undefined, false],
];

/** The real guard, but with another status in the account that it resolves. */
function withStatus(guard: Guard, status: unknown): Guard {
  return async (request) => {
    const found = await guard(request);
    if (!found?.actor) return found;
    const { status: _status, ...rest } = found.actor.user;
    const user = status === MISSING ? rest : { ...rest, status };
    const actor = Object.create(found.actor, { user: { value: user } }) as Principal["actor"];
    return { ...found, actor };
  };
}

describe("H38: The status of an account in a running app", () => {
  const world = useWorld();
  const apps: App[] = [];
  after(() => apps.forEach((app) => app.close()));

  /** Another app on the same database. */
  async function start(security: Security): Promise<App> {
    const app = await createApp(configured(world.services, security));
    apps.push(app);
    return app;
  }

  describe("of any kind", () => {
    let target: App;
    let status: unknown;
    before(async () => {
      target = await start({ active_status_denied: LIST });
      const shipped = await start({});
      for (const name of ["web", "api"])
        target.guards.define(name, (request) =>
          withStatus((asked) => shipped.guards.resolve(name, asked), status)(request),
        );
    });

    for (const [name, value, denied] of STATUSES) {
      it(`API: ${name} ${denied ? "is rejected in the envelope" : "is accepted"}`, async () => {
        status = value;
        const { token } = await world.make.userWithToken();
        const answer = await new ApiClient(target.listener).as(token).get("/definitions");
        if (denied) expectEnvelope(answer);
        else expect(answer.status).to.equal(200);
      });

      it(`web: ${name} ${denied ? "is signed out" : "is accepted"}`, async () => {
        status = value;
        const { user, visitor } = await world.signedIn();
        const before = { cookie: visitor.sessionCookie, csrf: visitor.csrfToken };
        const browser = visitor.movedTo(target.listener);
        const answer = await browser.get("/browser-sessions");
        if (denied) await expectSignedOut(browser, answer, before);
        else {
          expect(answer.status).to.equal(200);
          expect(await world.services.knex("sessions").where({ user_id: user.id })).to.have.length(1);
        }
      });
    }
  });

  /** Bans every account in the database. */
  async function denied(): Promise<{ visitor: Visitor; token: string; user: User }> {
    const { user, visitor } = await world.signedIn();
    const token = await world.make.token(user);
    await world.services.knex("users").where({ id: user.id }).update({ status: "banned" });
    return { visitor, token, user };
  }

  const rejections = {
    "an API request": async ({ token }: { token: string }, target: App) => {
      const answer = await new ApiClient(target.listener).as(token).get("/definitions");
      if (answer.status === 200) return "passes";
      expectEnvelope(answer);
      const [row] = (await world.services.knex("personal_access_tokens")) as { revoked_at: unknown }[];
      expect(row!.revoked_at).to.equal(null);
      return "403 in the envelope";
    },
    "a page": async ({ visitor }: { visitor: Visitor }, target: App) => {
      const before = { cookie: visitor.sessionCookie, csrf: visitor.csrfToken };
      const browser = visitor.movedTo(target.listener);
      const answer = await browser.get("/browser-sessions");
      if (answer.status === 200) return "passes";
      await expectSignedOut(browser, answer, before);
      return "signed out";
    },
    "a form": async ({ visitor, user }: { visitor: Visitor; user: User }, target: App) => {
      const before = { cookie: visitor.sessionCookie, csrf: visitor.csrfToken };
      const browser = visitor.movedTo(target.listener);
      const answer = await browser.submit("/preferences", { locale: "tr" });
      const { locale } = await world.services.knex("users").where({ id: user.id }).first();
      if (answer.headers["location"] !== "/login") return locale === "tr" ? "passes" : "changes nothing";
      expect(locale).to.equal("en");
      await expectSignedOut(browser, answer, before, 303);
      return "signed out";
    },
    "a script that wants JSON": async ({ visitor }: { visitor: Visitor }, target: App) =>
      ofScript(visitor.movedTo(target.listener), { Accept: "application/json" }),
    "an XMLHttpRequest that takes anything": async ({ visitor }: { visitor: Visitor }, target: App) =>
      ofScript(visitor.movedTo(target.listener), { Accept: "*/*", "X-Requested-With": "XMLHttpRequest" }),
    "a token on a page": async ({ token }: { token: string }, target: App) => {
      const browser = new Visitor(target.listener);
      const answer = await browser.get("/login", { Authorization: `Bearer ${token}` });
      if (answer.status === 200) return "passes";
      expect(answer.status).to.equal(403);
      expect(answer.headers["location"]).to.equal(undefined);
      expect(textOf(answer)).to.contain(INACTIVE);
      return "plain 403";
    },
    "a token on a page, by a script": async ({ token }: { token: string }, target: App) => {
      const headers = { Authorization: `Bearer ${token}`, Accept: "application/json" };
      const answer = await new Visitor(target.listener).get("/login", headers);
      if (answer.status === 200) return "passes";
      expectEnvelope(answer);
      return "403 in the envelope";
    },
  };
  type Kind = keyof typeof rejections;

  async function ofScript(browser: Visitor, headers: Record<string, string>): Promise<string> {
    const answer = await browser.get("/browser-sessions", headers);
    if (answer.status === 200) return "passes";
    expectEnvelope(answer);
    expect(await world.services.knex("sessions")).to.have.length(0);
    expect(browser.sessionCookie).to.equal(undefined);
    return "403 in the envelope";
  }

  const ON_WEB: Partial<Record<Kind, string>> = {
    "a page": "signed out",
    "a form": "signed out",
    "a script that wants JSON": "403 in the envelope",
    "an XMLHttpRequest that takes anything": "403 in the envelope",
  };
  const ON_API: Partial<Record<Kind, string>> = {
    "an API request": "403 in the envelope",
    "a token on a page": "plain 403",
    "a token on a page, by a script": "403 in the envelope",
  };
  const EVERYWHERE = { ...ON_WEB, ...ON_API };
  /** A security block and the statuses that it rejects. */
  const BLOCKS: [name: string, Security, Partial<Record<Kind, string>>][] = [
    ["as shipped", { active_status_guards: ["web", "api"], enforce_active_status: true }, EVERYWHERE],
    ["an empty block", {}, EVERYWHERE],
    ["guards api, web", { active_status_guards: ["api", "web"] }, EVERYWHERE],
    ["guards web", { active_status_guards: ["web"] }, ON_WEB],
    ["guards api", { active_status_guards: ["api"] }, ON_API],
    ["no guards", { active_status_guards: [] }, {}],
    ["an undefined guard", { active_status_guards: ["ghost"] }, {}],
    ["an undefined guard before web", { active_status_guards: ["ghost", "web"] }, ON_WEB],
    ["a guard that throws", { active_status_guards: ["broken"] }, {}],
    ["a guard that throws synchronously", { active_status_guards: ["rash"] }, {}],
    [
      "throwing guards before all others",
      { active_status_guards: ["broken", "rash", "web", "api"] },
      EVERYWHERE,
    ],
    ["a guard without an account", { active_status_guards: ["empty"] }, {}],
    ["enforcement off", { enforce_active_status: false }, {}],
    [
      "enforcement off with a list",
      {
        enforce_active_status: false,
        active_status_guards: ["web", "api"],
        active_status_denied: ["banned"],
      },
      {},
    ],
    ["a deny-list without this status", { active_status_denied: ["inactive"] }, {}],
    ["an empty deny-list", { active_status_denied: [] }, {}],
  ];
  for (const [block, security, expected] of BLOCKS)
    describe(block, () => {
      let target: App;
      before(async () => {
        target = await start(security);
        target.guards.define("broken", () => Promise.reject(new Error("its store is gone")));
        target.guards.define("rash", () => {
          throw new Error("its store is gone");
        });
        target.guards.define("empty", () => Promise.resolve(null));
      });

      for (const kind of Object.keys(rejections) as Kind[])
        it(`${kind}: ${expected[kind] ?? "accepted"}`, async () => {
          expect(await rejections[kind](await denied(), target)).to.equal(expected[kind] ?? "passes");
        });
    });

  it("a denied token doesn't affect the session of another account in the same request", async () => {
    const { token } = await denied();
    const { visitor } = await world.signedIn();
    const answer = await visitor.get("/browser-sessions", { Authorization: `Bearer ${token}` });
    expect(answer.status).to.equal(403);
    expect((await visitor.get("/browser-sessions")).status).to.equal(200);
  });

  async function expectSignedOut(
    browser: Visitor,
    answer: Response,
    before: { cookie: string | undefined; csrf: string },
    status = 302,
  ): Promise<void> {
    expect([answer.status, answer.headers["location"]]).to.deep.equal([status, "/login"]);
    expect(await world.services.knex("sessions")).to.have.length(0);
    expect(browser.sessionCookie).to.equal(undefined);
    const login = await browser.get("/login");
    expect(login.status).to.equal(200);
    expect(textOf(login)).to.contain(INACTIVE);
    expect(browser.csrfToken).not.to.equal(before.csrf);
    browser.cookies.set("authdock_session", before.cookie!);
    expect((await browser.get("/browser-sessions")).headers["location"]).to.match(/^\/login\?/);
  }
});

/** The same services with another security block. */
const configured = (services: Services, security: Security): Services => ({
  ...services,
  config: { ...services.config, starterKit: { ...services.config.starterKit, security } },
});

function expectEnvelope({ status, body, headers }: Response): void {
  expect(status).to.equal(403);
  expect(Object.keys(body as object)).to.deep.equal([
    "success",
    "status",
    "message",
    "data",
    "meta",
    "trace_id",
  ]);
  expect(body).to.deep.include({ success: false, status: 403, data: { code: "account_denied" }, meta: {} });
  expect(body.trace_id).to.equal(headers["x-request-id"]);
}
