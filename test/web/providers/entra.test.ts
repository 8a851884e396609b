import { expect } from "chai";
import type { SignInProvider } from "../../../src/models/sign-in-provider.js";
import { settingsAdmin } from "../../support/app/settings.js";
import { useWorld } from "../../support/app/world.js";
import { CraftedProvider } from "../../support/providers/crafted-provider.js";
import { begin, comeBack, FIRST, follow, makeProvider } from "../../support/providers/providers.js";

const HOST = "https://login.microsoftonline.com";
const TENANT = "3f2b8c1d-5a6e-4f70-9b81-c2d3e4f5a6b7";
const ISSUER = `${HOST}/${TENANT}/v2.0`;

/** What ID tokens of Microsoft Entra ID have, and what they don't. */
const CLAIMS = {
  ver: "2.0",
  tid: TENANT,
  oid: "6d1f0a52-7c3b-4e8d-9a60-b1c2d3e4f506",
  name: "Ada Lovelace",
  preferred_username: "ada.lovelace@example.test",
  email_verified: undefined,
};

describe("Microsoft Entra ID", () => {
  const world = useWorld();
  const there = new CraftedProvider();
  const realFetch = globalThis.fetch;
  before(async () => {
    await there.start();
    globalThis.fetch = (address, options) => {
      const { origin, pathname } = new URL(address as string);
      expect(origin).to.equal(HOST);
      return realFetch(there.server.origin + pathname.replace(/^\/[^/]+\/v2\.0/, ""), options);
    };
  });
  after(() => {
    globalThis.fetch = realFetch;
    return there.server.stop();
  });
  beforeEach(() => {
    there.reset();
    there.issuer = ISSUER;
    there.jwkChanges = { alg: undefined };
    there.claims = CLAIMS;
  });

  const provider = (columns: Partial<SignInProvider> = {}) =>
    makeProvider(world, { issuer: ISSUER, emails_are_verified: true, updated_at: Date.now(), ...columns });
  const signIn = async (visitor = world.visitor()) => comeBack(visitor, there.visit(await begin(visitor)));
  const accounts = () => world.services.knex("users").select("email", "first_name", "email_verified_at");

  it("creates accounts with verified addresses when its addresses are marked as verified", async () => {
    await provider();
    expect((await signIn()).headers["location"]).to.equal("/dashboard");
    const [account] = await accounts();
    expect(account).to.include({ email: "ada@example.test", first_name: "Ada" });
    expect(account.email_verified_at).to.be.a("number");
    expect((await signIn()).headers["location"]).to.equal("/dashboard");
    expect(await accounts()).to.have.length(1);
  });

  it("is linked on the security page by the owner", async () => {
    await provider();
    const { visitor } = await world.signedIn();
    const path = `/user/providers/${FIRST}/link`;
    const answer = await comeBack(visitor, there.visit(await begin(visitor, path)));
    expect(answer.headers["location"]).to.match(/^\/user\/providers\/links\//);
  });

  it("signs in to an account with the same address only after its owner has signed in", async () => {
    await provider();
    await world.make.user({ email: "ada@example.test" });
    const visitor = world.visitor();
    expect((await follow(visitor, await signIn(visitor))).text).to.contain("Sign in to it to link Example");
    expect(visitor.sessionCookie).to.equal(undefined);
  });

  describe("is rejected", () => {
    const rejected = async (words: string) => {
      const visitor = world.visitor();
      const page = await follow(visitor, await signIn(visitor));
      expect(page.path).to.equal("/login");
      expect(page.text).to.contain(words);
      expect(await accounts()).to.be.empty;
    };
    const UNVERIFIED = "doesn't say that your email address is verified";

    it("without the mark, also with allowed domains", async () => {
      await provider({ emails_are_verified: false });
      await rejected(UNVERIFIED);
      await world.services.knex("sign_in_providers").update({ allowed_domains: '["example.test"]' });
      await rejected(UNVERIFIED);
    });

    it("in spite of the mark when it says that the address isn't verified", async () => {
      await provider();
      for (const email_verified of [false, "false", null, 0]) {
        there.claims = { ...CLAIMS, email_verified };
        await rejected(UNVERIFIED);
      }
    });

    it("without an address: the name of the user there isn't one", async () => {
      await provider();
      there.claims = { ...CLAIMS, email: undefined };
      await rejected("Example sent no email address");
    });

    it("with an address of another domain", async () => {
      await provider({ allowed_domains: ["example.org"] });
      await rejected("needs an email address at example.org");
    });

    it("with the ID token of another tenant, or of another application", async () => {
      await provider();
      const tid = "00000000-5a6e-4f70-9b81-c2d3e4f5a6b7";
      for (const claims of [{ tid, iss: `${HOST}/${tid}/v2.0` }, { aud: "another-application" }]) {
        there.claims = { ...CLAIMS, ...claims };
        await rejected("The sign-in with Example failed");
      }
    });

    it("at the address of all tenants, and its administrators are told what to use", async () => {
      await provider({ issuer: `${HOST}/common/v2.0` });
      there.issuer = `${HOST}/{tenantid}/v2.0`;
      const guest = world.visitor();
      const answer = await guest.get(`/auth/providers/${FIRST}`);
      expect((await follow(guest, answer)).text).to.contain("Example can't be reached");
      const { visitor } = await settingsAdmin(world);
      const edit = `/admin/settings/providers/${FIRST}`;
      await visitor.get(edit);
      const { text } = await follow(visitor, await visitor.submit(`${edit}/test`));
      expect(text).to.contain("use the issuer of your own tenant");
    });
  });
});
