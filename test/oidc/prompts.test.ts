import { expect } from "chai";
import type { Response } from "supertest";
import { MINUTE, now, SECOND } from "../../src/lib/clock.js";
import { PASSWORD } from "../support/app/factories.js";
import { Visitor } from "../support/app/web.js";
import {
  consentOf,
  redirectParameters,
  VERIFIER,
  type Query,
} from "../support/oauth/authorization-request.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf, redemption } from "../support/oauth/oauth-grants.js";
import { makeClient } from "../support/oauth/oauth.js";
import { useRelyingParty } from "../support/oauth/relying-party.js";

describe("An authorization request with OpenID Connect", () => {
  const { world, rp } = useRelyingParty();

  const errorIn = (page: Response): string | undefined => redirectParameters(page)["error"];

  const nextOf = (page: Response): string =>
    new URL(page.headers["location"] as string, "http://service.invalid").searchParams.get("next")!;

  /** Follows the redirect to the password page and types the password. @returns the page after it */
  async function confirm(page: Response, password = PASSWORD): Promise<Response> {
    expect(page.headers["location"]).to.match(/^\/user\/confirm-password\?next=/);
    await rp.visitor.get(page.headers["location"] as string);
    const next = nextOf(page);
    world.advance(1);
    const sent = await rp.visitor.submit("/user/confirm-password", { current_password: password, next });
    return rp.visitor.get(sent.headers["location"] as string);
  }

  describe("with prompt=none", () => {
    it("is answered without a page once the user has consented", async () => {
      await rp.signIn();
      const page = await rp.open({ prompt: "none" });
      expect(page.status).to.equal(302);
      const { code, state, iss } = redirectParameters(page);
      expect([state, iss]).to.deep.equal(["xyz", world.services.config.env.APP_URL.origin]);
      expect((await rp.claims((await rp.redeem(code!)).id_token)).sub).to.equal(rp.user.id);
    });

    it("renews the sign-in of an application in the browser, also for some of the scopes", async () => {
      rp.made = await makeClient(world, { type: "public" });
      await rp.signIn({ scope: "openid email" });
      for (const scope of ["openid email", "openid"])
        expect(redirectParameters(await rp.open({ prompt: "none", scope })), scope).to.have.property("code");
      expect(errorIn(await rp.open({ prompt: "none", scope: "openid profile" }))).to.equal(
        "consent_required",
      );
    });

    it("is consent_required before that, and always for a program on the user's device", async () => {
      expect(errorIn(await rp.open({ prompt: "none" }))).to.equal("consent_required");
      for (const address of ["http://127.0.0.1:1234/callback", "com.example.app:/callback"]) {
        rp.made = await makeClient(world, { type: "public", redirect_uris: [address] });
        const { code } = await rp.allow();
        const form = redemption({ code: code!, verifier: VERIFIER }, { redirect_uri: address });
        expect((await new OAuthApi(world.server).token(form, credentialsOf(rp.made))).status).to.equal(200);
        expect(errorIn(await rp.open({ prompt: "none" })), address).to.equal("consent_required");
      }
    });

    it("is login_required for a guest, and keeps the state", async () => {
      const page = await new Visitor(world.server).get(rp.address({ prompt: "none" }));
      expect(redirectParameters(page)).to.include({ error: "login_required", state: "xyz" });
    });

    it("answers a guest's wrong request with its error instead of the sign-in page", async () => {
      const visitor = world.visitor();
      for (const [wrong, error] of [
        [{ scope: "openid users.destroy" }, "invalid_scope"],
        [{ max_age: "soon" }, "invalid_request"],
        [{ prompt: "none login" }, "invalid_request"],
        [{ response_type: "token" }, "unsupported_response_type"],
      ] as const)
        expect(errorIn(await visitor.get(rp.address({ prompt: "none", ...wrong })))).to.equal(error);
      const page = await visitor.get(rp.address({ scope: "openid users.destroy" }));
      expect(page.headers["location"]).to.match(/^\/login/);
    });

    it("is login_required for a user whose sign-in is too long ago", async () => {
      await rp.signIn();
      world.advance(2 * MINUTE);
      expect(errorIn(await rp.open({ prompt: "none", max_age: "60" }))).to.equal("login_required");
      expect(redirectParameters(await rp.open({ prompt: "none", max_age: "180" }))).to.have.property("code");
    });

    it("can't be combined with another prompt", async () => {
      expect(errorIn(await rp.open({ prompt: "none login" }))).to.equal("invalid_request");
    });
  });

  it("asks for the password again with prompt=login, even after a recent sign-in", async () => {
    await rp.signIn();
    world.advance(MINUTE);
    const question = await confirm(await rp.open({ prompt: "login" }));
    const { code } = await rp.answer(question);
    const { auth_time, iat } = await rp.claims((await rp.redeem(code!)).id_token);
    expect(auth_time).to.equal(iat);
  });

  it("asks for the password when the sign-in is older than max_age, also than 0 seconds", async () => {
    world.advance(2 * MINUTE);
    expect(consentOf(await rp.open({ max_age: "120" }))).not.to.equal("");
    for (const max_age of ["119", "0"]) {
      const question = await confirm(await rp.open({ max_age }));
      await rp.answer(question);
      world.advance(2 * MINUTE);
    }
  });

  describe("that asks a guest for a fresh sign-in", () => {
    const CHANGES = [{ prompt: "login" }, { max_age: "0" }, { prompt: "login consent" }];

    /** A guest opens the request. @returns the address at which they continue after signing in */
    const nextOfGuest = async (visitor: Visitor, changes: Query): Promise<string> => {
      const sent = await visitor.get(rp.address(changes));
      expect(sent.headers["location"]).to.match(/^\/login\?next=/);
      return nextOf(sent);
    };
    const signIn = async (visitor: Visitor, next: string): Promise<Response> => {
      await visitor.get(`/login?${new URLSearchParams({ next }).toString()}`);
      const sent = await visitor.submit("/login", { email: rp.user.email, password: PASSWORD, next });
      return visitor.get(sent.headers["location"] as string);
    };
    const asksAgain = (page: Response): void => {
      expect(page.headers["location"]).to.match(/^\/user\/confirm-password\?next=/);
    };

    for (const changes of CHANGES)
      it(`is satisfied by it: ${JSON.stringify(changes)}`, async () => {
        rp.visitor = world.visitor();
        const next = await nextOfGuest(rp.visitor, changes);
        world.advance(1);
        const { code } = await rp.answer(await signIn(rp.visitor, next));
        const { auth_time } = await rp.claims((await rp.redeem(code!)).id_token);
        expect(auth_time).to.equal(Math.floor(now() / SECOND));
      });

    it("is satisfied by it when the request was pushed", async () => {
      const form = Object.fromEntries(new URLSearchParams(rp.address({ prompt: "login" }).split("?")[1]));
      const pushed = await new OAuthApi(world.server).post("/oauth/par", form, credentialsOf(rp.made));
      const { request_uri } = pushed.body as { request_uri: string };
      const query = new URLSearchParams({ client_id: rp.made.client.id, request_uri }).toString();
      const visitor = world.visitor();
      const sent = await visitor.get(`/oauth/authorize?${query}`);
      world.advance(1);
      expect(consentOf(await signIn(visitor, nextOf(sent)))).not.to.equal("");
    });

    it("isn't satisfied by a session that was there before, by one of a provider, or later", async () => {
      const next = await nextOfGuest(world.visitor(), { prompt: "login" });
      world.advance(1);
      const visitor = world.visitor();
      expect(consentOf(await signIn(visitor, next))).not.to.equal("");
      const [session] = await world.services.knex("sessions").orderBy("created_at", "desc").select();
      const payload = JSON.parse(session.payload as string) as object;
      await world.services
        .knex("sessions")
        .where({ id: session.id })
        .update({ payload: JSON.stringify({ ...payload, method: "provider", confirmedAt: 0 }) });
      asksAgain(await visitor.get(next));
      asksAgain(await rp.visitor.get(next));
      const late = world.visitor();
      world.advance(10 * MINUTE);
      asksAgain(await signIn(late, next));
    });

    it("isn't satisfied for another request, or by an altered address", async () => {
      const visitor = world.visitor();
      const next = await nextOfGuest(visitor, { prompt: "login" });
      world.advance(1);
      await signIn(visitor, next);
      const since = new URL(next, "http://service.invalid").searchParams.get("signed_in_since")!;
      asksAgain(await visitor.get(rp.address({ prompt: "login", state: "abc", signed_in_since: since })));
      const [, signature] = since.split(".");
      const forged = Buffer.from(JSON.stringify({ at: 0, sessionId: null, request: "" })).toString(
        "base64url",
      );
      asksAgain(
        await visitor.get(rp.address({ prompt: "login", signed_in_since: `${forged}.${signature}` })),
      );
    });
  });

  it("isn't satisfied by the address that another session, or another request, came back with", async () => {
    const asked = await rp.open({ prompt: "login" });
    const next = nextOf(asked);
    expect((await rp.visitor.get(next)).status).to.equal(302);
    const since = new URL(next, "http://service.invalid").searchParams.get("signed_in_since")!;
    await confirm(asked);
    expect(consentOf(await rp.visitor.get(next))).not.to.equal("");
    const other = rp.address({ prompt: "login", scope: "openid email", signed_in_since: since });
    expect((await rp.visitor.get(other)).headers["location"]).to.match(/^\/user\/confirm-password/);
    const { visitor } = await world.signedIn(rp.user);
    expect((await visitor.get(next)).headers["location"]).to.match(/^\/user\/confirm-password/);
  });

  it("shows the consent page again with prompt=consent", async () => {
    await rp.signIn();
    expect((await rp.open()).text).not.to.contain("wants to access your account");
    expect((await rp.open({ prompt: "consent" })).text).to.contain("wants to access your account");
  });

  it("shows with prompt=select_account who is signed in, also to a user who has consented", async () => {
    await rp.signIn();
    const page = await rp.open({ prompt: "select_account" });
    expect(page.text).to.contain(rp.user.email);
    expect(page.text).to.contain("wants to access your account");
    expect((await rp.redeem((await rp.answer(page))["code"]!)).id_token).to.be.a("string");
    const guest = await world.visitor().get(rp.address({ prompt: "select_account" }));
    expect(guest.headers["location"]).to.match(/^\/login\?next=/);
    expect(errorIn(await rp.open({ prompt: "none select_account" }))).to.equal("invalid_request");
  });

  it("goes on for the user of id_token_hint, and is login_required for another one", async () => {
    const { id_token: hint } = await rp.signIn();
    world.advance(90 * MINUTE); // it has expired
    expect(redirectParameters(await rp.open({ prompt: "none", id_token_hint: hint }))).to.have.property(
      "code",
    );
    const { visitor } = await world.signedIn();
    const page = await visitor.get(rp.address({ prompt: "none", id_token_hint: hint }));
    expect(errorIn(page)).to.equal("login_required");
  });

  describe("rejects", () => {
    it("an id_token_hint of another client, without a signature, or altered", async () => {
      const { id_token: hint } = await rp.signIn();
      const [head = "", body = ""] = hint.split(".");
      const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${body}.`;
      for (const id_token_hint of [unsigned, `${head}.${body}.AAAA`, "nonsense"])
        expect(errorIn(await rp.open({ prompt: "none", id_token_hint }))).to.equal("login_required");
      rp.made = await makeClient(world);
      expect(errorIn(await rp.open({ prompt: "none", id_token_hint: hint }))).to.equal("login_required");
    });

    it("request, request_uri and registration with their own errors", async () => {
      for (const name of ["request", "request_uri", "registration"])
        expect(errorIn(await rp.open({ [name]: "x" }))).to.equal(`${name}_not_supported`);
    });

    it("an unknown prompt, a max_age that isn't a number, and a very long nonce", async () => {
      for (const wrong of [{ prompt: "sometimes" }, { max_age: "-1" }, { nonce: "n".repeat(513) }])
        expect(errorIn(await rp.open(wrong))).to.equal("invalid_request");
    });
  });
});
