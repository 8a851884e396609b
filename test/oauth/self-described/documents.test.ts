import { expect } from "chai";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from "jose";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import supertest, { type Response } from "supertest";
import { deleteClient } from "../../../src/domain/oauth/clients/clients.js";
import { idForDocument } from "../../../src/domain/oauth/clients/client-ids.js";
import { DAY, HOUR, MINUTE, now, SECOND } from "../../../src/lib/clock.js";
import { OAuthClient } from "../../../src/models/oauth-client.js";
import type { User } from "../../../src/models/user.js";
import { freshIp } from "../../support/app/client.js";
import { runCli } from "../../support/app/command-line.js";
import { signedInCaller } from "../../support/app/caller.js";
import { authorizePath, VERIFIER, type Query } from "../../support/oauth/authorization-request.js";
import { ConsentBrowser } from "../../support/oauth/consent-browser.js";
import { useDocumentHost } from "../../support/oauth/document-host.js";
import { OAuthApi } from "../../support/oauth/oauth-api.js";
import { redemption, renewal } from "../../support/oauth/oauth-grants.js";
import { makeClient } from "../../support/oauth/oauth.js";
import { useWorld } from "../../support/app/world.js";
import type { Visitor } from "../../support/app/web.js";

const LOCAL = "http://127.0.0.1:4321/callback";
const JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

