import { expect } from "chai";
import supertest, { type Response } from "supertest";
import { DAY } from "../../src/lib/clock.js";
import { makeClient } from "../support/oauth/oauth.js";
import { textOf } from "../support/app/web.js";
import { useRelyingParty } from "../support/oauth/relying-party.js";
import { rotateKeys } from "../../src/domain/oauth/openid/signing-keys.js";

const AFTER = "https://client.example.test/after?from=authdock";

describe("Signing out from a client", () => {
  const { world, rp } = useRelyingParty();
  beforeEach(() =>
    world.services
      .knex("oauth_clients")
      .where({ id: rp.made.client.id })
      .update({ post_logout_redirect_uris: JSON.stringify([AFTER]) }),
  );

  const address = (parameters: Record<string, string>): string =>
    `/oauth/logout?${new URLSearchParams(parameters).toString()}`;
  const open = (parameters: Record<string, string>): Promise<Response> => rp.visitor.get(address(parameters));
  const isSignedIn = async (): Promise<boolean> => (await rp.visitor.get("/profile")).status === 200;
  const answerOf = (page: Response): Promise<Response> => {
    const question = /name="question" value="([^"]+)"/.exec(page.text)![1]!;
    return rp.visitor.submit("/oauth/logout/answer", { question });
  };
  const withHint = async (more: Record<string, string> = {}): Promise<Record<string, string>> => ({
    id_token_hint: (await rp.signIn()).id_token,
    ...more,
  });

  it("with an ID token of this session happens at once, and leads back with the state", async () => {
    const parameters = await withHint({ post_logout_redirect_uri: AFTER, state: "a b" });
    const { status, headers } = await open(parameters);
    expect([status, headers["location"]]).to.deep.equal([302, `${AFTER}&state=a+b`]);
    expect(await isSignedIn()).to.equal(false);
    const events = await world.services.knex("activity_log").where({ event: "logout" });
    expect(events.map(({ actor_id }) => actor_id as string)).to.deep.equal([rp.user.id]);
  });

  it("without an address leads to the sign-in page", async () => {
    expect((await open(await withHint())).headers["location"]).to.equal("/login");
    expect(await isSignedIn()).to.equal(false);
  });

  it("accepts an ID token that has expired", async () => {
    const parameters = await withHint({ post_logout_redirect_uri: AFTER });
    await rp.visitor.signIn(rp.user); // a longer session
    world.advance(3 * DAY);
    expect((await rp.visitor.get(address(parameters))).headers["location"]).to.equal(AFTER);
  });

  it("asks first without a hint, and the user can stay", async () => {
    const page = await open({ client_id: rp.made.client.id, post_logout_redirect_uri: AFTER });
    expect(page.text).to.contain("Team calendar wants to sign you out");
    expect(await isSignedIn()).to.equal(true);
    expect((await answerOf(page)).headers["location"]).to.equal(AFTER);
    expect(await isSignedIn()).to.equal(false);
  });

  it("asks first when the hint is of another session or another user", async () => {
    const parameters = await withHint();
    const { visitor } = await world.signedIn(rp.user);
    const other = (await world.signedIn()).visitor;
    for (const browser of [visitor, other]) {
      const page = await browser.get(address(parameters));
      expect([page.status, page.text.includes("wants to sign you out")]).to.deep.equal([200, true]);
    }
  });

  it("asks without naming anybody when the request names no client", async () => {
    expect((await open({})).text).to.contain("Do you want to sign out?");
  });

  it("leads a guest back at once", async () => {
    const parameters = { client_id: rp.made.client.id, post_logout_redirect_uri: AFTER };
    expect((await world.visitor().get(address(parameters))).headers["location"]).to.equal(AFTER);
  });

  it("by POST leads to the page with the same parameters", async () => {
    const parameters = await withHint({ post_logout_redirect_uri: AFTER, more: "x" });
    const { status, headers } = await supertest(world.server)
      .post("/oauth/logout")
      .type("form")
      .send(parameters);
    const { more, ...sent } = parameters;
    expect([status, headers["location"], more]).to.deep.equal([303, address(sent), "x"]);
    expect((await supertest(world.server).post("/oauth/logout")).status).to.equal(400);
    const long = await supertest(world.server)
      .post("/oauth/logout")
      .type("form")
      .send({ state: "x".repeat(20_000) });
    expect(long.status).to.equal(413);
  });

  describe("redirects nobody, and signs nobody out,", () => {
    async function expectRejected(parameters: Record<string, string>): Promise<void> {
      const { status, headers } = await open(parameters);
      expect([status, headers["location"]], JSON.stringify(parameters)).to.deep.equal([400, undefined]);
      expect(await isSignedIn()).to.equal(true);
    }

    it("to an address that isn't registered, or without a client", async () => {
      for (const wrong of ["https://evil.example.test/", AFTER.slice(0, -1), `${AFTER}&x=1`])
        await expectRejected(await withHint({ post_logout_redirect_uri: wrong }));
      await expectRejected({ post_logout_redirect_uri: AFTER });
      const callback = rp.made.client.redirect_uris[0]!;
      await expectRejected({ client_id: rp.made.client.id, post_logout_redirect_uri: callback });
    });

    it("for a hint of another client, of a removed key, or without a signature", async () => {
      const { id_token_hint: hint } = await withHint();
      const other = await makeClient(world);
      await expectRejected({ id_token_hint: hint!, client_id: other.client.id });
      await expectRejected({ id_token_hint: `${hint!.split(".").slice(0, 2).join(".")}.` });
      await rotateKeys(world.services, { isUrgent: true });
      await expectRejected({ id_token_hint: hint! });
    });

    it("and says whether the browser is still signed in", async () => {
      const parameters = { id_token_hint: "unknown" };
      expect(textOf(await open(parameters))).to.contain("To sign out, use the menu.");
      const page = textOf(await world.visitor().get(address(parameters)));
      expect(page).to.contain("you're already signed out").and.not.contain("use the menu");
    });

    it("for an unknown client or a repeated parameter", async () => {
      await expectRejected({ client_id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e" });
      const repeated = await rp.visitor.get(`${address({ state: "a" })}&state=b`);
      expect(repeated.status).to.equal(400);
    });

    it("when the question was shown to another session, or ten minutes ago", async () => {
      const page = await open({});
      const { visitor } = await world.signedIn(rp.user);
      await visitor.get("/profile");
      const question = /name="question" value="([^"]+)"/.exec(page.text)![1]!;
      expect((await visitor.submit("/oauth/logout/answer", { question })).status).to.equal(419);
      world.advance(10 * 60_000);
      expect((await answerOf(page)).status).to.equal(419);
      expect(await isSignedIn()).to.equal(true);
    });
  });
});
