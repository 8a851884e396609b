import { expect } from "chai";
import { settingsAdmin } from "../../support/app/settings.js";
import { decode, textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { CraftedProvider } from "../../support/providers/crafted-provider.js";
import { CLIENT } from "../../support/providers/openid-provider.js";
import {
  begin,
  comeBack,
  eventsOf,
  FIRST,
  follow,
  linkIdentity,
  makeProvider,
} from "../../support/providers/providers.js";

const LIST = "/admin/settings/providers";
const EDIT = `${LIST}/${FIRST}`;

describe("The settings of sign-in providers", () => {
  const world = useWorld();
  const there = new CraftedProvider();
  before(() => there.start());
  after(() => there.server.stop());
  beforeEach(() => there.reset());

  const fields = (changes: object = {}) => ({
    name: "Example",
    issuer: there.issuer,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    scopes: "",
    allowed_domains: "",
    creates_accounts: ["0", "1"],
    is_enabled: ["0", "1"],
    ...changes,
  });
  const row = () => world.services.knex("sign_in_providers").first();
  const formIdIn = (text: string): string => decode(/name="_form" value="([^"]+)"/.exec(text)![1]!);
  const add = async (visitor: Visitor, changes: object = {}) => {
    const { text } = await visitor.get(`${LIST}/create`);
    return visitor.submit(LIST, { _form: formIdIn(text), ...fields(changes) });
  };

  it("mark the addresses of a provider as verified, with a warning and a record of who did", async () => {
    const { user, visitor } = await settingsAdmin(world);
    const { text } = await visitor.get(`${LIST}/create`);
    expect(text)
      .to.contain("Only for a directory that you control")
      .and.not.match(/emails_are_verified"[^>]*checked/);
    await add(visitor);
    const { id } = await row();
    expect(Boolean((await row()).emails_are_verified)).to.equal(false);
    await visitor.put(`${LIST}/${id}`, { emails_are_verified: ["0", "1"] });
    expect((await visitor.get(`${LIST}/${id}`)).text).to.match(/emails_are_verified"[^>]*\schecked/);
    const entry = await world.services.knex("activity_log").where({ event: "provider_updated" }).first();
    expect(entry.actor_id).to.equal(user.id);
    expect(JSON.parse(entry.changes)).to.deep.equal({ emails_are_verified: { before: false, after: true } });
    const guest = world.visitor();
    there.claims = { email_verified: undefined };
    const back = there.visit(await begin(guest, `/auth/providers/${id}`));
    expect((await comeBack(guest, back)).headers["location"]).to.equal("/dashboard");
    await visitor.put(`${LIST}/${id}`, { name: "Renamed" });
    expect(Boolean((await row()).emails_are_verified)).to.equal(true);
    await visitor.put(`${LIST}/${id}`, { emails_are_verified: ["0"] });
    expect(Boolean((await row()).emails_are_verified)).to.equal(false);
  });

  it("don't offer the mark for GitHub, which says which addresses are verified", async () => {
    await makeProvider(world, { kind: "github" });
    const { visitor } = await settingsAdmin(world);
    expect((await visitor.get(EDIT)).text).not.to.contain("emails_are_verified");
    await visitor.put(EDIT, { emails_are_verified: ["0", "1"] });
    expect(Boolean((await row()).emails_are_verified)).to.equal(false);
  });

  it("add a provider under the redirect address that the form showed, with which people sign in", async () => {
    const { visitor } = await settingsAdmin(world);
    const { text } = await visitor.get(`${LIST}/create`);
    const shown = /id="redirect-address"[^>]*>([^<]+)</.exec(text)![1]!;
    const answer = await visitor.submit(LIST, { _form: formIdIn(text), ...fields() });
    const page = await follow(visitor, answer);
    expect(page.text).to.contain("Example was added.").and.contain(shown);
    const { id } = await row();
    expect(shown).to.contain(id);
    const guest = world.visitor();
    expect(textOf(await guest.get("/login"))).to.contain("Sign in with Example");
    const back = there.visit(await begin(guest, `/auth/providers/${id}`));
    expect(back.href.startsWith(shown)).to.equal(true);
    expect((await comeBack(guest, back)).headers["location"]).to.equal("/dashboard");
    expect(textOf(await visitor.get(LIST))).to.contain("1 linked account");
  });

  it("store the secret encrypted, show it nowhere, and keep it when the field is blank", async () => {
    const { visitor } = await settingsAdmin(world);
    const page = await follow(visitor, await add(visitor));
    const { id, client_secret: stored } = await row();
    expect(stored).not.to.contain(CLIENT.secret);
    const answer = await visitor.put(`${LIST}/${id}`, { name: "Renamed", client_secret: "" });
    expect(answer.status).to.equal(303);
    expect(await row()).to.include({ name: "Renamed", client_secret: stored, client_id: CLIENT.id });
    await visitor.put(`${LIST}/${id}`, { client_secret: "another" });
    expect((await row()).client_secret).not.to.equal(stored);
    expect(page.text + (await visitor.get(`${LIST}/${id}`)).text).not.to.contain(CLIENT.secret);
    const log = JSON.stringify(await world.services.knex("activity_log").select("changes"));
    expect(log).not.to.contain(CLIENT.secret).and.not.to.contain("another");
    expect(await eventsOf(world)).to.include.members(["provider_created", "provider_updated"]);
  });

  it("turn a provider off and on, from the next page of every process", async () => {
    await makeProvider(world, { issuer: there.issuer });
    const { visitor } = await settingsAdmin(world);
    await visitor.get(EDIT);
    await visitor.put(EDIT, { is_enabled: ["0"] });
    expect((await world.visitor().get("/login")).text).not.to.contain("Example");
    expect(textOf(await visitor.get(LIST))).to.contain("Example Off");
    await visitor.put(EDIT, { is_enabled: ["0", "1"] });
    expect((await world.visitor().get("/login")).text).to.contain("Sign in with Example");
  });

  it("remove the end of the discovery address, and write domains as addresses have them", async () => {
    const { visitor } = await settingsAdmin(world);
    await add(visitor, {
      issuer: `${there.issuer}/.well-known/openid-configuration`,
      allowed_domains: "@Example.ORG\r\n\r\nexample.org\n beispiel.example ",
    });
    const { issuer, allowed_domains: domains, scopes } = await row();
    expect([issuer, JSON.parse(domains), scopes]).to.deep.equal([
      there.issuer,
      ["example.org", "beispiel.example"],
      "openid profile email",
    ]);
  });

  it("delete a provider with its links", async () => {
    await makeProvider(world);
    await linkIdentity(world, await world.make.user());
    const { visitor } = await settingsAdmin(world);
    expect(textOf(await visitor.get(EDIT))).to.contain("1 linked account");
    const page = await follow(visitor, await visitor.delete(EDIT));
    expect(page.text).to.contain("Example was deleted.").and.contain("No providers yet.");
    expect(await world.services.knex("user_identities").pluck("id")).to.be.empty;
    expect(await world.services.knex("users").where("identity_count", ">", 0).pluck("id")).to.be.empty;
    expect((await world.visitor().get("/login")).text).not.to.contain("Example");
  });

  it("test the connection and say in words what is wrong", async () => {
    await makeProvider(world, { issuer: there.issuer });
    const { visitor } = await settingsAdmin(world);
    await visitor.get(EDIT);
    const tested = async () => (await follow(visitor, await visitor.submit(`${EDIT}/test`))).text;
    expect(await tested()).to.contain("The connection works.");
    there.instead = (_request, response) => Boolean(response.end("<html>"));
    expect(await tested()).to.contain("isn't an OpenID provider");
    there.instead = (request) => Boolean(request.socket.destroy());
    expect(await tested()).to.contain("can't be reached");
    there.instead = null;
    there.metadata = { issuer: "https://evil.example" };
    expect(await tested()).to.contain("names another issuer");
    there.metadata = { authorization_endpoint: undefined };
    expect(await tested()).to.contain("isn't an OpenID provider");
  });

  it("are found by the search", async () => {
    const { visitor } = await settingsAdmin(world);
    expect((await visitor.get("/search?search=sign-in+prov")).text).to.contain(LIST);
  });

  describe("reject", () => {
    it("what a provider can't have, with the entered values and without the secret", async () => {
      const { visitor } = await settingsAdmin(world);
      const answer = await add(visitor, {
        name: "",
        issuer: "http://issuer.example",
        client_id: "",
        scopes: "email",
        allowed_domains: "not a domain",
      });
      expect(answer.status).to.equal(422);
      const text = textOf(answer);
      for (const words of ["must start with https", "must include openid", "“not a domain” isn't a domain"])
        expect(text).to.contain(words);
      expect(answer.text).to.contain('value="http://issuer.example"').and.not.contain(CLIENT.secret);
      for (const issuer of [
        "issuer",
        "https://a.example/?x=1",
        "https://a:b@c.example",
        "javascript:alert(1)",
        "",
      ])
        expect((await add(visitor, { issuer })).status, issuer).to.equal(422);
      expect((await add(visitor, { client_secret: "" })).status).to.equal(422);
      expect(await row()).to.equal(undefined);
    });

    it("blank fields, and say what to enter; the allowed domains are optional", async () => {
      const { visitor } = await settingsAdmin(world);
      const answer = await add(visitor, { name: "", issuer: "", client_id: "", client_secret: "" });
      expect(answer.status).to.equal(422);
      const text = textOf(answer);
      for (const words of [
        "Enter a name.",
        "Enter an issuer.",
        "Enter a client ID.",
        "Enter a client secret.",
      ])
        expect(text).to.contain(words);
      expect(text).to.contain("Allowed domains optional");
    });

    it("issuers of Microsoft Entra ID for all tenants", async () => {
      const { visitor } = await settingsAdmin(world);
      for (const tenant of ["common", "organizations", "consumers", "{tenantid}"]) {
        const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`;
        expect(textOf(await add(visitor, { issuer })), tenant).to.contain("Enter your own tenant's");
      }
      expect(await row()).to.equal(undefined);
    });

    it("a name that another provider has, and the same form twice", async () => {
      await makeProvider(world);
      const { visitor } = await settingsAdmin(world);
      expect(textOf(await add(visitor))).to.contain("Another provider has this name");
      const { text } = await visitor.get(`${LIST}/create`);
      const form = { _form: formIdIn(text), ...fields({ name: "Second" }) };
      await visitor.submit(LIST, form);
      expect((await follow(visitor, await visitor.submit(LIST, form))).text).to.contain("was added already");
    });

    it("another issuer or type of an existing provider", async () => {
      await makeProvider(world, { issuer: there.issuer });
      const { visitor } = await settingsAdmin(world);
      await visitor.get(EDIT);
      await visitor.put(EDIT, { name: "Example", issuer: "https://evil.example", kind: "github" });
      expect(await row()).to.include({ issuer: there.issuer, kind: "oidc" });
    });

    it("roles that the administrator can't assign, and providers that give them", async () => {
      const { visitor } = await settingsAdmin(world, ["settings.read", "settings.update", "roles.read"]);
      expect((await add(visitor, { role: "system_admin" })).status).to.equal(403);
      expect((await add(visitor, { role: "admin" })).status).to.equal(403);
      const { id: role_id } = await world.services.knex("roles").where({ name: "admin" }).first("id");
      await makeProvider(world, { role_id });
      expect(textOf(await visitor.get(EDIT))).to.contain("You can't change this provider");
      expect((await visitor.put(EDIT, { name: "Mine" })).status).to.equal(403);
      expect((await visitor.delete(EDIT)).status).to.equal(403);
    });

    it("users who can only read them, and everyone else", async () => {
      await makeProvider(world);
      const { visitor } = await settingsAdmin(world, ["settings.read"]);
      expect((await visitor.get(EDIT)).text).not.to.contain("Delete");
      expect((await visitor.get(`${LIST}/create`)).status).to.equal(403);
      for (const answer of [visitor.submit(LIST, fields()), visitor.put(EDIT, {}), visitor.delete(EDIT)])
        expect((await answer).status).to.equal(403);
      const { visitor: user } = await world.signedIn();
      expect((await user.get(LIST)).status).to.equal(403);
      expect((await visitor.get(`${LIST}/ä`)).status).to.equal(404);
    });
  });
});
