import { expect } from "chai";
import type { Response } from "supertest";
import { DAY, MINUTE, now } from "../../../src/lib/clock.js";
import type { OAuthClient } from "../../../src/models/oauth-client.js";
import {
  answer,
  authorizePath,
  CHALLENGE,
  consentOf,
  redirectParameters,
  VERIFIER,
  type Query,
} from "../../support/oauth/authorization-request.js";
import { PASSWORD } from "../../support/app/factories.js";
import { OAuthApi } from "../../support/oauth/oauth-api.js";
import { makeClient, type RegisteredClient } from "../../support/oauth/oauth.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

const SEE_USERS =
  "See the list of users and their details, sessions, access tokens and connected applications";
const CHANGE_USERS =
  "Change users&#39; details, pictures, roles, status and passwords, end their access, and turn off their second factor";

describe("Allowing an application", () => {
  const world = useWorld();
  const codes = (): Promise<unknown[]> => world.services.knex("oauth_authorization_codes").select("*");
  const issuer = (): string => world.services.config.env.APP_URL.origin;

  /** A signed-in user on the consent page of a client. */
  async function asked(changes: Query = {}, overrides: Partial<OAuthClient> = {}) {
    const made = await makeClient(world, overrides);
    const { user, visitor } = await world.signedIn(await world.make.user({ role: "admin" }));
    const page = await visitor.get(authorizePath(made.client, changes));
    return { ...made, user, visitor, page };
  }

  function redeem({ client, secret }: RegisteredClient, code: string, changes: Record<string, string> = {}) {
    const form = {
      grant_type: "authorization_code",
      code,
      redirect_uri: client.redirect_uris[0]!,
      code_verifier: VERIFIER,
      ...changes,
    };
    return new OAuthApi(world.server).token(form, { id: client.id, secret: secret || null });
  }

  async function allowed(made: RegisteredClient, visitor: Visitor, changes: Query = {}): Promise<Response> {
    return answer(visitor, await visitor.get(authorizePath(made.client, changes)), "allow");
  }

  it("asks the user, and the code gives API access to the account", async () => {
    const { page, visitor, user, ...made } = await asked();
    expect(page.status).to.equal(200);
    const said = textOf(page);
    expect(said).to.contain("Team calendar wants to access your account");
    expect(said).to.contain("You'll be redirected to client.example.test.");
    expect(said)
      .to.contain(user.email)
      .and.contain("See the list of users and their details")
      .and.not.contain("Delete and restore users")
      .and.not.contain("See files")
      .and.not.contain("Also requested");
    const back = await answer(visitor, page, "allow");
    expect(back.status).to.equal(303);
    expect(back.headers["location"]).to.match(/^https:\/\/client\.example\.test\/callback\?code=/);
    const { code, ...rest } = redirectParameters(back);
    expect(rest).to.deep.equal({ state: "xyz", iss: issuer() });
    const { status, body } = await redeem(made, code!);
    expect(status).to.equal(200);
    expect(body.scope).to.equal("users.read");
    const me = await world.api.as(body.access_token as string).get("/auth/me");
    expect(me.body.data.user?.email ?? me.body.data.email).to.equal(user.email);
    const activity = await world.services.knex("activity_log").where({ event: "application_authorized" });
    expect(activity).to.have.length(1);
    expect(activity[0]).to.include({ actor_id: user.id, subject_id: made.client.id });
  });

  it("shows the homepage of the client, also among connected applications", async () => {
    const { page, visitor } = await asked({}, { homepage_url: "https://client.example.test/about" });
    const link = 'href="https://client.example.test/about" rel="noopener noreferrer nofollow"';
    expect(page.text).to.contain(link);
    expect(textOf(page)).to.contain("Website: client.example.test");
    await answer(visitor, page, "allow");
    expect((await visitor.get("/user/applications")).text).to.contain(link);
    const { page: without } = await asked();
    expect(textOf(without)).not.to.contain("Website:");
  });

  it("shows the logo of the client, also among connected applications", async () => {
    const logo = "00112233445566778899aabbccddeeff.png";
    const { page, visitor } = await asked({}, { logo });
    expect(page.text).to.contain(`<img src="/branding/${logo}" alt="">`);
    await answer(visitor, page, "allow");
    expect((await visitor.get("/user/applications")).text).to.contain(`src="/branding/${logo}"`);
  });

  it("M06: returns an error with iss to the client when the user denies", async () => {
    const { page, visitor } = await asked();
    const back = await answer(visitor, page, "deny");
    expect(back.status).to.equal(303);
    expect(redirectParameters(back)).to.include({ error: "access_denied", state: "xyz", iss: issuer() });
    expect(await codes()).to.have.length(0);
    expect(await world.services.knex("activity_log").where({ event: "application_denied" })).to.have.length(
      1,
    );
  });

  it("H04: issues no code on GET or HEAD, even if the application was allowed before", async () => {
    const { page, visitor, ...made } = await asked();
    await redeem(made, redirectParameters(await answer(visitor, page, "allow"))["code"]!);
    expect(await codes()).to.have.length(1);
    const path = authorizePath(made.client);
    expect((await visitor.get(path)).status).to.equal(200);
    const head = await visitor.send((agent) => agent.head(path));
    expect(head.status).to.equal(200);
    expect(head.headers["location"]).to.equal(undefined);
    expect(await codes()).to.have.length(1);
  });

  it("H04: requires the CSRF token", async () => {
    const { page, visitor } = await asked();
    const fields = { consent: consentOf(page), decision: "allow" };
    for (const _csrf of ["", "wrong"])
      expect((await visitor.submit("/oauth/authorize", { ...fields, _csrf })).status).to.equal(419);
    expect(await codes()).to.have.length(0);
    expect((await visitor.submit("/oauth/authorize", fields)).status).to.equal(303);
  });

  it("H04: accepts an answer once, even with ten in parallel", async () => {
    const { page, visitor } = await asked();
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(visitor, page, "allow")));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, ...Array<number>(9).fill(419)]);
    expect(await codes()).to.have.length(1);
    const again = await answer(visitor, page, "deny");
    expect(again.status).to.equal(419);
    expect(textOf(again)).to.contain("Your answer wasn't used.");
  });

  it("H04: keeps the requests of two tabs separate", async () => {
    const { page, visitor, client } = await asked();
    const other = await visitor.get(authorizePath(client, { state: "second", scope: "files.read" }));
    expect(redirectParameters(await answer(visitor, other, "deny"))).to.include({
      error: "access_denied",
      state: "second",
    });
    expect(redirectParameters(await answer(visitor, page, "allow"))).to.include({ state: "xyz" });
    const [row] = (await codes()) as { scopes: string }[];
    expect(row!.scopes).to.equal('["users.read"]');
  });

  it("H04: rejects an altered, foreign, expired or unknown request", async () => {
    world.freezeTime();
    const { page, visitor, client, user } = await asked();
    const consent = consentOf(page);
    const [text, signature] = consent.split(".") as [string, string];
    const altered = JSON.parse(Buffer.from(text, "base64url").toString()) as { subject: { query: string } };
    altered.subject.query = altered.subject.query.replace("xyz", "abc");
    const forged = `${Buffer.from(JSON.stringify(altered)).toString("base64url")}.${signature}`;
    const otherVisitor = (await world.signedIn()).visitor;
    const foreign = consentOf(await otherVisitor.get(authorizePath(client)));
    const elsewhere = (await world.signedIn(user)).visitor;
    const ofOtherSession = consentOf(await elsewhere.get(authorizePath(client)));
    const wrong = [forged, text, `${text}.`, "", "x", `${consent}x`, foreign, ofOtherSession];
    for (const one of wrong) {
      const rejected = await visitor.submit("/oauth/authorize", { consent: one, decision: "allow" });
      expect(rejected.status, one).to.equal(419);
      expect(rejected.headers["location"]).to.equal(undefined);
    }
    for (const decision of ["", "ALLOW", "yes"])
      expect((await answer(visitor, page, decision)).status, decision).to.equal(419);
    world.advance(10 * MINUTE);
    expect((await answer(visitor, page, "allow")).status).to.equal(419);
    expect(await codes()).to.have.length(0);
  });

  for (const [type, address, asksAgain] of [
    ["confidential", "https://client.example.test/callback", false],
    ["confidential", "http://127.0.0.1:1234/callback", false],
    ["public", "https://client.example.test/callback", false],
    ["public", "http://127.0.0.1:1234/callback", true],
    ["public", "http://localhost:1234/callback", true],
    ["public", "com.example.app:/callback", true],
  ] as const)
    it(`asks a ${type} client at ${address} ${asksAgain ? "each time" : "only for new scopes"}`, async () => {
      const made = await makeClient(world, { type, redirect_uris: [address] });
      const { visitor } = await world.signedIn(await world.make.user({ role: "admin" }));
      const open = async (changes: Query = {}): Promise<string> =>
        textOf(await visitor.get(authorizePath(made.client, changes)));
      const both = { scope: "users.read users.write" };
      await redeem(made, redirectParameters(await allowed(made, visitor, both))["code"]!);
      for (const changes of [both, { scope: "users.read" }, { scope: "users.write", state: "other" }])
        expect(await open(changes)).to.contain(asksAgain ? "wants to access your account" : "Continue to");
      expect(await open({ scope: "users.read files.read" })).to.contain("wants to access your account");
    });

  it("remembers several consents together, each for the origin that the page showed", async () => {
    const redirect_uris = ["/callback", "/silent"].map((path) => `https://client.example.test${path}`);
    const made = await makeClient(world, {
      redirect_uris: [...redirect_uris, "https://other.example.test/"],
    });
    const { visitor } = await world.signedIn(await world.make.user({ role: "admin" }));
    for (const scope of ["users.read", "files.read"])
      await redeem(made, redirectParameters(await allowed(made, visitor, { scope }))["code"]!);
    const open = async (redirect_uri: string) =>
      textOf(await visitor.get(authorizePath(made.client, { redirect_uri, scope: "files.read users.read" })));
    expect(await open(redirect_uris[1]!)).to.contain("Continue to");
    expect(await open("https://other.example.test/")).to.contain("wants to access your account");
  });

  it("leads to an application with a scheme of its own, and names it", async () => {
    const redirect_uris = ["com.example.app:/callback"];
    const { page, visitor } = await asked({}, { type: "public", redirect_uris });
    expect(textOf(page)).to.contain("a program on this device (com.example.app)");
    const { headers } = await answer(visitor, page, "allow");
    expect(headers["location"]).to.match(/^com\.example\.app:\/callback\?code=adk_ac_\w+&state=xyz&iss=/);
    const { page: posted } = await asked({ response_mode: "form_post" }, { type: "public", redirect_uris });
    expect(posted.headers["location"]).to.match(/^com\.example\.app:\/callback\?error=invalid_request&/);
  });

  it("continues automatically where it was allowed before, with a form that works without JavaScript", async () => {
    const { page, visitor, ...made } = await asked();
    await redeem(made, redirectParameters(await answer(visitor, page, "allow"))["code"]!);
    const next = await visitor.get(authorizePath(made.client, { state: "again" }));
    expect(next.text)
      .to.contain("data-go-on")
      .and.match(/name="decision" value="allow"/);
    expect(textOf(next)).to.contain("Continue");
    const back = await answer(visitor, next, "allow");
    const parameters = redirectParameters(back);
    expect(parameters["state"]).to.equal("again");
    expect((await redeem(made, parameters["code"]!)).status).to.equal(200);
  });

  it("asks again after the access was revoked, and rejects an unredeemed code", async () => {
    const { page, visitor, ...made } = await asked();
    await redeem(made, redirectParameters(await answer(visitor, page, "allow"))["code"]!);
    const inFlight = redirectParameters(await allowed(made, visitor))["code"]!;
    await visitor.get("/user/applications");
    await visitor.delete("/user/applications", { client: made.client.id });
    expect((await redeem(made, inFlight)).body.error).to.equal("invalid_grant");
    expect(textOf(await visitor.get(authorizePath(made.client)))).to.contain("wants to access your account");
  });

  it("describes an empty scope and an unknown one", async () => {
    const { page } = await asked({ scope: undefined });
    expect(textOf(page)).to.contain("See your name See your email address See your picture");
    const { page: wrong } = await asked({ scope: "users.read nothing" });
    expect(redirectParameters(wrong)).to.include({ error: "invalid_scope", state: "xyz", iss: issuer() });
    const { page: everything } = await asked({ scope: "*" });
    expect(redirectParameters(everything)["error"]).to.equal("invalid_scope");
  });

  it("sends a guest to the sign-in page and returns with every parameter", async () => {
    const { client } = await makeClient(world);
    const path = authorizePath(client, { state: `${"s".repeat(1900)}&=+ %2f"` });
    const user = await world.make.user();
    const visitor = world.visitor();
    const login = await visitor.get((await visitor.get(path)).headers["location"] as string);
    const next = /name="next" value="([^"]+)"/.exec(login.text)![1]!.replaceAll("&amp;", "&");
    const fields = { email: user.email, password: PASSWORD, next };
    const location = (await visitor.submit("/login", fields)).headers["location"] as string;
    expect(new URL(location, issuer()).searchParams.toString()).to.equal(
      new URL(path, issuer()).searchParams.toString(),
    );
    expect(textOf(await visitor.get(location))).to.contain("Team calendar wants to access your account");
  });

  it("returns after the second factor too", async () => {
    const { client } = await makeClient(world);
    const path = authorizePath(client, { state: "s".repeat(2000) });
    const user = await world.make.user();
    const { code } = await world.make.twoFactor(user);
    const visitor = world.visitor();
    await visitor.get((await visitor.get(path)).headers["location"] as string);
    const fields = { email: user.email, password: PASSWORD, next: path };
    const answered = await visitor.submit("/login", fields);
    expect(answered.headers["location"]).to.equal("/two-factor-challenge");
    for (const [name, value] of visitor.cookies) expect(name.length + value.length, name).to.be.below(4096);
    await visitor.get("/two-factor-challenge");
    const signedIn = await visitor.submit("/two-factor-challenge", { code: await code() });
    expect(signedIn.headers["location"]).to.equal(path);
  });

  it("lets the user switch accounts and return", async () => {
    const { page, visitor, client } = await asked();
    const path = authorizePath(client);
    expect(page.text).to.contain('action="/logout"');
    const out = await visitor.submit("/logout", { next: path });
    expect(out.headers["location"]).to.equal(
      `/login?next=${encodeURIComponent(path).replaceAll("%20", "+")}`,
    );
    const login = await visitor.get(out.headers["location"] as string);
    expect(login.text).to.contain('name="next"');
    const away = await visitor.submit("/login", {
      email: "x@example.test",
      password: "x",
      next: "//e.example",
    });
    expect(away.text).not.to.contain("e.example/");
  });

  it("keeps the query of a registered redirect URI, and the exact state", async () => {
    const redirect_uris = ["https://client.example.test/cb?tenant=1&x=%2Fa"];
    for (const state of ["a b+c%20", "<script>\"'&=?#", "ş😀\\", "\r\nX: y", " "]) {
      const { page, visitor } = await asked({ state }, { redirect_uris });
      const back = await answer(visitor, page, "allow");
      expect(back.headers["location"]).to.match(
        /^https:\/\/client\.example\.test\/cb\?tenant=1&x=%2Fa&code=/,
      );
      expect(redirectParameters(back)).to.include({ state, tenant: "1", x: "/a" });
    }
    const { page, visitor } = await asked({ state: undefined });
    expect(redirectParameters(await answer(visitor, page, "allow"))).not.to.have.property("state");
  });

  it("sends no referrer", async () => {
    const { page } = await asked();
    expect(page.headers["referrer-policy"]).to.equal("no-referrer");
  });

  it("is logged by route name without the query", async () => {
    const { page, visitor } = await asked({ state: "in-no-log" });
    const code = redirectParameters(await answer(visitor, page, "allow"))["code"]!;
    await visitor.get(`/oauth/device?user_code=BCDF-GHJK`);
    const lines = JSON.stringify(world.logs);
    expect(lines)
      .to.contain("oauth.authorize")
      .and.contain("oauth.authorize.decide")
      .and.contain("oauth.device");
    for (const secret of ["in-no-log", CHALLENGE, code, "BCDF"]) expect(lines).not.to.contain(secret);
  });

  describe("rejects", () => {
    /** An authorization request that must not redirect to the client. */
    async function expectDistrust(visitor: Visitor, path: string, words: string): Promise<void> {
      const rejected = await visitor.get(path);
      expect(rejected.status, path).to.equal(400);
      expect(rejected.headers["location"]).to.equal(undefined);
      expect(textOf(rejected)).to.contain(words);
      expect(rejected.text).not.to.match(/(?:href|src|action|content)="[^"]*evil/);
    }

    it("C15: every unregistered redirect URI with a page, without a redirect or a code", async () => {
      const registered = "https://client.example.test/callback";
      const corpus = [
        "https://client.example.test/callback/",
        "https://client.example.test/callback/evil",
        "https://client.example.test/callbackevil",
        "https://client.example.test/",
        "https://client.example.test",
        "https://evil.example/callback",
        "https://client.example.test.evil.example/callback",
        "https://evilclient.example.test/callback",
        "https://client.example.test/x/../callback",
        "https://client.example.test/./callback",
        "https://client.example.test/%2e/callback",
        "https://client.example.test/%63allback",
        "https://CLIENT.example.test/callback",
        "HTTPS://client.example.test/callback",
        "https://client.example.test/Callback",
        "https://client.example.test:443/callback",
        "https://client.example.test:444/callback",
        "http://client.example.test/callback",
        "https://evil@client.example.test/callback",
        "https://client.example.test@evil.example/callback",
        "https://client.example.test/callback?evil=1",
        "https://client.example.test/callback?",
        "https://client.example.test/callback#evil",
        "https://client.example.test/callback#",
        "https://client.example.test\\callback",
        "https:\\\\client.example.test\\callback",
        "https://evil.example\\@client.example.test/callback",
        "https://client.example.test//callback",
        "//client.example.test/callback",
        "///evil.example",
        "/callback",
        "https://xn--cliet-9ya.example.test/callback",
        "https://clıent.example.test/callback",
        "javascript:alert(1)",
        "data:text/html,evil",
        " https://client.example.test/callback",
        "https://client.example.test/callback\n",
        "https://client.example.test/callback\u0000",
        "http://127.0.0.1/callback",
        "*",
      ];
      const { client } = await makeClient(world, { redirect_uris: [registered] });
      const { visitor } = await world.signedIn();
      for (const redirect_uri of corpus)
        await expectDistrust(
          visitor,
          authorizePath(client, { redirect_uri }),
          "The application hasn't registered the address that it wants to send you to. No access was given. If you trust the application, tell its support.",
        );
      for (const redirect_uri of [
        [registered, registered],
        [registered, "https://evil.example"],
      ])
        await expectDistrust(
          visitor,
          authorizePath(client, { redirect_uri }),
          "The application hasn't registered the address that it wants to send you to. No access was given. If you trust the application, tell its support.",
        );
      expect((await visitor.get(authorizePath(client))).status).to.equal(200);
      expect(await codes()).to.have.length(0);
    });

    it("C15: an omitted redirect URI when there are several", async () => {
      const redirect_uris = ["https://a.example.test/cb", "https://b.example.test/cb"];
      const { client } = await makeClient(world, { redirect_uris });
      const { visitor } = await world.signedIn();
      const path = authorizePath(client, { redirect_uri: undefined });
      await expectDistrust(
        visitor,
        path,
        "The application hasn't registered the address that it wants to send you to. No access was given. If you trust the application, tell its support.",
      );
    });

    it("C15: another port, except on a literal loopback address", async () => {
      const { client } = await makeClient(world, {
        redirect_uris: ["http://127.0.0.1/cb", "http://localhost:3000/cb"],
      });
      const { visitor } = await world.signedIn();
      const open = await visitor.get(authorizePath(client, { redirect_uri: "http://127.0.0.1:51234/cb" }));
      expect(textOf(open)).to.contain("a program on this device (127.0.0.1:51234)");
      for (const redirect_uri of ["http://localhost:3001/cb", "http://127.0.0.2/cb", "http://127.0.0.1:1/CB"])
        await expectDistrust(
          visitor,
          authorizePath(client, { redirect_uri }),
          "The application hasn't registered the address that it wants to send you to. No access was given. If you trust the application, tell its support.",
        );
    });

    it("an unknown application, in every form of the request", async () => {
      const { client } = await makeClient(world);
      const gone = (await makeClient(world, { revoked_at: now() })).client;
      const { visitor } = await world.signedIn();
      for (const client_id of ["", "nothing", undefined, gone.id, [client.id, client.id], `${client.id}%00`])
        await expectDistrust(
          visitor,
          authorizePath(client, { client_id }),
          "The application isn't registered with this service. No access was given. If you trust the application, tell its support.",
        );
      expect((await visitor.get("/oauth/authorize")).status).to.equal(400);
    });

    const wrong: [title: string, changes: Query, error: string][] = [
      ["no code_challenge", { code_challenge: undefined }, "invalid_request"],
      ["an empty code_challenge", { code_challenge: "" }, "invalid_request"],
      ["the method plain", { code_challenge_method: "plain" }, "invalid_request"],
      ["no method, which defaults to plain", { code_challenge_method: undefined }, "invalid_request"],
      ["a short code_challenge", { code_challenge: "short" }, "invalid_request"],
      [
        "a code_challenge with invalid characters",
        { code_challenge: `${CHALLENGE.slice(1)}=` },
        "invalid_request",
      ],
      ["a repeated code_challenge", { code_challenge: [CHALLENGE, CHALLENGE] }, "invalid_request"],
      ["a repeated method", { code_challenge_method: ["S256", "plain"] }, "invalid_request"],
      ["a repeated scope", { scope: ["users.read", "admin"] }, "invalid_request"],
      ["no response_type", { response_type: undefined }, "invalid_request"],
      ["the implicit grant", { response_type: "token" }, "unsupported_response_type"],
      ["response_mode fragment", { response_mode: "fragment" }, "invalid_request"],
    ];
    for (const [title, changes, error] of wrong)
      it(`C16: ${title}: the client gets ${error}, with state and iss`, async () => {
        const { page } = await asked(changes);
        expect(page.status).to.equal(302);
        expect(redirectParameters(page)).to.include({ error, state: "xyz", iss: issuer() });
        expect(page.headers["location"]).to.match(/^https:\/\/client\.example\.test\/callback\?error=/);
        expect(await codes()).to.have.length(0);
      });

    it("a repeated state, which isn't returned", async () => {
      const { page } = await asked({ state: ["a", "b"] });
      expect(redirectParameters(page))
        .to.include({ error: "invalid_request" })
        .and.not.have.property("state");
    });

    it("a client without this grant type", async () => {
      const { page } = await asked({}, { grant_types: ["refresh_token"] });
      expect(redirectParameters(page)["error"]).to.equal("unauthorized_client");
    });

    it("an answer when the client, or its redirect URI, has been deleted", async () => {
      for (const change of [{ revoked_at: now() }, { redirect_uris: '["https://other.example.test/cb"]' }]) {
        const { page, visitor, client } = await asked();
        await world.services.knex("oauth_clients").where({ id: client.id }).update(change);
        const late = await answer(visitor, page, "allow");
        expect(late.status).to.equal(400);
        expect(textOf(late)).to.contain("No access was given.");
      }
      expect(await codes()).to.have.length(0);
    });

    it("redirecting to another host than displayed, when the redirect URI was omitted", async () => {
      const { page, visitor, client } = await asked({ redirect_uri: undefined });
      const redirect_uris = '["https://other.example.test/cb"]';
      await world.services.knex("oauth_clients").where({ id: client.id }).update({ redirect_uris });
      expect((await answer(visitor, page, "allow")).status).to.equal(419);
      expect(await codes()).to.have.length(0);
    });

    it("an account that was banned, or whose session ended, before the answer", async () => {
      const banned = await asked();
      await world.services.knex("users").where({ id: banned.user.id }).update({ status: "banned" });
      const cut = await answer(banned.visitor, banned.page, "allow");
      expect(cut.headers["location"]).to.equal("/login");
      const ended = await asked();
      await world.services.knex("sessions").where({ user_id: ended.user.id }).del();
      const rejected = await answer(ended.visitor, ended.page, "allow");
      expect(rejected.status).to.equal(419);
      expect(await codes()).to.have.length(0);
    });

    it("users who first have to verify an address or renew a password", async () => {
      const { client } = await makeClient(world);
      const { visitor } = await world.signedIn();
      await world.services.settings.write({ "auth.email_verification": "1" });
      expect((await visitor.get(authorizePath(client))).headers["location"]).to.equal("/email/verify");
      await world.services.settings.write({
        "auth.email_verification": "0",
        "auth.password_expiry_days": "30",
      });
      await world.services.knex("users").update({ password_changed_at: now() - 31 * DAY });
      expect((await visitor.get(authorizePath(client))).headers["location"]).to.equal("/password/expired");
    });

    it("every answer while its uniqueness can't be checked", async () => {
      const { page, visitor } = await asked();
      const { counters } = world.services;
      const add = counters.add.bind(counters);
      counters.add = () => Promise.reject(new Error("no counters"));
      try {
        const rejected = await answer(visitor, page, "allow");
        expect(rejected.status).to.equal(503);
        expect(rejected.headers["retry-after"]).to.match(/^\d+$/);
      } finally {
        counters.add = add;
      }
      expect(await codes()).to.have.length(0);
    });

    for (const evil of [
      "<script>alert(1)</script>",
      '"><img src=x onerror=alert(1)>',
      "<%- 7*7 %>",
      "javascript:alert(1)",
    ])
      it(`H39: to show ${evil} other than as text`, async () => {
        const { page, visitor, client } = await asked({ state: evil }, { name: evil });
        const other = [
          page,
          await visitor.get(authorizePath(client, { client_id: evil })),
          await visitor.get(authorizePath(client, { redirect_uri: evil })),
          await visitor.get(`/oauth/device?user_code=${encodeURIComponent(evil)}`),
        ];
        for (const { text } of other) {
          expect(text).not.to.match(/<script>alert|<img src=x|<%-/);
          expect(text).not.to.match(/(?:href|src|action)="javascript:/);
        }
        expect(textOf(page)).to.contain(evil);
        const parameters = redirectParameters(
          await visitor.get(authorizePath(client, { scope: evil, state: evil })),
        );
        expect(parameters).to.include({ error: "invalid_scope", state: evil });
        expect(parameters["error_description"]).to.match(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
      });
  });
});

