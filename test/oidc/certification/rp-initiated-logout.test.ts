import { expect } from "chai";
import { generateKeyPair, SignJWT, type JWTPayload } from "jose";
import type { Response } from "supertest";
import { useSuiteClient } from "../../support/oauth/suite-client.js";

const AFTER = "https://client.example.test/post_logout_redirect";
const STATE = "s".repeat(128);

type Form = Record<string, string>;

describe("oidcc-rp-initiated-logout-certification-test-plan", () => {
  const { world, client } = useSuiteClient();
  let whole: Form;
  beforeEach(async () => {
    await client.start({}, { post_logout_redirect_uris: [AFTER] });
    const { id_token } = await client.run({ state: STATE });
    whole = { id_token_hint: id_token, post_logout_redirect_uri: AFTER, state: STATE };
  });

  const open = (parameters: Form): Promise<Response> =>
    client.visitor.get(`/oauth/logout?${new URLSearchParams(parameters).toString()}`);
  const without = (...names: string[]): Form =>
    Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));
  /** What the suite asks for at the end. */
  const expectSignedOut = async (isSignedOut: boolean): Promise<void> => {
    const answer = await client.authorize({ prompt: "none" });
    expect(answer).to.have.property(isSignedOut ? "error" : "code");
    if (isSignedOut) expect(answer["error"]).to.equal("login_required");
  };

  it("oidcc-rp-initiated-logout-discovery-endpoint-verification: the configuration has the endpoint", async () => {
    const { origin } = world.services.config.env.APP_URL;
    expect((await client.configuration())["end_session_endpoint"]).to.equal(`${origin}/oauth/logout`);
  });

  it("oidcc-rp-initiated-logout: leads back with the state, and the user is signed out", async () => {
    expect((await open(whole)).headers["location"]).to.equal(`${AFTER}?state=${STATE}`);
    await expectSignedOut(true);
  });

  it("oidcc-rp-initiated-logout-no-state: leads back without a state", async () => {
    expect((await open(without("state"))).headers["location"]).to.equal(AFTER);
    await expectSignedOut(true);
  });

  it("oidcc-rp-initiated-logout-no-post-logout-redirect-uri: tells the user that they are signed out", async () => {
    const { headers } = await open(without("post_logout_redirect_uri"));
    expect(headers["location"]).to.equal("/login");
    expect((await client.visitor.get("/login")).text).to.contain("You&#39;ve signed out.");
    await expectSignedOut(true);
  });

  const BARE: Record<string, string[]> = {
    "no-params": ["id_token_hint", "post_logout_redirect_uri", "state"],
    "only-state": ["id_token_hint", "post_logout_redirect_uri"],
  };
  for (const [module, names] of Object.entries(BARE))
    it(`oidcc-rp-initiated-logout-${module}: asks the user, and redirects nobody`, async () => {
      const page = await open(without(...names));
      expect([page.status, page.headers["location"]]).to.deep.equal([200, undefined]);
      const question = /name="question" value="([^"]+)"/.exec(page.text)![1]!;
      const { headers } = await client.visitor.submit("/oauth/logout/answer", { question });
      expect(headers["location"]).to.equal("/login");
      await expectSignedOut(true);
    });

  /** An ID token with the right content and a key of the client. */
  const forge = async (): Promise<string> => {
    const { privateKey } = await generateKeyPair("RS256");
    const claims = (await client.claims(whole["id_token_hint"]!)) as JWTPayload;
    const header = Buffer.from(whole["id_token_hint"]!.split(".")[0]!, "base64url").toString();
    return new SignJWT(claims).setProtectedHeader(JSON.parse(header) as { alg: string }).sign(privateKey);
  };
  const unsigned = (): string => {
    const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
    return `${header}.${whole["id_token_hint"]!.split(".")[1]!}.`;
  };
  const REJECTED: Record<string, () => Promise<Form> | Form> = {
    "bad-post-logout-redirect-uri": () => ({ ...whole, post_logout_redirect_uri: `${AFTER}/other` }),
    "query-added-to-post-logout-redirect-uri": () => ({
      ...whole,
      post_logout_redirect_uri: `${AFTER}?foo=bar`,
    }),
    "modified-id-token-hint": () => ({ ...whole, id_token_hint: unsigned() }),
    "bad-id-token-hint": async () => ({ ...whole, id_token_hint: await forge() }),
    "no-id-token-hint": () => without("id_token_hint"),
  };
  for (const [module, parameters] of Object.entries(REJECTED))
    it(`oidcc-rp-initiated-logout-${module}: shows an error, and the user stays signed in`, async () => {
      const page = await open(await parameters());
      expect([page.status, page.headers["location"]]).to.deep.equal([400, undefined]);
      expect(page.text).to.contain("This link doesn&#39;t work");
      await expectSignedOut(false);
    });
});
