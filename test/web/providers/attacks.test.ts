import { expect } from "chai";
import type { Response } from "supertest";
import type { Visitor } from "../../support/app/web.js";
import { HOUR, MINUTE } from "../../../src/lib/clock.js";
import { interrupted } from "../../support/app/queries.js";
import { useWorld } from "../../support/app/world.js";
import { CraftedProvider, type Signature } from "../../support/providers/crafted-provider.js";
import {
  begin,
  comeBack,
  FIRST,
  follow,
  linkIdentity,
  makeProvider,
  SECOND,
} from "../../support/providers/providers.js";

describe("Answers of an OpenID provider that aren't right", () => {
  const world = useWorld();
  const there = new CraftedProvider();
  const other = new CraftedProvider();
  before(() => Promise.all([there.start(), other.start()]));
  after(() => Promise.all([there.server.stop(), other.server.stop()]));
  beforeEach(async () => {
    there.reset();
    other.reset();
    await makeProvider(world, { issuer: there.issuer, updated_at: Date.now() });
  });

  const signIn = async (visitor = world.visitor(), more: Record<string, string> = {}) =>
    comeBack(visitor, there.visit(await begin(visitor), more));

  async function expectRejection(
    visitor: Visitor,
    answer: Response,
    words = "The sign-in with Example failed",
  ) {
    expect(visitor.sessionCookie).to.equal(undefined);
    expect(await world.services.knex("users").pluck("id")).to.be.empty;
    const page = await follow(visitor, answer);
    expect(page.path).to.equal("/login");
    expect(page.text).to.contain(words);
  }

  it("are told from the right one, which signs in", async () => {
    expect((await signIn()).headers["location"]).to.equal("/dashboard");
    expect(there.asked).to.deep.equal(["/.well-known/openid-configuration", "/token", "/jwks"]);
  });

  const CLAIMS: Record<string, Record<string, unknown>> = {
    "another nonce": { nonce: "of-another-sign-in" },
    "no nonce": { nonce: undefined },
    "another issuer": { iss: "https://evil.example" },
    "another audience": { aud: "another-client" },
    "several audiences without the authorised one": {
      aud: ["authdock", "another-client"],
      azp: "another-client",
    },
    "an end in the past": { exp: Math.floor(Date.now() / 1000) - 120 },
    "no subject": { sub: undefined },
    "a subject of more than 255 characters": { sub: "x".repeat(256) },
    "a subject that isn't valid text": { sub: "ada\ud800" },
  };
  for (const [name, claims] of Object.entries(CLAIMS))
    it(`are rejected for an ID token with ${name}`, async () => {
      there.claims = claims;
      const visitor = world.visitor();
      await expectRejection(visitor, await signIn(visitor));
    });

  it("are accepted for a subject of 255 characters", async () => {
    there.claims = { sub: "x".repeat(255) };
    expect((await signIn()).headers["location"]).to.equal("/dashboard");
  });

  for (const signature of ["none", "HS256", "another key"] satisfies Signature[])
    for (const announced of [["RS256"], ["RS256", "HS256", "none"]])
      it(`are rejected for an ID token signed by ${signature}, when the metadata has ${announced.join(", ")}`, async () => {
        there.signature = signature;
        there.metadata = { id_token_signing_alg_values_supported: announced };
        const visitor = world.visitor();
        await expectRejection(visitor, await signIn(visitor));
      });

  it("are rejected with an issuer of another provider, or without one that was announced", async () => {
    there.metadata = { authorization_response_iss_parameter_supported: true };
    const visitor = world.visitor();
    await expectRejection(visitor, await signIn(visitor, { iss: other.issuer }));
    await expectRejection(visitor, await signIn(visitor));
    expect((await signIn(visitor, { iss: there.issuer })).headers["location"]).to.equal("/dashboard");
  });

  it("are rejected with the error of the provider, whose text isn't shown", async () => {
    const visitor = world.visitor();
    const back = there.visit(await begin(visitor));
    back.searchParams.delete("code");
    back.searchParams.set("error", "server_error");
    back.searchParams.set("error_description", "<b>Call 555-0100</b>");
    const page = await follow(visitor, await comeBack(visitor, back));
    expect(page.text).to.contain("The sign-in with Example failed").and.not.contain("555");
  });

  it("are rejected with a wrong state, without one, and with repeated parameters", async () => {
    const visitor = world.visitor();
    const words = "has expired or was started in another browser";
    for (const change of [
      (back: URL) => back.searchParams.set("state", "x".repeat(43)),
      (back: URL) => back.searchParams.delete("state"),
      (back: URL) => back.searchParams.append("state", "again"),
    ]) {
      const back = there.visit(await begin(visitor));
      change(back);
      await expectRejection(visitor, await comeBack(visitor, back), words);
    }
    const back = there.visit(await begin(visitor));
    back.searchParams.append("code", "again");
    await expectRejection(visitor, await comeBack(visitor, back));
    expect(there.asked).not.to.contain("/token");
  });

  it("are rejected the second time, and after a quarter of an hour", async () => {
    const visitor = world.visitor();
    const back = there.visit(await begin(visitor));
    there.claims = { nonce: "wrong" };
    await comeBack(visitor, back);
    there.claims = {};
    await expectRejection(visitor, await comeBack(visitor, back), "has expired");
    const late = there.visit(await begin(visitor));
    world.advance(15 * MINUTE);
    await expectRejection(visitor, await comeBack(visitor, late), "has expired");
  });

  it("are accepted once when two arrive at the same time", async () => {
    const visitor = world.visitor();
    const back = there.visit(await begin(visitor));
    const answers = await Promise.all([comeBack(visitor, back), comeBack(visitor, back)]);
    const to = answers.map(({ headers }) => headers["location"] as string).sort();
    expect(to).to.deep.equal(["/dashboard", "/login"]);
    expect(await world.services.knex("sessions").pluck("user_id")).to.have.length(1);
  });

  it("create one account when two browsers of one person arrive at the same time", async () => {
    const browsers = [world.visitor(), world.visitor()];
    const backs = await Promise.all(browsers.map(async (browser) => there.visit(await begin(browser))));
    const answers = await Promise.all(browsers.map((browser, index) => comeBack(browser, backs[index]!)));
    expect(answers.map(({ headers }) => headers["location"])).to.deep.equal(["/dashboard", "/dashboard"]);
    expect(await world.services.knex("users").pluck("identity_count")).to.deep.equal([1]);
  });

  it("sign in both browsers when one has created the account while the other looks for it", async () => {
    const browsers = [world.visitor(), world.visitor()];
    const backs = await Promise.all(browsers.map(async (browser) => there.visit(await begin(browser))));
    const [first, second] = browsers.map((browser, index) => () => comeBack(browser, backs[index]!));
    let created: Response | undefined;
    const interruption = async () => (created = await first!());
    const found = await interrupted(world.services.knex, /^select .*user_identities/, interruption, second!);
    expect([created, found].map((answer) => answer?.headers["location"])).to.deep.equal([
      "/dashboard",
      "/dashboard",
    ]);
    expect(await world.services.knex("users").pluck("identity_count")).to.deep.equal([1]);
  });

  it("are rejected in another browser, so that nobody is signed in to someone else's account", async () => {
    const attacker = world.visitor();
    const back = there.visit(await begin(attacker));
    const victim = world.visitor();
    await begin(victim);
    await expectRejection(victim, await comeBack(victim, back), "was started in another browser");
    const fresh = world.visitor();
    await expectRejection(fresh, await comeBack(fresh, back), "was started in another browser");
  });

  it("are rejected with the code of another person in one's own sign-in", async () => {
    const victim = there.visit(await begin(world.visitor()));
    const attacker = world.visitor();
    const back = there.visit(await begin(attacker));
    back.searchParams.set("code", victim.searchParams.get("code")!);
    // the nonce of the victim's sign-in differs; a real provider would reject the verifier as well
    await expectRejection(attacker, await comeBack(attacker, back));
  });

  it("are rejected at the address of another provider", async () => {
    await makeProvider(world, { id: SECOND, name: "Other", issuer: other.issuer });
    const visitor = world.visitor();
    const back = there.visit(await begin(visitor));
    back.pathname = `/auth/providers/${SECOND}/callback`;
    await expectRejection(visitor, await comeBack(visitor, back), "was started in another browser");
    expect(other.asked).not.to.contain("/token");
  });

  it("don't sign in to an account of another provider with the same subject", async () => {
    await makeProvider(world, { id: SECOND, name: "Other", issuer: other.issuer });
    const user = await world.make.user();
    await linkIdentity(world, user, { provider: SECOND });
    await signIn();
    const owners = await world.services.knex("user_identities").orderBy("created_at").pluck("user_id");
    expect(new Set(owners)).to.have.length(2);
  });

  describe("while the provider is down", () => {
    const pressed = async () => {
      const visitor = world.visitor();
      expect((await visitor.get("/login")).text).to.contain("Sign in with Example");
      return follow(visitor, await visitor.get(`/auth/providers/${FIRST}`));
    };
    const ANSWERS: Record<string, (typeof there)["instead"]> = {
      "breaks off": (request) => Boolean(request.socket.destroy()),
      "answers with an error": (_request, response) => Boolean(response.writeHead(503).end()),
      "answers with something else": (_request, response) => Boolean(response.end("<html>")),
      "leads elsewhere": (_request, response) =>
        Boolean(
          response.writeHead(302, { location: `${other.issuer}/.well-known/openid-configuration` }).end(),
        ),
      "names another issuer": (_request, response) =>
        Boolean(
          response
            .writeHead(200, { "content-type": "application/json" })
            .end('{"issuer":"https://evil.example"}'),
        ),
      "never ends": (_request, response) =>
        Boolean(
          response
            .writeHead(200, { "content-type": "application/json" })
            .end(`{"issuer":"${"x".repeat(2_000_000)}"}`),
        ),
    };
    for (const [name, instead] of Object.entries(ANSWERS))
      it(`and ${name}, the sign-in page works, and the button says so`, async () => {
        there.instead = instead;
        const page = await pressed();
        expect(page.path).to.equal("/login");
        expect(page.text).to.contain("Example can't be reached");
        expect(other.asked).to.be.empty;
      });

    it("and doesn't answer, the button says so after five seconds", async function () {
      this.timeout(9_000);
      there.instead = () => true;
      expect((await pressed()).text).to.contain("Example can't be reached");
    });

    it("its metadata of the last day is used, and read again each hour", async () => {
      await signIn();
      const known = there.asked.length;
      await begin(world.visitor());
      expect(there.asked).to.have.length(known);
      world.advance(HOUR);
      there.instead = (request) => Boolean(request.socket.destroy());
      await begin(world.visitor());
      expect(there.asked).to.have.length(known + 1);
      world.advance(23 * HOUR);
      expect((await pressed()).text).to.contain("can't be reached");
      there.instead = null;
      await begin(world.visitor());
    });

    it("many sign-ins wait for one request", async () => {
      await Promise.all([1, 2, 3, 4].map(() => begin(world.visitor())));
      expect(there.asked).to.deep.equal(["/.well-known/openid-configuration"]);
    });
  });
});