describe("Allowing an application without a scope catalogue", () => {
  const world = useWorld({}, { oauth: { provider: "users", scopes: [] } });

  it("gives full access, and the page says so", async () => {
    const { client } = await makeClient(world);
    const { visitor } = await world.signedIn();
    const page = await visitor.get(authorizePath(client, { scope: undefined }));
    expect(textOf(page)).to.contain("Do everything you can do through the API");
  });
});

describe("Allowing an application with custom scopes", () => {
  const world = useWorld({}, { oauth: { provider: "users", scopes: ["boats.sail", "admin"] } });

  it("shows them by their names", async () => {
    const { client } = await makeClient(world);
    const { visitor } = await world.signedIn();
    const page = await visitor.get(authorizePath(client, { scope: "boats.sail" }));
    expect(textOf(page)).to.contain("boats.sail");
  });
});

describe("The scopes that a consent page shows and grants", () => {
  const world = useWorld();
  const SCOPES = "users.read users.write files.read admin";
  const COMMON = ["name", "email address", "picture", "time zone", "status of", "roles and permissions"];

  /** The scopes on the consent page and in the issued token, for a user with these permissions. */
  async function consented(permissions: string[] | null, scope: string | undefined = SCOPES) {
    if (permissions !== null) await world.make.role("holder", 4, permissions);
    const made = await makeClient(world);
    const account = await world.make.user({ role: permissions === null ? "system_admin" : "holder" });
    const { visitor } = await world.signedIn(account);
    const page = await visitor.get(authorizePath(made.client, { scope }));
    const listed = [...page.text.matchAll(/<li>.*?<span>(.+?)<\/span><\/li>/gs)].map(([, said]) => said);
    const { code } = redirectParameters(await answer(visitor, page, "allow"));
    const { client, secret } = made;
    const { body } = await new OAuthApi(world.server).token(
      {
        grant_type: "authorization_code",
        code: code!,
        redirect_uri: client.redirect_uris[0]!,
        code_verifier: VERIFIER,
      },
      { id: client.id, secret },
    );
    const said = textOf(page);
    return {
      listed: listed.slice(COMMON.length),
      granted: body.scope as string,
      token: body.access_token as string,
      said,
    };
  }

  for (const [title, permissions, listed, granted] of [
    ["an ordinary account", [], ["See files (not used yet)"], "files.read"],
    [
      "a user who can read users",
      ["users.read"],
      [SEE_USERS, "See files (not used yet)"],
      "files.read users.read",
    ],
    [
      "a user who can change users",
      ["users.update"],
      [CHANGE_USERS, "See files (not used yet)"],
      "files.read users.write",
    ],
    [
      "a user who can read and delete users",
      ["users.read", "users.delete"],
      [SEE_USERS, "Delete and restore users", "See files (not used yet)"],
      "files.read users.read users.write",
    ],
    [
      "a system administrator",
      null,
      [
        SEE_USERS,
        "Create and invite users",
        CHANGE_USERS,
        "Delete and restore users",
        "See the roles and their permissions",
        "Create roles",
        "Change roles and their permissions",
        "Delete roles",
        "See the audit log",
        "See events",
        "See the settings of this service",
        "Change the settings of this service",
        "See the access tokens of other users",
        "Create access tokens for your account",
        "Revoke the access tokens of other users",
        "See the registered applications",
        "Change applications",
        "Delete applications",
        "See all organisations and their members",
        "See webhooks and what was sent to them",
        "Change webhooks and send to them again",
        "Delete webhooks",
        "See files (not used yet)",
      ],
      "admin files.read users.read users.write",
    ],
  ] as [string, string[] | null, string[], string][])
    it(`are limited by the user's permissions: ${title}`, async () => {
      const found = await consented(permissions);
      expect({ listed: found.listed, granted: found.granted }).to.deep.equal({ listed, granted });
      const { status } = await world.api.as(found.token).get("/users");
      expect(status === 200).to.equal(listed[0] === SEE_USERS);
    });

  it("are one line for each thing, however many scopes disclose it", async () => {
    const { listed, said } = await consented([], "openid profile email files.read");
    expect(said).to.contain("See your name").and.contain("See your language");
    expect(listed).to.deep.equal([
      "See your roles and permissions",
      "See files (not used yet)",
      "Know who you are",
    ]);
    for (const thing of ["name", "email address", "picture", "time zone"])
      expect(said.split(`See your ${thing}`), thing).to.have.length(2);
  });

  it("are shown as none when the permissions allow none", async () => {
    const { listed, granted, token, said } = await consented([], "users.read users.write admin");
    expect({ listed, granted }).to.deep.equal({ listed: [], granted: "" });
    expect(said).to.contain(
      "Also requested, but your account can't use it: Administer this service, See users, Create, change and delete users.",
    );
    await world.api.as(token).get("/auth/me").expect(200);
    const { body } = await world.api.as(token).get("/users").expect(403);
    expect(body.data).to.deep.equal({ code: "insufficient_scope" });
  });

  it("don't grow when the account gets more permissions later", async () => {
    const { token } = await consented(["users.read"], "users.read users.write");
    const user = await world.make.user();
    await world.services
      .knex("role_user")
      .whereIn("role_id", world.services.knex("roles").where({ name: "holder" }).select("id"))
      .update({ role_id: await idOfRole("system_admin") });
    await world.services.knex("users").increment("version", 1);
    await world.api.as(token).get("/users").expect(200);
    const { body } = await world.api.as(token).delete(`/users/${user.id}`).expect(403);
    expect(body.data).to.deep.equal({ code: "insufficient_scope" });
  });
  const idOfRole = async (name: string): Promise<string> =>
    ((await world.services.knex("roles").where({ name }).first("id")) as { id: string }).id;

  it("require consent again when a permission was removed before the answer", async () => {
    await world.make.role("holder", 4, ["users.read"]);
    const { client } = await makeClient(world);
    const account = await world.make.user({ role: "holder" });
    const { visitor } = await world.signedIn(account);
    const page = await visitor.get(authorizePath(client));
    await world.make.withoutRoles(account);
    const answered = await answer(visitor, page, "allow");
    expect(answered.status).to.equal(419);
    expect(await world.services.knex("oauth_authorization_codes")).to.deep.equal([]);
  });
});
