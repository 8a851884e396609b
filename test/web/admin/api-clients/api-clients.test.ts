import { expect } from "chai";
import { createApp } from "../../../../src/app.js";
import { createClient } from "../../../../src/domain/oauth/clients/clients.js";
import { revokeAccess } from "../../../../src/domain/credentials/revoke-user-access.js";
import { ActionForbidden } from "../../../../src/lib/failures.js";
import { DAY, MINUTE } from "../../../../src/lib/clock.js";
import { sha256 } from "../../../../src/lib/secrets.js";
import { OAuthClient } from "../../../../src/models/oauth-client.js";
import { PASSWORD } from "../../../support/app/factories.js";
import { makeClient, makeClientToken, makeCodes, makeGrant } from "../../../support/oauth/oauth.js";
import { textOf, Visitor, type Fields } from "../../../support/app/web.js";
import { useWorld } from "../../../support/app/world.js";
import { signedInCaller } from "../../../support/app/caller.js";

const LIST = "/admin/api-clients";
const CREATE = `${LIST}/create`;
const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
const SECRET = /adk_cs_[0-9A-Za-z]{49}/g;

const OPTIONS: Fields = {
  name: "Team calendar",
  type: "confidential",
  grant_types: ["authorization_code", "refresh_token"],
  redirect_uris: "https://client.example.test/callback",
  may_introspect: "0",
};

