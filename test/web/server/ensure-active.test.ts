import express from "express";
import { expect } from "chai";
import { EnsureUserIsActive } from "../../../src/auth/guards.js";
import type { Variables } from "../../../src/config/env.js";
import type { StarterKit } from "../../../src/config/starter-kit.js";
import { shippedDocument } from "../../../src/contract/document.js";
import { PublishedContract } from "../../../src/contract/published.js";
import { toMiddleware } from "../../../src/http/stage.js";
import { traceRequests } from "../../../src/http/tracing.js";
import { webSurface } from "../../../src/web/server/router.js";
import { ROUTES } from "../../../src/web/routes.js";
import { PASSWORD } from "../../support/app/factories.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

const INACTIVE = "Your account is not active. Please contact the person who runs this service.";

/** Writes the status directly, so that nothing is revoked and the guard still resolves the account. */
const setStatus = (world: ReturnType<typeof useWorld>, id: string, status: string | null): Promise<unknown> =>
  world.services.knex("users").where({ id }).update({ status });

describe("H38: EnsureUserIsActive on the web surface", () => {
  const world = useWorld();

  const signedIn = async (status: string | null): Promise<{ visitor: Visitor; id: string }> => {
    const { user, visitor } = await world.signedIn();
    await setStatus(world, user.id, status);
    return { visitor, id: user.id };
  };

  for (const status of ["banned", "inactive", " Banned ", "INACTIVE"])
    it(`signs ${JSON.stringify(status)} out, with the message of the sign-in`, async () => {
      const { visitor } = await signedIn(status);
      const [session, token] = [visitor.sessionCookie, visitor.csrfToken];
      const answer = await visitor.get("/dashboard");
      expect(answer.status).to.equal(302);
      expect(answer.headers["location"]).to.equal("/login");
      expect(await world.services.knex("sessions")).to.have.length(0);
      expect(visitor.sessionCookie).to.equal(undefined);
      const login = await visitor.get("/login");
      expect(login.status).to.equal(200);
      expect(textOf(login)).to.contain(INACTIVE);
      expect(visitor.csrfToken).not.to.equal(token);
      visitor.cookies.set("authdock_session", session!);
      expect((await visitor.get("/dashboard")).headers["location"]).to.match(/^\/login/);
    });

  for (const status of [null, "on-holiday", "", "active "])
    it(`accepts ${JSON.stringify(status)}`, async () => {
      const { visitor } = await signedIn(status);
      expect((await visitor.get("/dashboard")).status).to.equal(200);
    });

  it("applies to a form as to a page, and the form changes nothing", async () => {
    const { visitor } = await signedIn("banned");
    const answer = await visitor.submit("/preferences", { locale: "tr" });
    expect(answer.status).to.equal(303);
    expect(answer.headers["location"]).to.equal("/login");
  });

  it("doesn't loop on the sign-in page itself", async () => {
    const { visitor } = await signedIn("banned");
    expect((await visitor.get("/login")).headers["location"]).to.equal("/login");
    const second = await visitor.get("/login");
    expect(second.status).to.equal(200);
  });

  it("responds to a script in the envelope, and ends its session", async () => {
    const { visitor } = await signedIn("banned");
    const answer = await visitor.get("/dashboard", { Accept: "application/json" });
    expect(answer.status).to.equal(403);
    expect(answer.body).to.include({ success: false, status: 403, trace_id: answer.headers["x-request-id"] });
    expect(answer.body.data.code).to.equal("account_denied");
    expect(await world.services.knex("sessions")).to.have.length(0);
  });

  it("responds to a token that can't be revoked with a plain 403", async () => {
    const { user, token } = await world.make.userWithToken();
    await setStatus(world, user.id, "banned");
    const answer = await world.visitor().get("/login", { Authorization: `Bearer ${token}` });
    expect(answer.status).to.equal(403);
    expect(textOf(answer)).to.contain(INACTIVE);
  });

  it("rejects the sign-in with the same message, only after a correct password", async () => {
    const user = await world.make.user({ status: "inactive" });
    const visitor = world.visitor();
    await visitor.get("/login");
    const right = await visitor.submit("/login", { email: user.email, password: PASSWORD });
    expect(right.status).to.equal(422);
    expect(textOf(right)).to.contain(INACTIVE);
    const wrong = await visitor.submit("/login", { email: user.email, password: "wrong-password" });
    expect(textOf(wrong)).not.to.contain(INACTIVE);
    expect(await world.services.knex("sessions")).to.have.length(0);
  });
});

const withSecurity = (
  title: string,
  security: StarterKit["security"],
  suite: (world: ReturnType<typeof useWorld>) => void,
) => describe(title, () => suite(useWorld({} satisfies Variables, { security })));

withSecurity(
  "the web surface while security.enforce_active_status is off",
  { enforce_active_status: false },
  (world) => {
    it("keeps the session of a banned account, and still starts none", async () => {
      const { user, visitor } = await world.signedIn();
      await setStatus(world, user.id, "banned");
      expect((await visitor.get("/dashboard")).status).to.equal(200);
      const answer = await world.visitor().signIn(user);
      expect(answer.status).to.equal(422);
    });
  },
);

withSecurity(
  "the web surface when web is not among the guards",
  { active_status_guards: ["api"] },
  (world) => {
    it("does not inspect sessions", async () => {
      const { user, visitor } = await world.signedIn();
      await setStatus(world, user.id, "banned");
      expect((await visitor.get("/dashboard")).status).to.equal(200);
    });
  },
);

describe("H38: The web surface without a sign-in page", () => {
  const world = useWorld();

  function withoutSignIn(): express.Express {
    const { services, app } = world;
    const { guards } = app;
    const ensureUserIsActive = new EnsureUserIsActive(services.config.starterKit.security, guards);
    const routes = ROUTES.filter(({ path }) => path !== "/login");
    const contract = new PublishedContract(shippedDocument(), "http://localhost");
    const contracts = { api: contract, oauth: contract };
    return express().use(
      toMiddleware(traceRequests(services)),
      webSurface({ services, guards, ensureUserIsActive, oauth: null, contracts }, routes).pages,
    );
  }

  for (const [kind, headers] of [
    ["a page", {}],
    ["a script", { Accept: "application/json" }],
  ] as const)
    it(`${kind} is rejected with 403 instead of a redirect, and the session has ended`, async () => {
      const { user, visitor } = await world.signedIn();
      await setStatus(world, user.id, "banned");
      const browser = visitor.movedTo(withoutSignIn());
      const answer = await browser.get("/browser-sessions", headers);
      expect(answer.status).to.equal(403);
      expect(answer.headers["location"]).to.equal(undefined);
      expect(browser.sessionCookie).to.equal(undefined);
      expect(await world.services.knex("sessions")).to.have.length(0);
    });
});
