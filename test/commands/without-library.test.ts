import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { DAY } from "../../src/lib/clock.js";
import { PASSWORD } from "../support/app/factories.js";
import { startServer, useFleet, useFolder, type Server } from "../support/app/processes.js";
import { Visitor } from "../support/app/web.js";
import { useWorld } from "../support/app/world.js";

const LIBRARY = "@node-oauth/oauth2-server";
const CLIENT = "/admin/api-clients/019a8f3c-6a1e-7c3b-9d52-000000000001";
const ADDRESSES: [method: string, path: string][] = [
  ["GET", "/.well-known/oauth-authorization-server"],
  ["GET", "/oauth/authorize?client_id=x&response_type=code"],
  ["POST", "/oauth/authorize"],
  ["POST", "/oauth/token"],
  ["POST", "/oauth/revoke"],
  ["POST", "/oauth/introspect"],
  ["POST", "/oauth/device/code"],
  ["GET", "/oauth/device"],
  ["POST", "/oauth/device"],
  ["GET", "/admin/api-clients"],
  ["POST", "/admin/api-clients"],
  ["GET", "/admin/api-clients/create"],
  ["GET", CLIENT],
  ["POST", `${CLIENT}/secret`],
];

/** A copy of the product with every package except the OAuth2 library. */
function copyWithoutLibrary(folder: string): void {
  for (const name of ["src", "migrations", "views", "package.json", "tsconfig.json", "knexfile.ts"])
    cpSync(name, join(folder, name), { recursive: true });
  for (const name of packages())
    if (name !== LIBRARY) {
      const link = join(folder, "node_modules", name);
      mkdirSync(join(link, ".."), { recursive: true });
      symlinkSync(join(process.cwd(), "node_modules", name), link);
    }
}

const packages = (): string[] =>
  readdirSync("node_modules").flatMap((name) =>
    name.startsWith("@") ? readdirSync(join("node_modules", name)).map((inner) => `${name}/${inner}`) : name,
  );

/** An `oauth` block whose lifetimes, scopes and guard `api` would be visible if the product read it. */
const BLOCK = {
  provider: "nobody",
  personal_token_days: 1,
  scopes: ["reports"],
  default_scopes: ["reports"],
};

describe("Without the OAuth2 library", function () {
  this.timeout(60_000);
  const folder = useFolder();
  const fleet = useFleet(0, {}, () => `sqlite:${join(folder.path, "authdock.sqlite")}`);
  let server: Server;

  before(async () => {
    copyWithoutLibrary(folder.path);
    const STARTER_KIT_CONFIG = join(folder.path, "starter-kit.json");
    writeFileSync(STARTER_KIT_CONFIG, JSON.stringify({ oauth: BLOCK }));
    const variables = { OAUTH_PERSONAL_TOKEN_MONTHS: "6", STARTER_KIT_CONFIG };
    server = await startServer({ ...fleet.variables, ...variables }, folder.path);
    fleet.servers.push(server); // which stops it
  });

  const administrator = async (): Promise<Visitor> => {
    const visitor = new Visitor(server.api.origin);
    await visitor.signIn(await fleet.make.user({ role: "system_admin" }));
    return visitor;
  };
  const ask = ([method, path]: [string, string], headers: Record<string, string> = {}) =>
    fetch(server.api.origin + path, { method, headers, redirect: "manual" });

  it("the service says so once", () => {
    const lines = server.process.logs.filter(({ msg }) => String(msg).includes(LIBRARY));
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include({ level: "warn" });
  });

  for (const address of ADDRESSES)
    it(`there is no ${address.join(" ")}, for guests, clients and administrators`, async () => {
      expect((await ask(address)).status).to.equal(404);
      const form = { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" };
      expect((await ask(address, form)).status).to.equal(404);
      const visitor = await administrator();
      const [method, path] = address;
      const answer = method === "GET" ? await visitor.get(path) : await visitor.submit(path);
      expect(answer.status).to.equal(404);
    });

  it("the administrator's menu has no applications, but access tokens", async () => {
    const visitor = await administrator();
    const { text } = await visitor.get("/dashboard");
    expect(text).not.to.contain("/admin/api-clients");
    expect(text).to.contain('href="/admin/api-tokens"').and.to.contain('href="/user/tokens"');
    for (const path of ["/admin/api-tokens", "/user/tokens", "/user/applications"])
      expect((await visitor.get(path)).status, path).to.equal(200);
  });

  it("API sign-in issues tokens with the default lifetime and scopes", async () => {
    const { email } = await fleet.make.user();
    const before = Date.now();
    const { status, body } = await server.api.post("/auth/login", { email, password: PASSWORD });
    expect(status).to.equal(200);
    const me = await server.api.as(body.data.token as string).get("/auth/me");
    expect([me.status, me.body.data.email]).to.deep.equal([200, email]);
    const row = await fleet.services.knex("personal_access_tokens").orderBy("created_at", "desc").first();
    expect(row.scopes).to.equal("[]");
    expect(row.expires_at).to.be.within(before + 30 * DAY, Date.now() + 30 * DAY);
  });

  it("the token form offers the default scopes", async () => {
    const { text } = await (await administrator()).get("/user/tokens");
    expect(text).to.contain('value="users.read"').and.not.to.contain("reports");
  });
});

describe("With the OAuth2 library", () => {
  const world = useWorld();

  it("each of these addresses exists", async () => {
    const { visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
    for (const [method, path] of ADDRESSES.filter(([, each]) => !each.startsWith(CLIENT))) {
      const answer = method === "GET" ? await visitor.get(path) : await visitor.submit(path);
      expect(answer.status, `${method} ${path}`).not.to.equal(404);
    }
    expect(world.logs.filter(({ msg }) => String(msg).includes(LIBRARY))).to.deep.equal([]);
  });
});
