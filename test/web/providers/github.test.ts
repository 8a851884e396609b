import { expect } from "chai";
import { useWorld } from "../../support/app/world.js";
import { FakeGitHub } from "../../support/providers/fake-github.js";
import { begin, comeBack, follow, makeProvider } from "../../support/providers/providers.js";

describe("Signing in with GitHub", () => {
  const world = useWorld();
  const github = new FakeGitHub();
  before(async () => {
    await github.start();
    world.services.github = github.addresses;
  });
  after(() => github.server.stop());
  beforeEach(async () => {
    github.reset();
    await makeProvider(world, { kind: "github", name: "GitHub", scopes: "user:email" });
  });

  const signIn = async (visitor = world.visitor()) => comeBack(visitor, github.visit(await begin(visitor)));
  const account = () =>
    world.services.knex("users").first("first_name", "last_name", "email", "identity_count");

  it("leads to GitHub with a state and PKCE", async () => {
    const { origin, pathname, searchParams } = new URL(await begin(world.visitor()));
    expect(origin + pathname).to.equal(github.addresses.authorize);
    expect(Object.fromEntries(searchParams)).to.include({
      client_id: "authdock",
      response_type: "code",
      scope: "user:email",
      code_challenge_method: "S256",
    });
    expect(searchParams.get("state")).to.match(/^[\w-]{43}$/);
  });

  it("creates an account with the primary address", async () => {
    const visitor = world.visitor();
    expect((await signIn(visitor)).headers["location"]).to.equal("/dashboard");
    expect(await account()).to.deep.equal({
      first_name: "Mona Lisa",
      last_name: "Octocat",
      email: "mona@example.test",
      identity_count: 1,
    });
  });

  it("takes the user name where GitHub knows no name", async () => {
    github.user = { id: 1, login: "octocat", name: null };
    await signIn();
    expect(await account()).to.include({ first_name: "octocat", last_name: "octocat" });
  });

  it("recognises the account by its number, also under another name", async () => {
    await signIn();
    github.user = { id: 583231, login: "renamed", name: null };
    github.emails = [{ email: "new@example.test", primary: true, verified: true }];
    expect((await signIn()).headers["location"]).to.equal("/dashboard");
    expect(await world.services.knex("users").pluck("email")).to.deep.equal(["mona@example.test"]);
  });

  describe("is rejected", () => {
    const expectRejection = async (words: string) => {
      const visitor = world.visitor();
      const page = await follow(visitor, await signIn(visitor));
      expect(page.path).to.equal("/login");
      expect(page.text).to.contain(words);
      expect(await account()).to.equal(undefined);
    };

    it("when the primary address isn't verified, whatever other addresses there are", async () => {
      github.emails = [
        { email: "mona@example.test", primary: true, verified: false },
        { email: "other@example.test", primary: false, verified: true },
      ];
      await expectRejection("GitHub doesn't say that your email address is verified");
    });

    it("when GitHub rejects the code", async () => {
      github.rejectsCodes = true;
      await expectRejection("The sign-in with GitHub failed");
    });

    it("with the code of another sign-in, whose verifier differs", async () => {
      const victim = github.visit(await begin(world.visitor()));
      const visitor = world.visitor();
      const back = github.visit(await begin(visitor));
      back.searchParams.set("code", victim.searchParams.get("code")!);
      const page = await follow(visitor, await comeBack(visitor, back));
      expect(page.text).to.contain("The sign-in with GitHub failed");
    });

    it("when GitHub's answer names no account", async () => {
      for (const user of [{ message: "Bad credentials" }, { id: "583231" }, { id: null }]) {
        github.user = user;
        await expectRejection("The sign-in with GitHub failed");
      }
    });
  });
});
