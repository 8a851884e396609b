import { expect } from "chai";
import { HOUR, MINUTE } from "../../../src/lib/clock.js";
import { invited } from "../../support/app/invited.js";
import { PASSWORD } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { addPasskey } from "../../support/passkeys/passkeys.js";
import { CraftedProvider } from "../../support/providers/crafted-provider.js";
import {
  begin,
  comeBack,
  eventsOf,
  FIRST,
  follow,
  linkIdentity,
  makeProvider,
  SECOND,
  withoutPassword,
} from "../../support/providers/providers.js";

const LINK = `/user/providers/${FIRST}/link`;

describe("Linking an account at a provider", () => {
  const world = useWorld();
  const there = new CraftedProvider();
  before(() => there.start());
  after(() => there.server.stop());
  beforeEach(async () => {
    there.reset();
    await makeProvider(world, { issuer: there.issuer });
  });

  const identities = () => world.services.knex("user_identities").select("user_id", "subject", "email");
  const arrive = async (visitor: Visitor, path?: string) =>
    comeBack(visitor, there.visit(await begin(visitor, path)));
  /** Confirms on the page that the provider's answer leads to. */
  const confirm = async (visitor: Visitor, page: string) => {
    await visitor.get(page);
    return follow(visitor, await visitor.submit(page));
  };

  it("from the security page asks the owner, who gets a mail", async () => {
    const { user, visitor } = await world.signedIn();
    expect(textOf(await visitor.get("/user/security"))).to.contain(
      "No providers are linked yet. Link Example",
    );
    const answer = await arrive(visitor, LINK);
    const page = answer.headers["location"]!;
    expect(textOf(await visitor.get(page))).to.contain(
      `Link the Example account ada@example.test to your account ${user.email}?`,
    );
    expect(await identities()).to.be.empty;
    const done = await confirm(visitor, page);
    expect(done.path).to.equal("/user/security");
    expect(done.text).to.contain("Example is linked.").and.contain("ada@example.test");
    expect(await identities()).to.deep.equal([
      { user_id: user.id, subject: "ada", email: "ada@example.test" },
    ]);
    expect((await queuedMails(world.services, "identity_linked"))[0]!.text).to.contain("ada@example.test");
    expect(await eventsOf(world)).to.deep.equal(["login", "identity_linked"]);
  });

  it("with the address of an account here needs that account's password and the owner's confirmation", async () => {
    const user = await world.make.user({ email: "ada@example.test" });
    const visitor = world.visitor();
    const asked = await arrive(visitor);
    expect(visitor.sessionCookie).to.equal(undefined);
    expect(asked.headers["location"]).to.match(/^\/login\?next=%2Fuser%2Fproviders%2Flinks%2F/);
    const login = await visitor.get(asked.headers["location"]!);
    expect(textOf(login)).to.contain(
      "An account here has the address ada@example.test of your Example account.",
    );
    const next = new URL(asked.headers["location"]!, "http://x").searchParams.get("next")!;
    const entered = await visitor.submit("/login", { email: user.email, password: PASSWORD, next });
    expect(entered.headers["location"]).to.equal(next);
    expect(await identities()).to.be.empty;
    expect((await confirm(visitor, next)).text).to.contain("Example is linked.");
    expect((await arrive(world.visitor())).headers["location"]).to.equal("/dashboard");
    expect(await world.services.knex("users").pluck("identity_count")).to.deep.equal([1]);
  });

  it("with an address that registers here at the same moment needs that account's password, too", async () => {
    const { authority } = world.services;
    const current = authority.current.bind(authority);
    authority.current = async () => {
      authority.current = current;
      await world.make.user({ email: "ada@example.test" });
      return current();
    };
    const asked = await arrive(world.visitor());
    expect(asked.headers["location"]).to.match(/^\/login\?next=%2Fuser%2Fproviders%2Flinks%2F/);
    expect(await world.services.knex("users").pluck("email")).to.deep.equal(["ada@example.test"]);
  });

  it("with the address of an invitation says in both languages that it must be opened first", async () => {
    await invited(world.services, { email: "ada@example.test" });
    for (const [language, words] of [
      ["en", "You've been invited with the address ada@example.test. Open the link in that email first."],
      ["tr", "ada@example.test adresiyle davet edildiniz."],
    ] as const) {
      const visitor = world.visitor();
      visitor.cookies.set("authdock_locale", language);
      const page = await follow(visitor, await arrive(visitor));
      expect(page.path).to.equal("/login");
      expect(page.text).to.contain(words);
    }
    expect(await identities()).to.be.empty;
  });

  it("needs a recent password", async () => {
    world.freezeTime();
    const { visitor } = await world.signedIn();
    world.advance(HOUR);
    expect((await visitor.get(LINK)).headers["location"]).to.match(/^\/user\/confirm-password/);
  });

  it("works for several providers", async () => {
    await makeProvider(world, { id: SECOND, name: "Other", issuer: there.issuer });
    const { visitor } = await world.signedIn();
    for (const id of [FIRST, SECOND])
      await confirm(visitor, (await arrive(visitor, `/user/providers/${id}/link`)).headers["location"]!);
    expect(await identities()).to.have.length(2);
  });

  it("can be removed, which is mailed", async () => {
    const { user, visitor } = await world.signedIn();
    const { id } = await linkIdentity(world, user);
    await visitor.get("/user/security");
    const done = await follow(visitor, await visitor.delete(`/user/providers/${id}`));
    expect(done.text).to.contain("The link was removed.");
    expect(await identities()).to.be.empty;
    expect(await world.services.knex("users").pluck("identity_count")).to.deep.equal([0]);
    expect(await queuedMails(world.services, "identity_removed")).to.have.length(1);
  });

  it("can be removed where a passkey or another enabled provider signs in", async () => {
    await makeProvider(world, { id: SECOND, name: "Other" });
    const { user, visitor } = await world.signedIn();
    const first = await linkIdentity(world, user);
    const second = await linkIdentity(world, user, { provider: SECOND });
    await withoutPassword(world, user);
    await visitor.get("/user/security");
    expect((await visitor.delete(`/user/providers/${first.id}`)).status).to.equal(303);
    await addPasskey(world, user);
    expect((await visitor.delete(`/user/providers/${second.id}`)).status).to.equal(303);
  });

  describe("is rejected", () => {
    const expectRejection = async (visitor: Visitor, path: string | undefined, words: string) => {
      const before = await identities();
      const answer = await arrive(visitor, path);
      const page = answer.headers["location"]!;
      const shown = page.includes("/links/") ? await confirm(visitor, page) : await follow(visitor, answer);
      expect(shown.text).to.contain(words);
      expect(await identities()).to.deep.equal(before);
    };

    it("with an unverified address", async () => {
      there.claims = { email_verified: false };
      const { visitor } = await world.signedIn();
      await expectRejection(visitor, LINK, "doesn't say that your email address is verified");
      await world.make.user({ email: "ada@example.test" });
      await expectRejection(world.visitor(), undefined, "doesn't say that your email address is verified");
    });

    it("with the address of another account", async () => {
      await world.make.user({ email: "ada@example.test" });
      const { visitor } = await world.signedIn();
      await expectRejection(visitor, LINK, "belongs to another account here");
    });

    it("when it is linked to another account, or this account is linked already", async () => {
      await linkIdentity(world, await world.make.user());
      const { user, visitor } = await world.signedIn();
      await expectRejection(visitor, LINK, "is linked to another account");
      await world.services.knex("user_identities").update({ user_id: user.id, subject: "someone" });
      await expectRejection(visitor, LINK, "already linked to Example");
    });

    it("with another domain", async () => {
      await world.services.knex("sign_in_providers").update({ allowed_domains: '["example.org"]' });
      const { visitor } = await world.signedIn();
      await expectRejection(visitor, LINK, "needs an email address at example.org");
    });

    it("for another account than the one with the address", async () => {
      await world.make.user({ email: "ada@example.test" });
      const other = await world.make.user();
      const visitor = world.visitor();
      const page = new URL((await arrive(visitor)).headers["location"]!, "http://x").searchParams.get(
        "next",
      )!;
      await visitor.signIn(other);
      const shown = await follow(visitor, await visitor.get(page));
      expect(shown.text).to.contain("belongs to another account");
      expect((await follow(visitor, await visitor.submit(page))).text).to.contain(
        "belongs to another account",
      );
      expect(await identities()).to.be.empty;
    });

    it("in another browser, twice, late, and without the form's token", async () => {
      const { user, visitor } = await world.signedIn();
      const page = (await arrive(visitor, LINK)).headers["location"]!;
      const { visitor: elsewhere } = await world.signedIn(user);
      await elsewhere.get("/profile");
      expect((await follow(elsewhere, await elsewhere.submit(page))).text).to.contain("has expired");
      expect((await visitor.submit(page, { _csrf: "wrong" })).status).to.equal(419);
      expect((await confirm(visitor, page)).text).to.contain("is linked");
      expect((await follow(visitor, await visitor.submit(page))).text).to.contain("has expired");
      const late = (await arrive(visitor, LINK)).headers["location"]!;
      world.advance(15 * MINUTE);
      expect((await follow(visitor, await visitor.get(late))).path).to.be.oneOf([
        "/user/security",
        "/user/confirm-password",
      ]);
    });

    it("of the last way to sign in, with an explanation", async () => {
      await makeProvider(world, { id: SECOND, name: "Other", is_enabled: false });
      const { user, visitor } = await world.signedIn();
      const { id } = await linkIdentity(world, user);
      await linkIdentity(world, user, { provider: SECOND });
      await withoutPassword(world, user);
      expect(textOf(await visitor.get("/user/security"))).to.contain("This is the only way to sign in");
      const answer = await visitor.delete(`/user/providers/${id}`);
      expect(answer.status).to.equal(422);
      expect(textOf(answer)).to.contain("Set a password, add a passkey or link another provider first");
    });

    it("of someone else's link", async () => {
      const { id } = await linkIdentity(world, await world.make.user());
      const { visitor } = await world.signedIn();
      await visitor.get("/user/security");
      for (const path of [id, "ä"])
        expect((await visitor.delete(`/user/providers/${encodeURIComponent(path)}`)).status).to.equal(404);
    });

    it("for guests", async () => {
      expect((await world.visitor().get(LINK)).headers["location"]).to.match(/^\/login/);
    });
  });
});
