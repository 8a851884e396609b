import { makeOrganisation } from "../../support/organisations/organisations.js";
import { expect } from "chai";
import { queuedMails } from "../../support/app/mails.js";
import { MEASURED } from "../../support/app/config.js";
import { useWorld } from "../../support/app/world.js";
import { addPasskey } from "../../support/passkeys/passkeys.js";
import { OpenIdProvider } from "../../support/providers/openid-provider.js";
import {
  ADA,
  begin,
  callbackOf,
  comeBack,
  eventsOf,
  FIRST,
  follow,
  linkIdentity,
  makeProvider,
  withoutPassword,
} from "../../support/providers/providers.js";

describe("Signing in with an OpenID provider", () => {
  const world = useWorld(MEASURED);
  const there = new OpenIdProvider();
  before(() => there.start([callbackOf(world, FIRST)]));
  after(() => there.server.stop());
  beforeEach(() => {
    there.account = ADA;
  });

  const provider = (columns: object = {}) => makeProvider(world, { issuer: there.issuer, ...columns });
  const signIn = async (visitor = world.visitor(), query = "") =>
    comeBack(visitor, await there.visit(await begin(visitor, `/auth/providers/${FIRST}${query}`)));
  const accounts = async () =>
    world.services.knex("users").select("email", "password", "identity_count", "email_verified_at");
  it("shows a button for each enabled provider, and none without one", async () => {
    expect((await world.visitor().get("/login")).text).not.to.contain("/auth/providers");
    await provider();
    await makeProvider(world, {
      id: "019b0000-0000-7000-8000-000000000003",
      name: "Closed",
      is_enabled: false,
    });
    const { text } = await world.visitor().get("/login");
    expect(text).to.contain("Sign in with Example").and.not.contain("Closed");
    expect((await world.visitor().get("/register")).text).to.contain("Sign in with Example");
  });

  it("shows no button on the registration page for a provider that creates no accounts", async () => {
    await provider({ creates_accounts: false });
    expect((await world.visitor().get("/register")).text).not.to.contain("/auth/providers");
  });

  it("creates an account without a password, with the verified address and the names", async () => {
    await provider();
    const visitor = world.visitor();
    const answer = await signIn(visitor);
    expect([answer.status, answer.headers["location"]]).to.deep.equal([302, "/dashboard"]);
    expect((await visitor.get("/dashboard")).text).to.contain("Ada Lovelace");
    const [account] = await accounts();
    expect(account).to.include({ email: "ada@example.test", password: null, identity_count: 1 });
    expect(account.email_verified_at).to.be.a("number");
    expect(await eventsOf(world)).to.deep.equal(["registered", "identity_linked", "login"]);
  });

  it("signs in to the same account again, also when the address at the provider has changed", async () => {
    await provider();
    await signIn();
    there.account = { ...ADA, email: "countess@example.test" };
    const visitor = world.visitor();
    expect((await signIn(visitor)).headers["location"]).to.equal("/dashboard");
    expect(await accounts()).to.have.length(1);
    const identity = await world.services.knex("user_identities").first("email");
    expect(identity).to.deep.equal({ email: "countess@example.test" });
  });

  it("creates an account with an address that the provider says nothing about, if it is marked", async () => {
    await provider({ emails_are_verified: true });
    const { email_verified: _unsaid, ...account } = ADA;
    there.account = account;
    expect((await signIn()).headers["location"]).to.equal("/dashboard");
    expect((await accounts())[0].email_verified_at).to.be.a("number");
  });

  it("gives new accounts the role of the provider", async () => {
    const role = await world.make.role("staff", 5, []);
    await provider({ role_id: role.id });
    await signIn();
    expect(await world.services.knex("role_user").pluck("role_id")).to.deep.equal([role.id]);
  });

  it("creates accounts for the allowed domains, also while registration is off", async () => {
    await world.services.settings.write({ "auth.registration": "0" });
    await provider({ allowed_domains: ["example.org", "example.test"] });
    expect((await signIn()).headers["location"]).to.equal("/dashboard");
  });

  it("continues at the requested page", async () => {
    await provider();
    const answer = await signIn(world.visitor(), "?next=/user/tokens");
    expect(answer.headers["location"]).to.equal("/user/tokens");
  });

  it("works in two tabs of one browser", async () => {
    await provider();
    const visitor = world.visitor();
    const first = await begin(visitor);
    await begin(visitor);
    expect((await comeBack(visitor, await there.visit(first))).headers["location"]).to.equal("/dashboard");
  });

  it("asks for the second factor of the account, and meets an organisation's rules with both", async () => {
    await provider();
    const user = await world.make.user({ email: "ada@example.test" });
    const { code } = await world.make.twoFactor(user);
    await linkIdentity(world, user);
    const visitor = world.visitor();
    const answer = await signIn(visitor, "?next=/user/tokens");
    expect(answer.headers["location"]).to.equal("/two-factor-challenge");
    expect(visitor.sessionCookie).to.equal(undefined);
    await visitor.get("/two-factor-challenge");
    const answered = await visitor.submit("/two-factor-challenge", { code: await code() });
    expect(answered.headers["location"]).to.equal("/user/tokens");
    await makeOrganisation(world, user);
    const rules = { provider_id: FIRST, second_factor_required: true };
    await world.services.knex("organisations").update(rules);
    expect((await visitor.get("/organisations/acme")).status).to.equal(200);
  });

  it("doesn't count as a recent password, and an account without one confirms at the provider", async () => {
    await provider();
    const visitor = world.visitor();
    await signIn(visitor);
    const asked = await visitor.get("/user/passkeys/create");
    expect(asked.headers["location"]).to.equal("/user/confirm-password?next=%2Fuser%2Fpasskeys%2Fcreate");
    const { text } = await visitor.get(asked.headers["location"]!);
    const link = /href="(\/user\/confirm-password\/providers\/[^"]+)"/.exec(text)![1]!;
    const address = await begin(visitor, link);
    expect(new URL(address).searchParams.get("prompt")).to.equal("login");
    const answer = await comeBack(visitor, await there.visit(address));
    expect(answer.headers["location"]).to.equal("/user/passkeys/create");
    expect((await visitor.get("/user/passkeys/create")).status).to.equal(200);
  });

  it("is mailed from a new browser like any sign-in, and counted by its method", async () => {
    await provider();
    await signIn();
    expect(await queuedMails(world.services, "new_device")).to.be.empty;
    await signIn();
    expect(await queuedMails(world.services, "new_device")).to.have.length(1);
    const metrics = await world.services.metrics.registry.metrics();
    expect(metrics).to.match(/authdock_sign_ins_total\{method="provider",result="success"\} [1-9]/);
  });

  it("reads the providers once for many sign-in pages, and again after a change", async () => {
    await provider();
    const pages = async () => (await world.visitor().get("/login")).text;
    expect(await pages()).to.contain("Example");
    await world.services.knex("sign_in_providers").update({ name: "Renamed by hand" });
    expect(await pages()).to.contain("Sign in with Example");
    await makeProvider(world, { id: "019b0000-0000-7000-8000-000000000003", name: "Another" });
    expect(await pages())
      .to.contain("Renamed by hand")
      .and.contain("Another");
  });

  it("lets the owner of a deleted account sign up again", async () => {
    await provider();
    await signIn();
    await world.services.knex("users").update({ deleted_at: 1 });
    expect((await signIn()).headers["location"]).to.equal("/dashboard");
    expect((await accounts()).map(({ identity_count }) => Number(identity_count)).sort()).to.deep.equal([
      0, 1,
    ]);
  });

  it("keeps passkeys removable while a provider signs in", async () => {
    await provider();
    const user = await world.make.user();
    await addPasskey(world, user);
    const { id } = await world.services.knex("passkeys").first("id");
    await linkIdentity(world, user);
    const { visitor } = await world.signedIn(user);
    await withoutPassword(world, user);
    await visitor.get("/user/security");
    const answer = await visitor.delete(`/user/passkeys/${id}`);
    expect(answer.headers["location"]).to.equal("/user/security#passkeys");
  });

  describe("is rejected", () => {
    const rejected = async (words: RegExp, visitor = world.visitor()) => {
      const answer = await signIn(visitor);
      const page = await follow(visitor, answer);
      expect(page.path).to.equal("/login");
      expect(page.text).to.match(words);
      expect(visitor.sessionCookie).to.equal(undefined);
    };

    it("with an unverified address", async () => {
      await provider();
      there.account = { ...ADA, email_verified: false };
      await rejected(/doesn't say that your email address is verified/);
      expect(await accounts()).to.be.empty;
    });

    it("without an address", async () => {
      await provider();
      there.account = { sub: "ada" };
      await rejected(/Example sent no email address/);
    });

    it("with an address of another domain, also when it is linked", async () => {
      await provider({ allowed_domains: ["example.org"] });
      await rejected(/needs an email address at example\.org/);
      await linkIdentity(world, await world.make.user());
      await rejected(/needs an email address at example\.org/);
    });

    it("with an address of a domain that ends like an allowed one", async () => {
      await provider({ allowed_domains: ["ample.test"] });
      await rejected(/needs an email address at ample\.test/);
    });

    it("without an account, when the provider creates none", async () => {
      await provider({ creates_accounts: false });
      await rejected(/No account here is linked/);
      expect(await accounts()).to.be.empty;
      expect(await eventsOf(world)).to.deep.equal(["login_failed"]);
    });

    it("for a banned account and any other that isn't active", async () => {
      await provider();
      const user = await world.make.user();
      await linkIdentity(world, user);
      for (const status of ["banned", "inactive"]) {
        await world.services.knex("users").where({ id: user.id }).update({ status });
        await rejected(/isn't active|not active|inactive/i);
      }
    });

    it("when the user cancels at the provider", async () => {
      await provider();
      there.denies = true;
      await rejected(/You cancelled the sign-in with Example/);
      there.denies = false;
    });

    it("when the provider was turned off in the meantime", async () => {
      await provider();
      const visitor = world.visitor();
      const address = await begin(visitor);
      await world.services.knex("sign_in_providers").update({ is_enabled: false });
      const page = await follow(visitor, await comeBack(visitor, await there.visit(address)));
      expect(page.text).to.contain("Sign-in with Example is turned off");
      expect((await follow(visitor, await visitor.get(`/auth/providers/${FIRST}`))).text).to.contain(
        "is turned off",
      );
    });

    it("at an unknown provider", async () => {
      for (const id of [FIRST, "ä", "x".repeat(300)])
        expect((await world.visitor().get(`/auth/providers/${encodeURIComponent(id)}`)).status).to.equal(404);
    });

    it("after signing in with another account in the meantime", async () => {
      await provider();
      const visitor = world.visitor();
      const address = await begin(visitor);
      await visitor.signIn(await world.make.user());
      const page = await follow(visitor, await comeBack(visitor, await there.visit(address)));
      expect(page.path).to.equal("/user/security");
      expect(page.text).to.contain("you're signed in with another account now");
    });

    it("as a way out of the service", async () => {
      await provider();
      for (const next of ["https://evil.example", "//evil.example", "/\\evil.example", "/%2fevil.example"]) {
        const answer = await signIn(world.visitor(), `?next=${encodeURIComponent(next)}`);
        expect(answer.headers["location"], next).to.equal("/dashboard");
      }
    });

    it("as the confirmation of an account that has a password, or that isn't linked", async () => {
      await provider();
      const { user, visitor } = await world.signedIn();
      const confirm = async () =>
        comeBack(
          visitor,
          await there.visit(await begin(visitor, `/user/confirm-password/providers/${FIRST}`)),
        );
      await linkIdentity(world, user);
      expect((await follow(visitor, await confirm())).text).to.contain("isn't linked to your account");
      await withoutPassword(world, user);
      expect((await confirm()).headers["location"]).to.equal("/dashboard");
      await world.services.knex("user_identities").update({ subject: "someone else" });
      expect((await follow(visitor, await confirm())).text).to.contain("isn't linked to your account");
    });
  });
});
