import { expect } from "chai";
import { useImporting } from "../support/app/importing.js";
import { useWorld } from "../support/app/world.js";
import { OpenIdProvider } from "../support/providers/openid-provider.js";
import {
  ADA,
  begin,
  callbackOf,
  comeBack,
  FIRST,
  linkIdentity,
  makeProvider,
  SECOND,
} from "../support/providers/providers.js";

/** A user of Keycloak who signs in with a provider. */
const row = (name: string, userId: string, identityProvider = "corp") => ({
  ...{ email: `${name}@example.test`, username: name },
  federatedIdentities: [{ identityProvider, userId, userName: name }],
});

describe("The accounts at providers of an imported account", () => {
  const world = useWorld();
  const { cli, file, lines, importing, account } = useImporting(world);
  const there = new OpenIdProvider();
  before(() => there.start([callbackOf(world, FIRST)]));
  after(() => there.server.stop());
  beforeEach(async () => {
    there.account = ADA;
    await makeProvider(world, { issuer: there.issuer, creates_accounts: false });
  });
  const issuers = (): string => file("issuers.json", JSON.stringify({ corp: there.issuer }));
  const options = (): string[] => ["--without-passwords", "--issuers", issuers()];
  const subjects = async (email: string): Promise<string[]> =>
    (await world.services
      .knex("user_identities")
      .where({ user_id: (await account(email)).id })
      .pluck("subject")) as string[];

  it("sign in here as they did there", async () => {
    const { carried } = await importing(lines(row("grace", ADA.sub)), "keycloak", ...options());
    expect(carried).to.deep.equal({ identities: { in_file: 1, carried: 1 } });
    expect(await account("grace@example.test")).to.include({ identity_count: 1 });
    const visitor = world.visitor();
    const answer = await comeBack(visitor, await there.visit(await begin(visitor)));
    expect(answer.headers["location"]).to.equal("/dashboard");
    expect((await visitor.get("/dashboard")).text).to.contain("grace");
  });

  it("belong to providers that are known by the names of Auth0, Devise, Supabase and others", async () => {
    await makeProvider(world, { id: SECOND, name: "Google", issuer: "https://accounts.google.com" });
    const social = { user_id: "10", connection: "google-oauth2", provider: "google-oauth2", isSocial: true };
    const own = { user_id: "5f", connection: "Username-Password-Authentication", provider: "auth0" };
    await importing(lines({ email: "auth0@example.test", identities: [own, social] }), "auth0");
    const devise = { email: "devise@example.test", provider: "google_oauth2", uid: "11" };
    await importing(lines(devise), "devise", "--without-passwords");
    const identities = JSON.stringify([{ provider: "google", subject: "12" }]);
    await importing(lines({ email: "supabase@example.test", identities }), "supabase", "--without-passwords");
    const issuer = [{ issuer: "https://accounts.google.com/", subject: 13 }];
    await importing(
      lines({ email: "any@example.test", identities: issuer }),
      "django",
      "--without-passwords",
    );
    const found = await Promise.all(
      ["auth0", "devise", "supabase", "any"].map((name) => subjects(`${name}@example.test`)),
    );
    expect(found.flat()).to.deep.equal(["10", "11", "12", "13"]);
  });

  it("aren't read from metadata of Supabase, which people change themselves", async () => {
    await makeProvider(world, { id: SECOND, name: "Google", issuer: "https://accounts.google.com" });
    const user = {
      email: "eve@example.test",
      raw_app_meta_data: { provider: "google", providers: ["google"] },
      raw_user_meta_data: { name: "Eve Adams", provider_id: "10", sub: "10" },
    };
    const { carried } = await importing(lines(user), "supabase", "--without-passwords");
    expect(carried).to.deep.equal({ identities: { in_file: 1, carried: 0 } });
    expect(await subjects("eve@example.test")).to.deep.equal([]);
  });

  it("are counted by provider when that isn't configured, and follow with --update", async () => {
    const path = lines(row("ada", "1"), row("eve", "2", "github"), row("mary", "3", "github"));
    const { output } = await cli("import", "users", path, "--from", "keycloak", ...options());
    expect(output).to.contain("Providers that aren't configured: github (2 rows)\n");
    expect(output).to.match(/identities +3 +1\n/);
    await makeProvider(world, { id: SECOND, kind: "github", name: "GitHub" });
    await importing(path, "keycloak", ...options(), "--update");
    expect(await importing(path, "keycloak", ...options(), "--update")).to.deep.include({
      updated: 3,
      carried: { identities: { in_file: 3, carried: 3 } },
    });
    expect(await subjects("eve@example.test")).to.deep.equal(["2"]);
    expect(await account("eve@example.test")).to.include({ identity_count: 1 });
  });

  it("come back after the import was undone", async () => {
    const path = lines(row("ada", "1"));
    const { run } = await importing(path, "keycloak", ...options());
    await cli("import", "undo", String(run));
    await importing(path, "keycloak", ...options());
    expect(await subjects("ada@example.test")).to.deep.equal(["1"]);
  });

  it("are lost when another account has them", async () => {
    const holder = await world.make.user({ email: "holder@example.test" });
    await linkIdentity(world, holder, { subject: "1" });
    const path = lines(row("ada", "1"), row("eve", "2"), row("mary", "2"));
    expect(await importing(path, "keycloak", ...options())).to.deep.include({
      created: 3,
      carried: { identities: { in_file: 3, carried: 1 } },
    });
    expect(await subjects("holder@example.test")).to.deep.equal(["1"]);
    expect(await subjects("eve@example.test")).to.deep.equal(["2"]);
    expect(await subjects("mary@example.test")).to.be.empty;
  });
});