describe("A client with a document", () => {
  const world = useWorld({ CLIENT_DOCUMENTS_ALLOW_LOOPBACK: "true" });
  const host = useDocumentHost();
  let oauth: OAuthApi;
  let user: User;
  let visitor: Visitor;
  let browser: ConsentBrowser;
  beforeEach(async () => {
    world.freezeTime();
    oauth = new OAuthApi(world.server);
    ({ user, visitor } = await world.signedIn(await world.make.user({ role: "system_admin" })));
    browser = new ConsentBrowser(visitor);
    await accept("any");
    host.publish();
  });

  const accept = (documents: string, domains = "") =>
    world.services.settings.write({
      "oauth.client_id_documents": documents,
      "oauth.client_id_document_domains": domains,
    });
  const request = (changes: Query = {}): string =>
    authorizePath({ id: host.url, redirect_uris: [LOCAL] }, changes);
  const open = (changes: Query = {}): Promise<Response> => visitor.get(request(changes));
  const me = () => ({ id: host.url, secret: null });
  const stored = () => OAuthClient.query(world.services.knex);
  const redeem = async (address: URL, form: Record<string, string> = {}) =>
    oauth.token(
      redemption(
        { code: address.searchParams.get("code")!, verifier: VERIFIER },
        { redirect_uri: LOCAL, ...form },
      ),
      me(),
    );
  const tokens = async (): Promise<Record<string, string>> =>
    (await redeem(await browser.allow(request()))).body as Record<string, string>;

  it("signs its user in, and gets and refreshes tokens by the address of the document", async () => {
    const scope = "openid users.read";
    const { status, body } = await redeem(await browser.allow(request({ scope, nonce: "n" })));
    expect([status, body.scope]).to.deep.equal([200, scope]);
    const claims = JSON.parse(Buffer.from(body.id_token.split(".")[1], "base64url").toString());
    expect(claims.aud).to.equal(host.url);
    const next = await oauth.token(renewal(body.refresh_token), me());
    expect(next.status).to.equal(200);
    const api = (token: string) =>
      supertest(world.server).get("/api/v1/auth/me").set("authorization", `Bearer ${token}`);
    await api(next.body.access_token).expect(200);
    await oauth.post("/oauth/revoke", { token: next.body.refresh_token }, me());
    await api(next.body.access_token).expect(401);
    expect(host.asked).to.deep.equal(["/client.json"]);
  });

  it("is listed among the connected applications with its document", async () => {
    await tokens();
    const list = supertest(world.server).get("/api/v1/auth/me/applications");
    const { body } = await list.auth(await world.make.token(user), { type: "bearer" }).expect(200);
    expect(body.data.items[0]).to.include({ name: "Example agent", document_url: host.url });
    const { text } = await visitor.get("/user/applications");
    expect(text).to.contain(`It describes itself at ${new URL(host.url).host}.`);
  });

  it("calls the tools of agents with a token for that resource", async () => {
    await world.services.settings.write({ "agents.enabled": "1" });
    const resource = "http://localhost:3000/mcp";
    const { body } = await redeem(await browser.allow(request({ resource })), { resource });
    const client = new Client({ name: "test", version: "1" });
    const { port } = world.server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${body.access_token}` };
    const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
      requestInit: { headers },
    });
    await client.connect(transport);
    const { tools } = await client.listTools();
    await client.close();
    expect(tools.map(({ name }) => name)).to.include("users.index");
  });

  it("says for the tools of agents what it can do, as for the API", async () => {
    const lines = async (changes: Query) =>
      [...(await open(changes)).text.matchAll(/<li>.*?<\/li>/gs)].join("\n");
    const scope = "users.write";
    const said = await lines({ scope });
    expect(said).to.contain("See the status of your account");
    expect(await lines({ scope, resource: "http://localhost:3000/mcp" })).to.equal(said);
  });

  it("is stored as a public client that uses PKCE, with what the document says", async () => {
    await open();
    const client = (await stored().first())!;
    expect(client).to.deep.include({
      id: idForDocument(host.url),
      document_url: host.url,
      name: "Example agent",
      type: "public",
      secret_hash: null,
      grant_types: ["authorization_code", "refresh_token"],
      redirect_uris: ["http://127.0.0.1/callback"],
      document_fetched_at: now(),
      document_expires_at: now() + HOUR,
    });
    const { headers } = await open({ code_challenge: undefined, code_challenge_method: undefined });
    expect(headers["location"]).to.contain("error=invalid_request");
    const [created] = await world.services.knex("activity_log").where({ event: "client_created" });
    expect(created).to.include({ actor_id: null, subject_id: client.id });
    expect(JSON.parse(created.changes)).to.include({ document_url: host.url });
  });

  it("gets no refresh token unless its document asks for one", async () => {
    const { grant_types: _, ...document } = host.document();
    host.publish(document);
    expect(await tokens()).to.not.have.property("refresh_token");
  });

  it("may add a port to localhost, which it knows only when it runs", async () => {
    host.publish(host.document({ redirect_uris: ["http://localhost/callback"] }));
    const address = await browser.allow(request({ redirect_uri: "http://localhost:4321/callback" }));
    expect(address.host).to.equal("localhost:4321");
  });

  it("is named with the hosts of its document and of its address, and with a warning when that is on the device", async () => {
    const elsewhere = "https://agent.example.test/back";
    host.publish(host.document({ redirect_uris: [LOCAL, elsewhere] }));
    const local = await open();
    const { host: name } = new URL(host.url);
    expect(local.text).to.contain(`describes itself at ${name}`).and.contain("127.0.0.1:4321");
    expect(local.text).to.contain("Any program on this device could pretend to be Example agent");
    expect((await open({ redirect_uri: elsewhere })).text)
      .to.contain("describes itself")
      .and.not.contain("could pretend to be");
  });

  it("has a name in any language, and with emoji", async () => {
    const name = "می\u200cخواهم 👩\u200d💻 ❤\ufe0f";
    host.publish(host.document({ client_name: name }));
    expect((await open()).text).to.contain(name);
  });

  it("has a name that is text", async () => {
    host.publish(host.document({ client_name: '<b onclick="x">Bank</b>' }));
    const { text } = await open();
    expect(text).to.contain("&lt;b onclick=").and.not.contain("<b onclick");
  });

  it("comes from a host that the operator has named", async () => {
    await accept("domains", "agent.example localhost");
    const id = host.url.replace("127.0.0.1", "localhost");
    host.publish(host.document({ client_id: id }));
    const { text } = await visitor.get(authorizePath({ id, redirect_uris: [LOCAL] }));
    expect(text).to.contain(`describes itself at ${new URL(id).host}`);
  });

  it("pushes its requests, too", async () => {
    const { searchParams } = new URL(request(), host.url);
    const pushed = await oauth.post("/oauth/par", Object.fromEntries(searchParams));
    expect(pushed.status).to.equal(201);
    const back = await browser.allow(request({ request_uri: pushed.body.request_uri }));
    expect((await redeem(back)).status).to.equal(200);
  });

  describe("with keys", () => {
    let key: CryptoKey;
    const assertion = (by = key) =>
      new SignJWT({ jti: Math.random().toString() })
        .setProtectedHeader({ alg: "ES256" })
        .setIssuer(host.url)
        .setSubject(host.url)
        .setAudience("http://localhost:3000")
        .setExpirationTime(Math.floor(now() / SECOND) + 60)
        .sign(by);
    const keys = async () => {
      const pair = await generateKeyPair("ES256");
      key = pair.privateKey;
      return { keys: [{ ...(await exportJWK(pair.publicKey)), alg: "ES256" }] };
    };
    const signed = async (form: Record<string, string>) =>
      oauth.token({ ...form, client_assertion_type: JWT_BEARER, client_assertion: await assertion() });
    const codeForm = async () => {
      const code = (await browser.allow(request())).searchParams.get("code")!;
      return redemption({ code, verifier: VERIFIER }, { redirect_uri: LOCAL });
    };
    const method = { token_endpoint_auth_method: "private_key_jwt" };

    it("authenticates with those in the document", async () => {
      host.publish(host.document({ ...method, jwks: await keys() }));
      expect((await signed(await codeForm())).status).to.equal(200);
    });

    it("has the limit by address of a client without keys, because anyone can have some", async () => {
      host.publish(host.document({ ...method, jwks: await keys() }));
      const ip = freshIp();
      const send = async () => {
        const form = { client_assertion_type: JWT_BEARER, client_assertion: await assertion() };
        return (
          await oauth.post("/oauth/token", { ...renewal("x"), ...form }, undefined, { "X-Forwarded-For": ip })
        ).status;
      };
      for (let round = 0; round < 60; round++) expect(await send()).to.equal(400);
      expect(await send()).to.equal(429);
    });

    it("authenticates with those that its document points to, also after they were replaced", async () => {
      host.publish(host.document({ ...method, jwks_uri: `${host.origin}/keys` }));
      host.publish(await keys(), {}, "/keys");
      const { status, body } = await signed(await codeForm());
      expect(status).to.equal(200);
      const former = key;
      host.publish(await keys(), {}, "/keys");
      world.advance(HOUR);
      expect((await signed(renewal(body.refresh_token))).status).to.equal(200);
      key = former;
      expect((await signed(renewal(body.refresh_token))).status).to.equal(401);
    });

    it("is refused without its keys, with a secret, and when they are on another server", async () => {
      host.publish(host.document({ ...method, jwks: await keys() }));
      const form = await codeForm();
      expect((await oauth.token({ ...form, client_id: host.url })).status).to.equal(401);
      expect((await oauth.token(form, { id: encodeURIComponent(host.url), secret: "x" })).status).to.equal(
        401,
      );
      world.advance(HOUR);
      host.publish(host.document({ ...method, jwks_uri: "http://localhost:9/keys" }));
      expect((await open()).status).to.equal(400);
    });
  });

  describe("reads its document again", () => {
    const KEPT: [control: string | undefined, ms: number][] = [
      [undefined, HOUR],
      ["max-age=7200", 2 * HOUR],
      ["public, s-maxage=1800, max-age=7200", 30 * MINUTE],
      ["max-age=1", 5 * MINUTE],
      ["no-store", 5 * MINUTE],
      ["max-age=99999999", DAY],
    ];
    for (const [control, ms] of KEPT)
      it(`${ms / MINUTE} minutes after Cache-Control: ${control}`, async () => {
        host.publish(host.document(), control === undefined ? {} : { "cache-control": control });
        await open();
        world.advance(ms - SECOND);
        await open();
        expect(host.asked).to.have.length(1);
        world.advance(SECOND);
        await open();
        expect(host.asked).to.have.length(2);
      });

    it("and takes over what has changed", async () => {
      await open();
      host.publish(host.document({ client_name: "Renamed" }));
      world.advance(HOUR);
      expect((await open()).text).to.contain("Renamed wants to access");
      const [updated] = await world.services.knex("activity_log").where({ event: "client_updated" });
      expect(JSON.parse(updated.changes)).to.deep.equal({
        name: { before: "Example agent", after: "Renamed" },
      });
    });

    it("and is known for a day while its host can't be reached", async () => {
      const { refresh_token } = await tokens();
      host.serve((_request, response) => void response.writeHead(503).end());
      world.advance(HOUR);
      const next = await oauth.token(renewal(refresh_token!), me());
      expect(next.status).to.equal(200);
      world.advance(DAY);
      expect((await oauth.token(renewal(next.body.refresh_token), me())).status).to.equal(401);
    });

    const flood = async () => {
      for (let round = 0; round < 11; round++) {
        if (round % 5 === 0) visitor.ip = freshIp();
        await open({ client_id: `${host.origin}/${round}` });
      }
    };

    it("also while strangers have too many others of its host read", async () => {
      const { refresh_token } = await tokens();
      world.advance(2 * DAY);
      await flood();
      expect((await oauth.token(renewal(refresh_token!), me())).status).to.equal(200);
      expect(host.asked.filter((path) => path === "/client.json")).to.have.length(2);
    });

    it("but not while nobody has allowed it anything, because strangers can make many of those", async () => {
      await open();
      world.advance(HOUR);
      await flood();
      expect((await open()).status).to.equal(200); // as it is known
      expect(host.asked.filter((path) => path === "/client.json")).to.have.length(1);
    });

    it("but is refused at once when its document is gone or wrong", async () => {
      const { refresh_token } = await tokens();
      world.advance(HOUR);
      host.publish(host.document({ redirect_uris: [] }));
      const refused = await oauth.token(renewal(refresh_token!), me());
      expect([refused.status, refused.body.error]).to.deep.equal([401, "invalid_client"]);
      host.clear();
      expect((await open()).status).to.equal(400);
    });
  });

  describe("is refused", () => {
    const refused = async (changes: Query = {}): Promise<string> => {
      const { status, headers, text } = await open(changes);
      expect([status, headers["location"]]).to.deep.equal([400, undefined]);
      return text;
    };

    const WRONG: Record<string, () => unknown> = {
      "another client_id": () => host.document({ client_id: `${host.url}?` }),
      "the client_id of another client": () =>
        host.document({ client_id: "https://agent.example/client.json" }),
      "no client_id": () => host.document({ client_id: undefined }),
      "no JSON": () => "<html>",
      "a list": () => [host.document()],
      "no name": () => host.document({ client_name: undefined }),
      "a name with a control character": () => host.document({ client_name: "Ba\u0000nk" }),
      "a name with a character that nobody sees": () => host.document({ client_name: "Ba\u00adnk" }),
      "a name with a tag": () => host.document({ client_name: "Bank\u{e0041}" }),
      "a name that turns around": () => host.document({ client_name: "Bank\u202e" }),
      "a name with an Arabic mark": () => host.document({ client_name: "\u061cBank" }),
      "a name that nobody sees": () => host.document({ client_name: "\u200d" }),
      "a long name": () => host.document({ client_name: "x".repeat(256) }),
      "no addresses": () => host.document({ redirect_uris: undefined }),
      "a script as an address": () => host.document({ redirect_uris: [LOCAL, "javascript:alert(1)"] }),
      "data as an address": () => host.document({ redirect_uris: ["data:text/html,x"] }),
      "an unencrypted address": () => host.document({ redirect_uris: ["http://agent.example/callback"] }),
      "an address that isn't text": () => host.document({ redirect_uris: [1] }),
      "a secret": () => host.document({ client_secret: "x" }),
      "a shared secret": () => host.document({ token_endpoint_auth_method: "client_secret_post" }),
      "keys that are missing": () => host.document({ token_endpoint_auth_method: "private_key_jwt" }),
      "another grant": () => host.document({ grant_types: ["client_credentials"] }),
      "another response": () => host.document({ response_types: ["token"] }),
      "15 KiB": () => host.document({ x: "x".repeat(15 * 1024) }),
    };
    for (const [what, document] of Object.entries(WRONG))
      it(`with ${what} in its document`, async () => {
        host.publish(document());
        expect(await refused()).to.contain("document that describes the application");
        expect(await stored()).to.deep.equal([]);
        host.publish();
        expect((await open()).status).to.equal(200); // nothing of it is remembered
      });

    it("with a document of another type, a redirect, or an error", async () => {
      host.publish(host.document(), { "content-type": "text/html" });
      await refused();
      host.publish(host.document(), {}, "/moved");
      host.serve((_request, response) => void response.writeHead(302, { location: "/moved" }).end());
      await refused();
      expect(host.asked).to.not.include("/moved");
      host.serve((_request, response) => void response.writeHead(201).end(JSON.stringify(host.document())));
      await refused();
    });

    it("at the address of another client", async () => {
      const { client } = await makeClient(world);
      await refused({ redirect_uri: client.redirect_uris[0] });
      await refused({ redirect_uri: "http://127.0.0.1:4321/other" });
    });

    it("by the id of its row", async () => {
      await open();
      await refused({ client_id: idForDocument(host.url) });
      const { status } = await oauth.token(renewal("x"), { id: idForDocument(host.url), secret: null });
      expect(status).to.equal(401);
    });

    it("when an address isn't written in its normal form", async () => {
      const { port } = new URL(host.url);
      for (const client_id of [
        `http://127.0.0.1:${port}/x/../client.json`,
        `http://127.0.0.1:${port}/%2e/client.json`,
        `http://user@127.0.0.1:${port}/client.json`,
        `http://127.0.0.1:${port}/client.json#x`,
        `http://127.0.0.1:${port}/client.json#`,
        `HTTP://127.0.0.1:${port}/client.json`,
        `http://127.1:${port}/client.json`,
        `http://agent.example/client.json`,
        `ftp://127.0.0.1/client.json`,
        `http://127.0.0.1:${port}/${"x".repeat(1000)}`,
      ])
        await refused({ client_id });
      expect(host.asked).to.deep.equal([]);
    });

    it("while documents are off, or its host isn't named", async () => {
      for (const [documents, domains] of [
        ["off", "agent.example"],
        ["domains", "agent.example, 127.0.0.1.example"],
      ] as const) {
        await accept(documents, domains);
        expect(await refused()).to.contain("isn&#39;t registered with this service");
      }
      expect(host.asked).to.deep.equal([]);
    });

    it("when documents are turned off after it got tokens, until they are turned on again", async () => {
      const { refresh_token } = await tokens();
      await accept("off");
      expect((await oauth.token(renewal(refresh_token!), me())).status).to.equal(401);
      await accept("any");
      expect((await oauth.token(renewal(refresh_token!), me())).status).to.equal(200);
    });

    it("once an administrator has deleted it, whatever its document says", async () => {
      const { access_token } = await tokens();
      const boss = await signedInCaller(world.services, await world.make.user({ role: "system_admin" }));
      await deleteClient(boss, idForDocument(host.url));
      world.advance(HOUR);
      await refused();
      expect(host.asked).to.have.length(1);
      const api = supertest(world.server).get("/api/v1/auth/me");
      await api.set("authorization", `Bearer ${access_token}`).expect(401);
    });

    it("until it is restored, with its present document, and its users agree again", async () => {
      const { access_token } = await tokens();
      const boss = await signedInCaller(world.services, await world.make.user({ role: "system_admin" }));
      await deleteClient(boss, idForDocument(host.url));
      host.publish(host.document({ client_name: "Renamed" }));
      const { output } = await runCli(world.services, ["client", "restore", host.url]);
      expect(output).to.contain("Restored: Example agent");
      expect((await open()).text).to.contain("Renamed wants to access");
      const api = supertest(world.server).get("/api/v1/auth/me");
      await api.set("authorization", `Bearer ${access_token}`).expect(401);
      expect((await redeem(await browser.allow(request()))).status).to.equal(200);
      const [restored] = await world.services.knex("activity_log").where({ event: "client_restored" });
      expect(restored).to.include({ actor_id: null, subject_id: idForDocument(host.url) });
      for (const unknown of [host.url, `${host.origin}/other`, "x"])
        expect((await runCli(world.services, ["client", "restore", unknown])).code).to.equal(1);
    });

    it("when too many documents are read in a minute", async () => {
      host.clear();
      for (let round = 0; round < 10; round++) {
        if (round % 5 === 0) visitor.ip = freshIp();
        await refused({ client_id: `${host.origin}/${round}` });
      }
      visitor.ip = freshIp();
      host.publish();
      await refused();
      expect(host.asked).to.have.length(10);
      world.advance(MINUTE);
      expect((await open()).status).to.equal(200);
    });

    it("when one address has too many read, on pages and endpoints together, which others don't notice", async () => {
      const ip = freshIp();
      visitor.ip = ip;
      host.clear();
      const body = (round: number) => ({ ...renewal("x"), client_id: `${host.origin}/${round}` });
      for (let round = 0; round < 3; round++)
        await oauth.post("/oauth/token", body(round), undefined, { "X-Forwarded-For": ip });
      for (let round = 3; round < 5; round++) await refused({ client_id: `${host.origin}/${round}` });
      host.publish();
      await refused();
      await oauth.post("/oauth/token", body(6), undefined, { "X-Forwarded-For": ip });
      expect(host.asked).to.have.length(5);
      visitor.ip = freshIp();
      expect((await open()).status).to.equal(200);
      visitor.ip = ip;
      expect((await open()).status, "the document is known").to.equal(200);
    });
  });
});

