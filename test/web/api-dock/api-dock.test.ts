import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import express, { type ErrorRequestHandler } from "express";
import request, { type Response } from "supertest";
import { parse } from "yaml";
import { METHODS, readContract } from "../../../src/contract/operations.js";
import type { OpenApiDocument, OperationObject } from "../../../src/contract/document.js";
import { oauthDocumentFor } from "../../../src/contract/oauth-contract.js";
import { OPENID_SCOPES } from "../../../src/domain/oauth/tokens/scopes.js";
import { PERMISSIONS } from "../../../src/domain/access/permissions.js";
import {
  apiDockVersion,
  OWN_FILES,
  SWAGGER_UI_FILES,
} from "../../../src/web/screens/api-dock/api-dock-files.js";
import { sendServedFile, ServedFile } from "../../../src/web/server/assets/served-file.js";
import { operations, pathOf } from "../../support/contract/operations.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

const JSON_FILE = "/api-dock/openapi.json";
const YAML_FILE = "/api-dock/openapi.yaml";
const PLAIN = { "Accept-Encoding": "identity" };

describe("The published contract", () => {
  const world = useWorld({ APP_URL: "http://localhost:3000" });

  async function reader(...permissions: string[]): Promise<Visitor> {
    const name = `reader_${permissions.join("_").replaceAll(/[^a-z_]/g, "_")}`;
    await world.make.role(name, 4, ["api-docs.read", ...permissions]);
    return (await world.signedIn(await world.make.user({ role: name }))).visitor;
  }
  const documentOf = async (visitor: Visitor, address = JSON_FILE): Promise<OpenApiDocument> =>
    (await visitor.get(address)).body as OpenApiDocument;
  const idsOf = (document: OpenApiDocument): string[] =>
    readContract(document, new Set(PERMISSIONS)).map(({ id }) => id);

  it("is the same in JSON and YAML, displayed rather than downloaded", async () => {
    const visitor = await reader();
    const [json, yaml] = [await visitor.get(JSON_FILE), await visitor.get(YAML_FILE)];
    expect(json.status).to.equal(200);
    expect(json.headers["content-type"]).to.equal("application/json");
    expect(yaml.headers["content-type"]).to.equal("application/yaml");
    expect(parse(yaml.text ?? String(yaml.body))).to.deep.equal(json.body);
    expect(json.headers).not.to.have.property("content-disposition");
    expect(json.headers["vary"]!.split(", ")).to.have.members(["Cookie", "Accept-Encoding"]);
  });

  it("has every operation of the service at its real address", async () => {
    const document = await documentOf(await reader());
    expect(document.servers).to.deep.equal([{ ...document.servers[0], url: "http://localhost:3000/api/v1" }]);
    expect(idsOf(document)).to.have.members(operations.map(({ id }) => id));
    for (const operation of readContract(document, new Set(PERMISSIONS))) {
      const { status, body } = await world.api.send(operation.method, pathOf(operation), undefined);
      expect(status, operation.id).not.to.equal(405);
      expect(body.data?.code, operation.id).not.to.equal("not_found");
    }
    for (const [path, item] of Object.entries(document.paths)) {
      const missing = METHODS.find((method) => !item[method])!;
      expect((await world.api.send(missing, path.replaceAll(/\{\w+\}/g, "1"))).status).to.equal(405);
    }
  });

  const ROLES: Record<string, string[]> = {
    "an account without a role": [],
    "a role that can read accounts": ["users.read"],
    "a role that can change accounts": ["users.read", "users.create", "users.update", "users.delete"],
  };
  for (const [who, permissions] of Object.entries(ROLES))
    it(`contains only what the reader can call: ${who}`, async () => {
      const visitor = await reader(...permissions);
      const expected = operations
        .filter(({ permission }) => permission === null || permissions.includes(permission))
        .map(({ id }) => id);
      expect(idsOf(await documentOf(visitor, `${JSON_FILE}?only=callable`))).to.have.members(expected);
      const yaml = await visitor.get(`${YAML_FILE}?only=callable`);
      expect(idsOf(parse(yaml.text ?? String(yaml.body)) as OpenApiDocument)).to.have.members(expected);
      expect(idsOf(await documentOf(visitor))).to.have.length(operations.length);
    });

  it("is complete for the system administrator, who has every permission", async () => {
    const { visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
    await world.services.knex("permission_role").del();
    await world.services.knex("cache_versions").where({ name: "authority" }).increment("version", 1);
    expect(idsOf(await documentOf(visitor, `${JSON_FILE}?only=callable`))).to.have.length(operations.length);
  });

  it("H37: is never the version of another reader", async () => {
    const visitors = [await reader("users.read"), await reader(), await reader("users.delete")];
    const addresses = [JSON_FILE, YAML_FILE].map((file) => `${file}?only=callable`);
    const ask = (visitor: Visitor) => Promise.all(addresses.map((address) => visitor.get(address, PLAIN)));
    const text = (answers: Response[]) => answers.map((answer) => answer.text ?? String(answer.body));
    const alone: string[][] = [];
    for (const visitor of visitors) alone.push(text(await ask(visitor)));
    expect(new Set(alone.flat())).to.have.property("size", 6);
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(visitors.map(ask));
      expect(answers.map(text)).to.deep.equal(alone);
    }
    const [first] = await ask(visitors[0]!);
    const other = await visitors[1]!.get(addresses[0]!, {
      ...PLAIN,
      "If-None-Match": first!.headers["etag"]!,
    });
    expect(other.status).to.equal(200);
  });

  it("follows the reader's permissions from one request to the next", async () => {
    const visitor = await reader("users.read");
    const callable = async () => idsOf(await documentOf(visitor, `${JSON_FILE}?only=callable`));
    expect(await callable())
      .to.include("users.index")
      .and.not.include("users.store");
    const { knex } = world.services;
    const permission = (await knex("permissions").where({ name: "users.create" }).first("id")) as {
      id: string;
    };
    const role = (await knex("roles").where({ name: "reader_users_read" }).first("id")) as { id: string };
    await knex("permission_role").insert({ role_id: role.id, permission_id: permission.id });
    await knex("cache_versions").where({ name: "authority" }).increment("version", 1);
    expect(await callable()).to.include("users.store");
  });

  it("rejects a request for another part with a message", async () => {
    const visitor = await reader();
    for (const query of ["only=mine", "only=", "only=callable&only=callable", "only=Callable"]) {
      const answer = await visitor.get(`${JSON_FILE}?${query}`);
      expect(answer.status, query).to.equal(422);
      expect(textOf(answer)).to.contain("We couldn't accept that");
      const script = await visitor.get(`${YAML_FILE}?${query}`, { Accept: "application/json" });
      expect(script.status, query).to.equal(422);
      expect(script.body.data.errors).to.deep.equal({ only: ["Choose one of the options."] });
    }
    const rejected = [
      `${JSON_FILE}?part=all`,
      `${JSON_FILE}?part=outline&part=outline`,
      `${YAML_FILE}?part=outline`,
      `${YAML_FILE}?part=brief`,
    ];
    for (const address of rejected) {
      const { status, body } = await visitor.get(address, { Accept: "application/json" });
      expect(status, address).to.equal(422);
      expect(body.data.errors).to.deep.equal({ part: ["Choose one of the options."] });
    }
    expect((await visitor.get(`${JSON_FILE}?other=mine`)).status).to.equal(200);
  });

  it("has a brief form for models, without examples and failures in detail", async () => {
    const visitor = await reader();
    const whole = await documentOf(visitor, JSON_FILE);
    const brief = await documentOf(visitor, `${JSON_FILE}?part=brief`);
    expect(Object.keys(brief.paths)).to.deep.equal(Object.keys(whole.paths));
    const text = JSON.stringify(brief);
    for (const [, group, name] of text.matchAll(/"#\/components\/(\w+)\/([^"/]+)"/g))
      expect(brief.components[group!]).to.have.property(name!);
    expect(text).not.to.match(/"(example|examples|x-codeSamples)":/);
    expect(text.length).to.be.below(JSON.stringify(whole).length * 0.6);
  });

  for (const address of [JSON_FILE, `${JSON_FILE}?only=callable`, "/api-dock/oauth.json"])
    it(`has an outline with all operations, their failures and the names of the schemas: ${address}`, async () => {
      const visitor = await reader();
      const whole = await documentOf(visitor, address);
      const outline = await documentOf(visitor, `${address}${address.includes("?") ? "&" : "?"}part=outline`);
      const operationsOf = ({ paths }: OpenApiDocument) =>
        Object.values(paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));
      const listed = operationsOf(whole).map(
        ({ parameters: _1, requestBody: _2, responses: _3, "x-codeSamples": _4, ...rest }) => rest,
      );
      const failures = operationsOf(whole).map(({ responses }) =>
        Object.keys(responses!).filter((status) => Number(status) >= 400),
      );
      const outlined = operationsOf(outline) as (OperationObject & { "x-schemas": string[] })[];
      expect(outlined.map(({ responses: _1, "x-schemas": _2, ...rest }) => rest)).to.deep.equal(listed);
      expect(outlined.map(({ responses }) => Object.keys(responses!))).to.deep.equal(failures);
      const names = Object.keys(whole.components["schemas"]!);
      expect(Object.keys(outline.components["schemas"]!)).to.deep.equal(names);
      const used = new Set(outlined.flatMap(({ "x-schemas": schemas }) => schemas));
      expect(names).to.include.members([...used]);
      // nothing refers to what the outline leaves out
      const text = JSON.stringify(outline);
      for (const [, group, name] of text.matchAll(/"#\/components\/(\w+)\/([^"/]+)"/g))
        expect(outline.components[group!], text).to.have.property(name!);
      expect(text.length).to.be.below(JSON.stringify(whole).length / 2);
    });

  it("of OAuth2 is published with the real addresses and the scopes of the service", async () => {
    const visitor = await reader();
    const json = await visitor.get("/api-dock/oauth.json");
    const document = json.body as OpenApiDocument;
    expect(document.servers[0]!.url).to.equal("http://localhost:3000");
    expect(Object.keys(document.paths)).to.include.members(["/oauth/authorize", "/oauth/token"]);
    expect(json.text).to.contain('"http://localhost:3000/oauth/token"').and.not.contain("authdock.example");
    const yaml = await visitor.get("/api-dock/oauth.yaml");
    expect(parse(yaml.text ?? String(yaml.body))).to.deep.equal(document);
    const tag = json.headers["etag"]!;
    expect(json.headers["cache-control"]).to.equal("private, no-store");
    const again = await visitor.get("/api-dock/oauth.json", { "If-None-Match": tag });
    expect(again.status).to.equal(304);
    const page = await visitor.get("/api-dock/oauth");
    expect(page.text).to.contain('data-document="/api-dock/oauth.json"');
    expect((await (await world.signedIn()).visitor.get("/api-dock/oauth")).status).to.equal(403);
  });

  it("of OAuth2 has the scopes that the operator defined", () => {
    const { flows } = oauthDocumentFor(["users.read", "reports"]).components["securitySchemes"]![
      "oauth2"
    ] as {
      flows: Record<string, { scopes: object }>;
    };
    const defined = {
      "users.read": "List and show users.",
      reports: "Defined by the operator of this service.",
    };
    expect(flows["clientCredentials"]!.scopes).to.deep.equal(defined);
    const { scopes } = flows["authorizationCode"]!;
    expect(scopes)
      .to.include(defined)
      .and.to.have.all.keys(...OPENID_SCOPES, ...Object.keys(defined));
  });

  it("is in the menu with its permission", async () => {
    const link = 'href="/api-dock"';
    expect((await (await reader()).get("/profile")).text).to.contain(link);
    expect((await (await world.signedIn()).visitor.get("/profile")).text).not.to.contain(link);
  });

  describe("has a strong ETag that", () => {
    let visitor: Visitor;
    beforeEach(async () => void (visitor = await reader()));
    const tagOf = async (address: string, headers: Record<string, string> = PLAIN): Promise<string> =>
      (await visitor.get(address, headers)).headers["etag"]!;

    it("differs between formats, readers and encodings, and is stable for the same bytes", async () => {
      const tags: string[] = [];
      for (const encoding of ["identity", "br"])
        for (const file of [JSON_FILE, YAML_FILE])
          for (const query of ["", "?only=callable"])
            tags.push(await tagOf(file + query, { "Accept-Encoding": encoding }));
      for (const tag of tags) expect(tag).to.match(/^"[0-9a-f]{32}(-br)?"$/);
      expect(new Set(tags)).to.have.property("size", 8);
      expect(await tagOf(JSON_FILE)).to.equal(tags[0]);
    });

    for (const [how, header] of Object.entries({
      unchanged: (tag: string) => tag,
      "as a weak ETag": (tag: string) => `W/${tag}`,
      "in a list": (tag: string) => `"other" , W/"another",${tag}`,
      "as *": () => "*",
    }))
      it(`leads to 304 without a body when it is sent ${how}`, async () => {
        for (const encoding of ["identity", "br"]) {
          const accepting = { "Accept-Encoding": encoding };
          const tag = await tagOf(JSON_FILE, accepting);
          const answer = await visitor.get(JSON_FILE, { ...accepting, "If-None-Match": header(tag) });
          expect(answer.status).to.equal(304);
          expect(answer.text ?? "").to.equal("");
          expect(answer.headers).to.include({ etag: tag, "cache-control": "private, no-store" });
          expect(answer.headers).not.to.have.any.keys("content-type", "content-encoding");
        }
      });

    it("leads to 200 when another one is sent", async () => {
      const tag = await tagOf(JSON_FILE);
      for (const sent of [await tagOf(YAML_FILE), tag.replaceAll('"', ""), `"x${tag}"`, "", "W/*"]) {
        const answer = await visitor.get(JSON_FILE, { ...PLAIN, "If-None-Match": sent });
        expect(answer.status, sent).to.equal(200);
      }
      const { status } = await visitor.get(JSON_FILE, { "Accept-Encoding": "br", "If-None-Match": tag });
      expect(status).to.equal(200);
    });

    it("is sent for HEAD too", async () => {
      const tag = await tagOf(JSON_FILE);
      const head = await visitor.send((agent) => agent.head(JSON_FILE).set(PLAIN));
      expect(head.headers["etag"]).to.equal(tag);
      const again = await visitor.send((agent) =>
        agent.head(JSON_FILE).set({ ...PLAIN, "If-None-Match": tag }),
      );
      expect(again.status).to.equal(304);
    });
  });
});