describe("API clients", () => {
  const world = useWorld();
  const rows = (): Promise<OAuthClient[]> => OAuthClient.query(world.services.knex).orderBy("id").execute();
  const events = async (event: string): Promise<Record<string, unknown>[]> =>
    world.services.knex("activity_log").where({ event });
  const hidden = (html: string, name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!;

  /** A user with exactly these permissions. */
  async function holding(...words: string[]): Promise<Visitor> {
    const name = `clients_${words.join("_")}`;
    await world.make.role(
      name,
      5,
      words.map((word) => `api-clients.${word}`),
    );
    return (await world.signedIn(await world.make.user({ role: name }))).visitor;
  }
  const admin = async (): Promise<Visitor> =>
    (await world.signedIn(await world.make.user({ role: "system_admin" }))).visitor;

  async function creating(fields: Fields = {}) {
    const visitor = await admin();
    const form = hidden((await visitor.get(CREATE)).text, "_form");
    const send = () => visitor.submit(LIST, { ...OPTIONS, _form: form, ...fields });
    return { visitor, send, answer: await send() };
  }

  beforeEach(() => world.freezeTime());

  it("have a form that marks optional fields and speaks only of fields that it has", async () => {
    const text = textOf(await (await admin()).get(CREATE));
    expect(text).to.contain("Addresses after sign-out optional").and.contain("Homepage optional");
    expect(text).not.to.contain("Redirect addresses optional").and.not.contain("protocol options");
  });

  it("are listed with a message when there are none", async () => {
    const visitor = await admin();
    const said = textOf(await visitor.get(LIST));
    expect(said)
      .to.contain("No applications yet")
      .and.contain("For example, a wiki whose users sign in here. New application");
    const reader = await holding("read");
    expect(textOf(await reader.get(LIST)))
      .to.contain("Ask someone with the permission to create the first one.")
      .and.not.contain("New application");
  });

  it("are created with a secret that is shown once and stored only as a hash", async () => {
    const { visitor, answer } = await creating({ may_introspect: ["0", "1"] });
    expect(answer.status).to.equal(201);
    expect(answer.headers["cache-control"]).to.contain("no-store");
    const [secret, ...more] = [...new Set(answer.text.match(SECRET)!)] as [string, ...string[]];
    expect(more).to.be.empty;
    const [row] = await rows();
    expect(row).to.deep.include({
      name: "Team calendar",
      type: "confidential",
      secret_hash: sha256(secret),
      grant_types: ["authorization_code", "refresh_token"],
      redirect_uris: ["https://client.example.test/callback"],
      may_introspect: true,
      revoked_at: null,
    });
    expect(answer.text).to.contain(row!.id);
    for (const path of [LIST, `${LIST}/${row!.id}`, CREATE, "/dashboard"])
      expect((await visitor.get(path)).text, path).not.to.contain("adk_cs_");
    await expectNowhere(secret, visitor);
  });

  /** Checks that the secret is in no table, log line or cookie. */
  async function expectNowhere(secret: string, visitor: Visitor): Promise<void> {
    const { knex } = world.services;
    const tables = ["oauth_clients", "activity_log", "mails", "sessions", "settings", "rate_limits", "users"];
    for (const table of tables) {
      const stored = JSON.stringify(await knex(table).select("*"), (_name, value: unknown) =>
        Buffer.isBuffer(value) ? value.toString("latin1") : value,
      );
      expect(stored, table).not.to.contain(secret).and.not.contain(secret.slice(7, 30));
    }
    expect(JSON.stringify(world.logs)).not.to.contain(secret.slice(7, 30));
    expect(JSON.stringify([...visitor.cookies])).not.to.contain(secret.slice(7, 30));
  }

  it("are created without a secret when they are public", async () => {
    const { visitor, answer } = await creating({
      type: "public",
      grant_types: ["authorization_code", DEVICE],
    });
    const [row] = await rows();
    expect(row).to.deep.include({ type: "public", secret_hash: null });
    expect(answer.status).to.equal(303);
    expect(answer.headers["location"]).to.equal(`${LIST}/${row!.id}/connect`);
    const connect = textOf(await visitor.get(`${LIST}/${row!.id}/connect`));
    expect(connect).to.contain("” was created. It has no secret.").and.contain("oidc-client-ts");
    const page = await visitor.get(`${LIST}/${row!.id}`);
    expect(textOf(page)).to.not.contain("Replace secret");
    expect(page.text).not.to.contain("adk_cs_").and.not.contain('name="may_introspect"');
  });

  for (const [kind, type, grants] of [
    ["web", "confidential", ["authorization_code", "refresh_token"]],
    ["single_page", "public", ["authorization_code", "refresh_token"]],
    ["native", "public", ["authorization_code", "refresh_token"]],
    ["device", "public", ["refresh_token", DEVICE]],
    ["machine", "confidential", ["client_credentials"]],
  ] as [string, string, string[]][])
    it(`get type and grants from their kind: ${kind}`, async () => {
      await creating({ kind, type: "", grant_types: [] });
      expect((await rows())[0]).to.deep.include({ type, grant_types: grants });
    });

  it("show their secret once in the settings to paste", async () => {
    const { visitor, answer } = await creating({ kind: "web" });
    const [secret] = answer.text.match(SECRET)!;
    const { id } = (await rows())[0]!;
    expect(textOf(answer)).to.contain(`client_id = ${id}`).and.contain(`client_secret = ${secret}`);
    const later = textOf(await visitor.get(`${LIST}/${id}/connect`));
    expect(later).to.contain(`client_id = ${id}`).and.contain("client_secret = SECRET");
  });

  it("can change their grants later, but not to none or to one that their type can't have", async () => {
    const { visitor } = await creating({ kind: "web" });
    const { id } = (await rows())[0]!;
    const save = (grants: string[]) =>
      visitor.put(`${LIST}/${id}`, {
        name: "Team calendar",
        redirect_uris: "https://client.example.test/callback",
        grant_types: ["", ...grants],
      });
    expect((await save(["authorization_code", "client_credentials"])).status).to.equal(303);
    expect((await rows())[0]!.grant_types).to.deep.equal(["authorization_code", "client_credentials"]);
    const none = await save([]);
    expect(none.status).to.equal(422);
    expect(textOf(none)).to.contain("Grants");
    expect((await save(["refresh_token"])).status).to.equal(422);
    expect((await rows())[0]!.grant_types).to.deep.equal(["authorization_code", "client_credentials"]);
  });

  it("need no redirect URI when no grant type needs one", async () => {
    const { answer } = await creating({ grant_types: "client_credentials", redirect_uris: "" });
    expect(answer.status).to.equal(201);
    expect((await rows())[0]!.redirect_uris).to.deep.equal([]);
  });

  it("have one redirect URI per line, without blank lines and surrounding spaces", async () => {
    await creating({
      redirect_uris:
        "\r\n  https://a.example.test/cb  \r\n\r\nhttp://127.0.0.1/cb\r\nhttp://localhost:8080/cb\r\n",
    });
    expect((await rows())[0]!.redirect_uris).to.deep.equal([
      "https://a.example.test/cb",
      "http://127.0.0.1/cb",
      "http://localhost:8080/cb",
    ]);
  });

  it("have a homepage, which a form without the field leaves as it is", async () => {
    const { visitor } = await creating({ homepage_url: " https://client.example.test/about " });
    const homepage = async () => (await rows())[0]!.homepage_url;
    expect(await homepage()).to.equal("https://client.example.test/about");
    const place = `${LIST}/${(await rows())[0]!.id}`;
    const form = { name: "Calendar", redirect_uris: "https://client.example.test/callback" };
    expect((await visitor.get(place)).text).to.contain('value="https://client.example.test/about"');
    await visitor.put(place, form);
    expect(await homepage()).to.equal("https://client.example.test/about");
    const rejected = await visitor.put(place, { ...form, homepage_url: "http://client.example.test" });
    expect(rejected.status).to.equal(422);
    expect(rejected.text).to.contain('id="edit-homepage_url-error"');
    await visitor.put(place, { ...form, homepage_url: "" });
    expect(await homepage()).to.equal(null);
  });

  it("are created once by a form that is sent twice: the second response shows no secret", async () => {
    const { visitor, send, answer } = await creating();
    const again = await send();
    expect(await rows()).to.have.length(1);
    expect(again.status).to.equal(303);
    expect(again.headers["location"]).to.equal(LIST);
    const next = await visitor.get(LIST);
    expect(textOf(next)).to.contain("This form was already sent, and the application exists.");
    expect(next.text).not.to.contain("adk_cs_");
    expect((await rows())[0]!.secret_hash).to.deep.equal(sha256(answer.text.match(SECRET)![0]));
    expect(await events("client_created")).to.have.length(1);
  });

  it("can't be created with a form id that the service didn't issue to this account", async () => {
    const { visitor } = await creating();
    const [first] = await rows();
    const other = hidden((await (await admin()).get(CREATE)).text, "_form");
    for (const form of [first!.id, other, "", "a.b", other.slice(0, -1)]) {
      const answer = await visitor.submit(LIST, { ...OPTIONS, _form: form });
      expect(answer.status, form).to.equal(201);
    }
    expect(await rows()).to.have.length(6);
  });

  it("are reported to their creator by mail and recorded without their secret", async () => {
    await creating();
    const [row] = await rows();
    const [created] = await events("client_created");
    expect(created).to.include({ subject_type: "oauth_client", subject_id: row!.id });
    expect(JSON.parse(created!["changes"] as string)).to.deep.equal({
      name: "Team calendar",
      type: "confidential",
      grant_types: ["authorization_code", "refresh_token"],
      redirect_uris: ["https://client.example.test/callback"],
      may_introspect: false,
    });
    const mail = await world.services.knex("mails").first();
    expect(mail).to.include({ kind: "client_created", user_id: created!["actor_id"] });
  });

  it("are listed with type, grants, tokens and date, and searched by name and id", async () => {
    const user = await world.make.user();
    const { client } = await makeClient(world, { name: "100% Şirket_takvimi" });
    await makeClient(world, { name: "Another", type: "public" });
    await makeGrant(world, { user, client });
    await makeClientToken(world, { client });
    const visitor = await admin();
    const all = textOf(await visitor.get(LIST));
    expect(all).to.contain(
      "Confidential Authorization code, Refresh token, Client credentials, Device code 3",
    );
    expect(all).to.contain("Another").and.contain("1 to 2 of 2");
    for (const search of ["100%", "t_t", "şirket", "Ş", client.id.slice(-12), "takvimi 100"]) {
      const said = textOf(await visitor.get(`${LIST}?search=${encodeURIComponent(search)}`));
      expect(said, search).to.contain("100% Şirket_takvimi").and.contain("1 to 1 of 1");
    }
    for (const search of ["100_", "%%", "x'y", "a,b", "\\"]) {
      const said = textOf(await visitor.get(`${LIST}?search=${encodeURIComponent(search)}`));
      expect(said, search).to.contain(`Nothing matches “${search}”.`);
    }
  });

  it("are sorted by column in both directions, in pages of fifteen", async () => {
    for (let number = 1; number <= 17; number++) {
      await makeClient(world, {
        name: number === 3 ? "client 03" : `Client ${String(number).padStart(2, "0")}`,
      });
      world.advance(DAY);
    }
    const visitor = await admin();
    const names = async (query: string): Promise<string[]> =>
      [...(await visitor.get(LIST + query)).text.matchAll(/api-clients\/[0-9a-f-]{36}">([^<]+)</g)].map(
        ([, name]) => name!.slice(-2),
      );
    expect((await names("")).join(" ")).to.equal("01 02 03 04 05 06 07 08 09 10 11 12 13 14 15");
    expect(await names("?page=2")).to.deep.equal(["16", "17"]);
    expect(await names("?page=99")).to.deep.equal(["16", "17"]);
    expect(await names("?sort=-created_at&page=2")).to.deep.equal(["02", "01"]);
    expect((await names("?sort=updated_at"))[0]).to.equal("01");
    expect((await names("?sort=-name"))[0]).to.equal("17");
    for (const sort of ["secret_hash", "-id", "name,id", "--name", "constructor"])
      expect((await names(`?sort=${sort}`))[0], sort).to.equal("01");
    const sorted = (await visitor.get(`${LIST}?sort=-name&search=client`)).text;
    expect(sorted).to.match(/aria-sort="descending">\s*<a href="\/admin\/api-clients\?search=client"/);
    expect(sorted).to.contain('href="/admin/api-clients?search=client&amp;sort=-name&amp;page=2"');
  });

  it("can change name, redirect URIs and introspection right, which is recorded", async () => {
    const { client } = await makeClient(world);
    const visitor = await admin();
    await visitor.get(`${LIST}/${client.id}`);
    const fields = {
      name: "Calendar",
      redirect_uris: "https://new.example.test/",
      may_introspect: ["0", "1"],
    };
    const answer = await visitor.put(`${LIST}/${client.id}`, {
      ...fields,
      type: "public",
    });
    expect(answer.headers["location"]).to.equal(`${LIST}/${client.id}`);
    const [row] = await rows();
    expect(row).to.deep.include({
      name: "Calendar",
      redirect_uris: ["https://new.example.test/"],
      may_introspect: true,
      type: "confidential",
      grant_types: client.grant_types,
      secret_hash: client.secret_hash,
    });
    const [updated] = await events("client_updated");
    expect(JSON.parse(updated!["changes"] as string)).to.deep.equal({
      name: { before: "Team calendar", after: "Calendar" },
      redirect_uris: { before: client.redirect_uris, after: ["https://new.example.test/"] },
      may_introspect: { before: false, after: true },
    });
    await visitor.get(`${LIST}/${client.id}`);
    await visitor.put(`${LIST}/${client.id}`, { name: fields.name, redirect_uris: fields.redirect_uris });
    expect(await events("client_updated")).to.have.length(1);
    expect((await rows())[0]!.may_introspect).to.equal(true);
  });

  it("can be given a role on their page, changed and taken there, but only one that the user can assign", async () => {
    await world.make.role("reader", 6, ["users.read"]);
    await world.make.role("manager", 5, [
      ...["read", "create", "update", "delete"].map((word) => `api-clients.${word}`),
      ...["users.read", "roles.read"],
    ]);
    const { visitor } = await world.signedIn(await world.make.user({ role: "manager" }));
    const form = await visitor.get(CREATE);
    expect(form.text).to.contain('value="reader"').and.not.contain('value="admin"');
    const made = { ...OPTIONS, grant_types: "client_credentials", redirect_uris: "", role: "reader" };
    await visitor.submit(LIST, { ...made, _form: hidden(form.text, "_form") });
    const roleOf = async (): Promise<unknown> => {
      const [row] = await rows();
      return (
        row!.role_id && (await world.services.knex("roles").where({ id: row!.role_id }).first("name")).name
      );
    };
    expect(await roleOf()).to.equal("reader");
    const address = `${LIST}/${(await rows())[0]!.id}`;
    expect((await visitor.get(address)).text).to.match(/value="reader" selected/);
    const fields = { name: "Reports", redirect_uris: "" };
    await visitor.put(address, fields);
    expect(await roleOf()).to.equal("reader");
    await visitor.get(address);
    expect((await visitor.put(address, { ...fields, role: "admin" })).status).to.equal(403);
    await visitor.get(address);
    await visitor.put(address, { ...fields, role: "" });
    expect(await roleOf()).to.equal(null);
    await visitor.get(address);
    await visitor.put(address, { ...fields, role: "manager" });
    expect(await roleOf()).to.equal("manager");
  });

  it("can't be changed by a user who can't assign their role, and aren't shown below it", async () => {
    await world.make.role("peer", 5, ["settings.update"]);
    await world.make.role("above", 4, []);
    const roles = (await world.services.knex("roles").select("id", "name")) as { id: string; name: string }[];
    const idOf = (role: string): string => roles.find(({ name }) => name === role)!.id;
    const { client: above } = await makeClient(world, { name: "Above", role_id: idOf("above") });
    const { client } = await makeClient(world, { name: "Peer", role_id: idOf("peer") });
    const visitor = await holding("read", "update", "delete");
    expect(textOf(await visitor.get(LIST)))
      .to.contain("Peer")
      .and.not.contain("Above");
    expect((await visitor.get(`${LIST}/${above.id}`)).status).to.equal(404);
    const address = `${LIST}/${client.id}`;
    const page = await visitor.get(address);
    expect(textOf(page)).to.contain("You can't change this application because you can't assign its role.");
    expect(page.text).not.to.contain(`action="${LIST}/`);
    expect(
      (await visitor.put(address, { name: "x", redirect_uris: "https://a.example.test/" })).status,
    ).to.equal(403);
    await visitor.get(address);
    expect((await visitor.submit(`${address}/secret`)).status).to.equal(403);
    await visitor.get(address);
    expect((await visitor.delete(address)).status).to.equal(403);
    expect((await rows()).map(({ name, revoked_at }) => [name, revoked_at])).to.deep.equal([
      ["Above", null],
      ["Peer", null],
    ]);
  });

  it("can get a new secret, shown once, which replaces the old hash and keeps the tokens", async () => {
    const user = await world.make.user();
    const { client } = await makeClient(world);
    const { access } = await makeGrant(world, { user, client });
    const visitor = await admin();
    const stamp = hidden((await visitor.get(`${LIST}/${client.id}`)).text, "_stamp");
    const answer = await visitor.submit(`${LIST}/${client.id}/secret`, { _stamp: stamp });
    expect(answer.status).to.equal(200);
    expect(answer.headers["cache-control"]).to.contain("no-store");
    const [secret] = answer.text.match(SECRET)!;
    expect((await rows())[0]!.secret_hash)
      .to.deep.equal(sha256(secret))
      .and.not.deep.equal(client.secret_hash);
    await world.api.as(access).get("/auth/me").expect(200);
    await expectNowhere(secret, visitor);
    expect(await events("client_secret_rotated")).to.have.length(1);

    const again = await visitor.submit(`${LIST}/${client.id}/secret`, { _stamp: stamp });
    expect(again.status).to.equal(303);
    expect((await rows())[0]!.secret_hash).to.deep.equal(sha256(secret));
    const page = await visitor.get(`${LIST}/${client.id}`);
    expect(textOf(page)).to.contain(
      "The secret was already replaced, by this form or by someone else. If nobody stored it, replace it again.",
    );
    expect(page.text).not.to.contain("adk_cs_").and.not.contain(stamp);
  });

  it("lose all their credentials when they are deleted, without affecting other clients", async () => {
    const user = await world.make.user();
    const { client } = await makeClient(world);
    const { client: other } = await makeClient(world, { name: "Other" });
    const deletedClient = await makeGrant(world, { user, client });
    await makeClientToken(world, { client });
    await makeCodes(world, { user, client });
    const kept = await makeGrant(world, { user, client: other });
    await makeCodes(world, { user, client: other });
    const visitor = await admin();
    const page = await visitor.get(`${LIST}/${client.id}`);
    expect(textOf(page)).to.contain("3 active tokens and all pending codes stop working immediately.");
    const answer = await visitor.delete(`${LIST}/${client.id}`);
    expect(answer.headers["location"]).to.equal(LIST);
    expect(textOf(await visitor.get(LIST)))
      .to.contain("The application “Team calendar” and its tokens were deleted.")
      .and.contain("1 to 1 of 1");
    await world.api.as(deletedClient.access).get("/auth/me").expect(401);
    await world.api.as(kept.access).get("/auth/me").expect(200);
    const { knex } = world.services;
    for (const table of ["access_tokens", "refresh_tokens", "authorization_codes", "device_codes"]) {
      const active = (await knex(`oauth_${table}`).whereNull("revoked_at")) as { client_id: string }[];
      expect(
        active.map(({ client_id }) => client_id),
        table,
      ).to.deep.equal([other.id]);
    }
    const [deleted] = await events("client_deleted");
    expect(JSON.parse(deleted!["changes"] as string)).to.deep.equal({
      name: "Team calendar",
      revoked: {
        oauth_access_tokens: 2,
        oauth_refresh_tokens: 1,
        oauth_authorization_codes: 1,
        oauth_device_codes: 1,
      },
    });
  });

  it("are deleted once: a second request finds nothing", async () => {
    const { client } = await makeClient(world);
    const visitor = await admin();
    const address = `${LIST}/${client.id}`;
    await visitor.get(address);
    const answers = await Promise.all([visitor.delete(address), visitor.delete(address)]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 404]);
    expect(await events("client_deleted")).to.have.length(1);
    await visitor.get(LIST);
    expect((await visitor.get(address)).status).to.equal(404);
    expect((await visitor.put(address, OPTIONS)).status).to.equal(404);
    expect((await visitor.submit(`${address}/secret`)).status).to.equal(404);
  });

  it("require a recent password for every change, which the form asks for", async () => {
    const { client } = await makeClient(world);
    const visitor = await admin();
    world.advance(16 * MINUTE);
    const page = await visitor.get(`${LIST}/${client.id}`);
    expect(page.text.match(/name="current_password"/g)).to.have.length(4);
    const answer = await visitor.put(`${LIST}/${client.id}`, {
      name: "New name",
      redirect_uris: "https://a.example.test/",
      current_password: PASSWORD,
    });
    expect(answer.status).to.equal(303);
    expect((await visitor.get(`${LIST}/${client.id}`)).text).not.to.contain('name="current_password"');
    expect((await rows())[0]!.name).to.equal("New name");
  });

  it("say where they come from when no administrator has registered them", async () => {
    const document_url = "https://agent.example.test/client.json";
    const described = { name: "Example agent", document_url, document_fetched_at: Date.now() };
    const { client } = await makeClient(world, { ...described, type: "public" });
    await makeClient(world, { name: "Old agent", type: "public", registered_itself: true });
    const visitor = await admin();
    const list = textOf(await visitor.get(LIST));
    expect(list).to.contain(`Example agent By document ${document_url}`);
    expect(list).to.contain("Old agent Registered itself");
    const page = await visitor.get(`${LIST}/${client.id}`);
    expect(textOf(page)).to.contain(`ID ${document_url}`).and.contain("can be changed only there");
    expect(page.text).to.not.contain('name="redirect_uris"').and.not.contain("Replace the secret");
    const refused = await visitor.put(`${LIST}/${client.id}`, OPTIONS);
    expect(refused.status).to.equal(403);
    await visitor.submit(`${LIST}/${client.id}`, { _method: "DELETE" });
    expect((await rows())[0]!.revoked_at).to.be.a("number");
  });

  it("are available in Turkish", async () => {
    await makeClient(world);
    const visitor = await admin();
    await world.services.knex("users").update({ locale: "tr" });
    expect(textOf(await visitor.get(LIST))).to.contain("Yetkilendirme kodu, Yenileme jetonu");
  });

  describe("for users with a single permission:", () => {
    const status = async (visitor: Visitor, id: string): Promise<Record<string, number>> => {
      const address = `${LIST}/${id}`;
      await visitor.get("/profile");
      return {
        list: (await visitor.get(LIST)).status,
        show: (await visitor.get(address)).status,
        form: (await visitor.get(CREATE)).status,
        create: (await visitor.submit(LIST, OPTIONS)).status,
        update: (await visitor.put(address, OPTIONS)).status,
        secret: (await visitor.submit(`${address}/secret`)).status,
        delete: (await visitor.delete(address)).status,
      };
    };
    const NOTHING = { list: 403, show: 403, form: 403, create: 403, update: 403, secret: 403, delete: 403 };
    const MATRIX: Record<string, Record<string, number>> = {
      read: { list: 200, show: 200 },
      create: { form: 200, create: 201 },
      // changing a client requires the permission to read it
      "update read": { list: 200, show: 200, update: 303, secret: 200 },
      "delete read": { list: 200, show: 200, delete: 303 },
      "update delete": {},
    };
    for (const [word, allowed] of Object.entries(MATRIX))
      it(`${word} allows exactly what it says`, async () => {
        const { client } = await makeClient(world);
        expect(await status(await holding(...word.split(" ")), client.id)).to.deep.equal({
          ...NOTHING,
          ...allowed,
        });
      });

    it("no permission allows nothing, and the menu has no entry", async () => {
      const { client } = await makeClient(world);
      const { visitor } = await world.signedIn();
      expect(await status(visitor, client.id)).to.deep.equal(NOTHING);
      expect((await visitor.get("/dashboard")).text).not.to.contain(LIST);
      expect(await rows()).to.have.length(1);
      expect((await rows())[0]).to.deep.include({ name: client.name, secret_hash: client.secret_hash });
      const reader = await holding("read");
      expect((await reader.get("/profile")).text).to.contain(`href="${LIST}"`);
      expect((await reader.get(LIST)).text).to.contain(`href="${LIST}" aria-current="page"`);
      expect((await reader.get(`${LIST}/${client.id}`)).text).to.contain(
        `href="${LIST}" aria-current="true"`,
      );
    });

    it("read shows the details without a form", async () => {
      const { client } = await makeClient(world);
      const page = await (await holding("read")).get(`${LIST}/${client.id}`);
      expect(textOf(page)).to.contain("https://client.example.test/callback");
      expect(page.text).not.to.contain(`action="${LIST}/`).and.not.contain("Delete");
    });

    it("create and update without roles.read offer no role, and keep the one that a client has", async () => {
      const role = await world.make.role("reader", 6, []);
      const { client } = await makeClient(world, { role_id: role.id });
      const visitor = await holding("read", "create", "update");
      expect((await visitor.get(CREATE)).text).not.to.contain('name="role"');
      const address = `${LIST}/${client.id}`;
      expect((await visitor.get(address)).text).not.to.contain('name="role"');
      await visitor.put(address, { name: "Renamed", redirect_uris: "https://a.example.test/" });
      expect((await rows())[0]).to.include({ name: "Renamed", role_id: role.id });
    });

    it("create without read returns to the form, never to a forbidden page", async () => {
      const visitor = await holding("create");
      await visitor.get(CREATE);
      const answer = await visitor.submit(LIST, OPTIONS);
      expect(answer.text).to.contain(`data-back="${CREATE}"`);
    });
  });

  it("H34: can't be changed without a recent password", async () => {
    const { client } = await makeClient(world);
    const visitor = await admin();
    world.advance(16 * MINUTE);
    const address = `${LIST}/${client.id}`;
    const acts: [string, (fields: Fields) => ReturnType<Visitor["get"]>][] = [
      ["create", (fields) => visitor.submit(LIST, { ...OPTIONS, ...fields })],
      ["update", (fields) => visitor.put(address, { ...OPTIONS, name: "Mine", ...fields })],
      ["secret", (fields) => visitor.submit(`${address}/secret`, fields)],
      ["delete", (fields) => visitor.delete(address, fields)],
    ];
    for (const [name, act] of acts) {
      await visitor.get(address);
      const bare = await act({});
      expect(bare.headers["location"], name).to.match(/^\/user\/confirm-password/);
      await visitor.get(address);
      const wrong = await act({ current_password: "wrong" });
      expect(wrong.status, name).to.equal(422);
      expect(textOf(wrong), name).to.contain("This isn't your current password.");
      expect(wrong.text, name).not.to.contain("adk_cs_").and.not.contain('value="wrong"');
    }
    expect(await rows()).to.have.length(1);
    expect((await rows())[0]).to.deep.include({ name: client.name, secret_hash: client.secret_hash });
  });

  describe("C15: can't be registered with an ambiguous redirect URI:", () => {
    const wrong: Record<string, string> = {
      "plain http": "http://client.example.test/cb",
      "a host that starts like a loopback address": "http://127.0.0.1.example.test/cb",
      "a host that starts with localhost": "http://localhost.example.test/cb",
      "dot segments": "https://client.example.test/a/../cb",
      "encoded dot segments": "https://client.example.test/%2e%2e/cb",
      "an upper-case host": "https://Client.example.test/cb",
      "the default port": "https://client.example.test:443/cb",
      "a user name": "https://evil@client.example.test/cb",
      "a password": "https://a:b@client.example.test/cb",
      "a fragment": "https://client.example.test/cb#x",
      "an empty fragment": "https://client.example.test/cb#",
      "a backslash": "https://client.example.test\\cb",
      "a URL without a scheme": "//client.example.test/cb",
      "a single slash": "https:/client.example.test/cb",
      "letters of another alphabet": "https://сlient.example.test/cb",
      "a space": "https://client.example.test/c b",
      "a control character": "https://client.example.test/\u0000cb",
      "a script": "javascript:alert(1)",
      data: "data:text/html,hi",
      "a custom scheme": "com.example.app:/cb",
      "a wildcard": "https://*.example.test/cb",
      "an address in another notation": "http://127.1/cb",
      "too many characters": `https://client.example.test/${"a".repeat(2000)}`,
    };
    for (const [title, uri] of Object.entries(wrong))
      it(title, async () => {
        const { answer } = await creating({ redirect_uris: `https://good.example.test/cb\n\n${uri}` });
        expect(answer.status).to.equal(422);
        expect(textOf(answer))
          .to.match(/Line 3: (use https|enter a complete address|this)/)
          .and.not.contain("Line 1:");
        expect(await rows()).to.be.empty;
      });

    it("nor changed to one", async () => {
      const { client } = await makeClient(world);
      const visitor = await admin();
      await visitor.get(`${LIST}/${client.id}`);
      const answer = await visitor.put(`${LIST}/${client.id}`, {
        name: "x",
        redirect_uris: "https://a.example.test/#x",
      });
      expect(answer.status).to.equal(422);
      expect(answer.text).to.contain("https://a.example.test/#x</textarea>");
      expect((await rows())[0]).to.deep.include({ name: client.name, redirect_uris: client.redirect_uris });
    });
  });

  it("show all errors together and keep the input", async () => {
    const { answer } = await creating({
      name: " ",
      type: "public",
      grant_types: ["refresh_token", "client_credentials"],
      redirect_uris: "http://a.example.test/\nhttps://b.example.test/\nhttps://b.example.test/",
      may_introspect: ["0", "1"],
    });
    expect(answer.status).to.equal(422);
    const said = textOf(answer);
    for (const sentence of [
      "Enter a name.",
      "A public application can't use client credentials.",
      "A refresh token requires the authorization code or the device code. Choose one of them, too.",
      "A public application can't introspect tokens.",
      "Line 1: use https",
      "Line 3: this address is already in the list.",
    ])
      expect(said).to.contain(sentence);
    expect(answer.text).to.contain("https://b.example.test/</textarea>");
    expect(answer.text.match(/ checked/g)).to.have.length(2);
  });

  it("are rejected without a grant type, with an unknown or unsuitable one, and with an invalid name", async () => {
    const fields: Fields[] = [
      { grant_types: [] },
      { grant_types: "password" },
      { grant_types: ["authorization_code", "implicit"] },
      { grant_types: "constructor" },
      { type: "trusted" },
      { type: "" },
      { name: "a".repeat(256) },
      { name: "a\u202eb" },
      { name: "a\u0000b" },
      { redirect_uris: "" },
      { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://a.example.test/${n}`).join("\n") },
    ];
    for (const wrong of fields) {
      const { answer } = await creating(wrong);
      expect(answer.status, JSON.stringify(wrong)).to.equal(422);
    }
    expect(await rows()).to.be.empty;
    expect(await world.services.knex("mails")).to.be.empty;
  });

  it("must keep a redirect URI while a grant type needs one, and can't introspect when they are public", async () => {
    const { client } = await makeClient(world, { type: "public" });
    const visitor = await admin();
    for (const fields of [
      { redirect_uris: " \n " },
      { redirect_uris: "https://a.example.test/", may_introspect: "1" },
      { redirect_uris: "https://a.example.test/", role: "user" },
    ]) {
      await visitor.get(`${LIST}/${client.id}`);
      const answer = await visitor.put(`${LIST}/${client.id}`, { name: "x", ...fields });
      expect(answer.status).to.equal(422);
    }
    const rotated = await visitor.submit(`${LIST}/${client.id}/secret`);
    expect(rotated.status).to.equal(403);
    expect((await rows())[0]).to.include({ name: client.name, secret_hash: null });
  });

  it("have no page and no menu entry without the OAuth2 library", async () => {
    const { services } = world;
    const config = { ...services.config, oauthInstalled: false };
    const app = await createApp({ ...services, config });
    const visitor = new Visitor(app.listener);
    await visitor.signIn(await world.make.user({ role: "system_admin" }));
    const home = await visitor.get("/dashboard");
    expect(home.text).to.contain("/admin/api-tokens").and.not.contain(LIST);
    for (const path of [LIST, CREATE]) expect((await visitor.get(path)).status, path).to.equal(404);
    await visitor.get("/profile");
    expect((await visitor.submit(LIST, OPTIONS)).status).to.equal(404);
    expect(await rows()).to.be.empty;
    app.close();
  });

  it("are not found with an unknown id", async () => {
    const visitor = await admin();
    for (const id of ["nothing", "019a8f3c-6a1e-7c3b-9d52-0123456789ab", "%C5%9F", "' or 1=1"]) {
      expect((await visitor.get(`${LIST}/${encodeURIComponent(id)}`)).status, id).to.equal(404);
      await visitor.get(LIST);
      expect((await visitor.delete(`${LIST}/${encodeURIComponent(id)}`)).status, id).to.equal(404);
    }
  });

  it("can't be created or changed by a guest, or without a CSRF token", async () => {
    const { client } = await makeClient(world);
    const visitor = await admin();
    const guest = world.visitor();
    await guest.get("/login");
    for (const fields of [{ ...OPTIONS }, { _method: "DELETE" }]) {
      const to = "_method" in fields ? `${LIST}/${client.id}` : LIST;
      expect((await guest.submit(to, fields)).headers["location"]).to.match(/^\/login/);
      expect((await visitor.submit(to, { ...fields, _csrf: "wrong" })).status).to.equal(419);
    }
    expect(await rows()).to.have.length(1);
    expect((await rows())[0]).to.include({ revoked_at: null });
  });

  it("aren't created after a ban, a password reset, or the loss of the permission", async () => {
    const { services } = world;
    const options = {
      name: "x",
      type: "confidential",
      redirectUris: [],
      grantTypes: ["client_credentials"],
      mayIntrospect: false,
    } as const;
    const outcome = async (spoil: (id: string) => Promise<unknown>): Promise<unknown> => {
      const user = await world.make.user({ role: "system_admin" });
      const call = await signedInCaller(services, user);
      await spoil(user.id);
      return createClient(call, options).catch((error: unknown) => error);
    };
    const { knex } = services;
    expect(await outcome(() => Promise.resolve())).to.have.property("secret");
    for (const spoil of [
      (id: string) => knex("users").where({ id }).update({ status: "suspended" }),
      (id: string) => knex.transaction((trx) => revokeAccess(trx, id)),
      (id: string) => world.make.withoutRoles({ id }),
    ])
      expect(await outcome(spoil)).to.be.instanceOf(ActionForbidden);
    expect(await rows()).to.have.length(1);
  });

  describe("H39: show as text the name", () => {
    const CORPUS = [
      "<script>alert(1)</script>",
      '"><img src=x onerror=alert(1)>',
      "'><svg/onload=alert(1)>",
      "<%- 7*7 %>",
    ];
    for (const name of CORPUS)
      it(name, async () => {
        const { visitor, answer } = await creating({ name });
        const [row] = await rows();
        await visitor.get(LIST);
        const deleted = async () => {
          await visitor.delete(`${LIST}/${row!.id}`);
          return visitor.get(LIST);
        };
        const pages = [
          answer,
          await visitor.get(LIST),
          await visitor.get(`${LIST}/${row!.id}`),
          await visitor.get(`${LIST}?search=${encodeURIComponent(`nothing ${name}`)}`),
          await visitor.put(`${LIST}/${row!.id}`, { name, redirect_uris: name }),
          await deleted(),
        ];
        for (const { text } of pages) {
          expect(text)
            .not.to.contain(name)
            .and.not.match(/<script>alert|<img src=x|<svg\/onload/);
          expect(text).to.match(/&lt;|&#34;|&#39;/);
        }
      });
  });
});