describe("A document on the internet", () => {
  const world = useWorld();
  const host = useDocumentHost();

  it("isn't read from this machine or a private network, by whatever name", async () => {
    world.freezeTime();
    await world.services.settings.write({ "oauth.client_id_documents": "any" });
    host.publish();
    const { visitor } = await world.signedIn();
    for (const place of [
      ...["127.0.0.1", "localhost", "10.0.0.1", "169.254.169.254", "224.0.0.1", "0.0.0.0"],
      ...["[::1]", "[::ffff:7f00:1]", "[::7f00:1]", "[fd00::1]", "[fe80::1]", "[2002:7f00:1::1]"],
    ]) {
      const id = `https://${place}/client.json`;
      visitor.ip = freshIp();
      const { status } = await visitor.get(authorizePath({ id, redirect_uris: [LOCAL] }));
      expect(status, place).to.equal(400);
      const [line] = world.logs.filter(({ msg }) => msg === "could not read the document of a client");
      expect((line!["err"] as Error).message, place).to.contain("is a private address");
      world.logs.length = 0;
    }
    visitor.ip = freshIp();
    const { status } = await visitor.get(authorizePath({ id: host.url, redirect_uris: [LOCAL] }));
    expect([status, host.asked]).to.deep.equal([400, []]);
  });
});