describe("The files of the API documentation", () => {
  const world = useWorld();

  it("are compressed before the response starts, so that an error stays readable", async () => {
    const file = new ServedFile("text/plain", "a");
    const { body } = file;
    const app = express().get("/", (asked, answer) => sendServedFile(file, asked, answer));
    app.use(((_error, _asked, answer, _next) => {
      answer.status(500).send("failed");
    }) as ErrorRequestHandler);
    const get = () => request(app).get("/").set("Accept-Encoding", "br");
    Object.assign(file, { body: 5 }); // which can't be compressed
    const failed = await get();
    expect(failed.status).to.equal(500);
    expect(failed.headers).not.to.have.property("content-encoding");
    Object.assign(file, { body });
    expect((await get()).status).to.equal(200);
  });

  async function bytesOf(visitor: Visitor, name: string, encoding: string) {
    const answer = await visitor.send((agent) =>
      agent
        .get(`/api-dock/assets/${apiDockVersion(name)}/${name}`)
        .set("Accept-Encoding", encoding)
        .buffer(true)
        .parse((response, done) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () => done(null, Buffer.concat(chunks)));
        }),
    );
    expect(answer.status).to.equal(200);
    return { headers: answer.headers, bytes: answer.body as Buffer };
  }

  it("are all that our own script refers to", () => {
    const folder = "views/assets/api-dock";
    const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
    const imported = scripts.flatMap((name) =>
      [...readFileSync(`${folder}/${name}`, "utf8").matchAll(/from "\.\/(.+)";/g)].map(([, file]) => file!),
    );
    expect(OWN_FILES).to.have.members([...new Set(["api-dock.css", "api-dock.js", ...imported])]);
  });

  for (const name of SWAGGER_UI_FILES)
    it(`${name} is the one of the package, which the browser keeps, compressed where supported`, async () => {
      const { visitor } = await world.signedIn(await world.make.user({ role: "admin" }));
      const compressed = await bytesOf(visitor, name, "gzip");
      expect(compressed.headers["content-encoding"]).to.equal("gzip");
      const { headers, bytes } = await bytesOf(visitor, name, "identity");
      expect(bytes.equals(readFileSync(`node_modules/swagger-ui-dist/${name}`))).to.equal(true);
      expect(compressed.bytes.equals(bytes)).to.equal(true);
      expect(headers["cache-control"]).to.equal("private, max-age=31536000, immutable");
      expect(headers["content-type"]).to.match(/^text\/(css|javascript); charset=utf-8$/i);
      const again = await visitor.get(`/api-dock/assets/${apiDockVersion(name)}/${name}`, {
        "If-None-Match": headers["etag"]!,
      });
      expect(again.status).to.equal(304);
    });

  for (const name of OWN_FILES)
    it(`${name} is complete, in Brotli or gzip where supported, and refers to no source map`, async function () {
      this.timeout(15_000);
      const { visitor } = await world.signedIn(await world.make.user({ role: "admin" }));
      const plain = await bytesOf(visitor, name, "identity");
      expect(plain.headers).not.to.have.property("content-encoding");
      expect(plain.headers["content-type"]).to.match(
        name.endsWith(".css") ? /^text\/css; charset=utf-8$/ : /^text\/javascript; charset=utf-8$/,
      );
      expect(plain.headers["content-length"]).to.equal(String(plain.bytes.length));
      expect(plain.headers["cache-control"]).to.equal("private, max-age=31536000, immutable");
      // a session cookie changes, and the file doesn't
      expect(plain.headers["vary"]).to.equal("Accept-Encoding");
      expect(plain.bytes.toString()).not.to.contain("sourceMappingURL=");
      const small = await bytesOf(visitor, name, "gzip, br");
      expect(small.headers["content-encoding"]).to.equal("br");
      expect(small.headers["vary"]).to.contain("Accept-Encoding");
      expect(small.bytes.equals(plain.bytes)).to.equal(true); // the client has decompressed it
      expect(small.headers["etag"]).not.to.equal(plain.headers["etag"]);
      if (plain.bytes.length > 100_000)
        expect(Number(small.headers["content-length"])).to.be.below(plain.bytes.length / 3);
      const inGzip = await bytesOf(visitor, name, "br;q=0, gzip");
      expect(inGzip.headers["content-encoding"]).to.equal("gzip");
      expect(inGzip.bytes.equals(plain.bytes)).to.equal(true);
    });
});
