import { expect } from "chai";
import supertest, { type Response, type Test } from "supertest";
import { useWorld } from "../../support/app/world.js";
import { freshIp } from "../../support/app/client.js";

const DESCRIPTION = '</api-dock/openapi.json>; rel="service-desc"; type="application/json"';
const LINKS = `${DESCRIPTION}, </api-dock>; rel="service-doc"; type="text/html"`;
const CATALOGUE = '</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"';

describe("The links to the contract", () => {
  const world = useWorld();
  const onlyApi = useWorld({}, { auth: { guards: { web: null } } });

  type Method = "get" | "head" | "post" | "put" | "options";
  const ask = (method: Method, path: string, token?: string, server = world.server): Test => {
    const test = supertest(server)[method](path).set("X-Forwarded-For", freshIp());
    return token === undefined ? test : test.set("Authorization", `Bearer ${token}`);
  };

  it("are on every answer of the API, whether it succeeds or not", async () => {
    const { token, user } = await world.make.userWithToken({ role: "admin" });
    const path = `/api/v1/users/${user.id}`;
    const { headers } = await ask("get", path, token);
    const answers: [number, Test][] = [
      [200, ask("get", "/api/v1/auth/me", token)],
      [200, ask("head", "/api/v1/auth/me", token)],
      [200, ask("options", "/api/v1/auth/me")],
      [200, ask("get", "/api/v1/definitions", token)],
      [200, ask("get", "/api/v1/users/export", token)],
      [304, ask("get", path, token).set("If-None-Match", headers["etag"]!)],
      [400, ask("get", "/api/v1/users/%zz", token)],
      [401, ask("get", "/api/v1/users")],
      [404, ask("get", "/api/v1/nowhere")],
      [404, ask("get", "/api/v1")],
      [405, ask("put", "/api/v1/users", token)],
      [415, ask("post", "/api/v1/auth/login").type("text/plain").send("x")],
      [422, ask("post", "/api/v1/auth/login").send({})],
    ];
    for (const [status, test] of answers) {
      const answer = await test;
      const what = `${test.method} ${test.url}`;
      expect(answer.status, what).to.equal(status);
      expect(answer.headers["link"], what).to.equal(LINKS);
    }
  });

  it("follow those to the other pages of a list, in one header", async () => {
    const { token } = await world.make.userWithToken({ role: "admin" });
    const { headers } = await ask("get", "/api/v1/users?per_page=1", token);
    expect(headers["link"]).to.equal(`</api/v1/users?per_page=1>; rel="first", ${LINKS}`);
  });

  it("are on the start page, with one to the catalogue, for guests and users", async () => {
    const { visitor } = await world.signedIn();
    for (const answer of [await world.visitor().get("/"), await visitor.get("/")])
      expect(answer.headers["link"]).to.equal(`${LINKS}, ${CATALOGUE}`);
    expect((await world.visitor().get("/login")).headers).not.to.have.property("link");
    expect((await world.visitor().get("/api/v10")).headers).not.to.have.property("link");
  });

  it("lead a program from the start page to the document, for which it needs a token", async () => {
    const { headers } = await ask("get", "/");
    const [, path] = /<([^>]+)>; rel="service-desc"/.exec(headers["link"]!)!;
    const rejected = await ask("get", path!);
    expect(rejected.status).to.equal(401);
    expect(rejected.headers["www-authenticate"]).to.equal("Bearer");
    expect(rejected.body.data).to.deep.equal({ code: "unauthenticated" });
    const { token } = await world.make.userWithToken({ role: "admin" });
    expect((await ask("get", path!, token)).body.openapi).to.equal("3.1.0");
  });

  it("lead to the document alone on a service without screens", async () => {
    const { token } = await onlyApi.make.userWithToken({ role: "admin" });
    const get = (path: string): Promise<Response> => ask("get", path, token, onlyApi.server).then((it) => it);
    for (const path of ["/api/v1/auth/me", "/api/v1/nowhere"])
      expect((await get(path)).headers["link"]).to.equal(DESCRIPTION);
    expect((await get("/")).headers).not.to.have.property("link");
    expect((await get("/api-dock/openapi.json")).status).to.equal(200);
  });
});
