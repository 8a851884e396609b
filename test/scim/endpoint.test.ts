import { expect } from "chai";
import request from "supertest";
import { MINUTE } from "../../src/lib/clock.js";
import type { User } from "../../src/models/user.js";
import { generateToken, SCIM_TOKEN } from "../../src/lib/secrets.js";
import { useWorld } from "../support/app/world.js";
import { Directory, makeDirectory } from "../support/scim/directory.js";

const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";

describe("The SCIM service", () => {
  const world = useWorld();
  let owner: User;
  let directory: Directory;
  beforeEach(async () => {
    owner = await world.make.user({ email: "owner@elsewhere.example" });
    directory = await makeDirectory(world, owner);
  });
  const withToken = (token: string) => new Directory(world, directory.organisationId, token);

  it("describes itself, with types and schemas that refer to each other", async () => {
    const config = await directory.get("/ServiceProviderConfig").expect(200);
    expect(config.body).to.deep.include({
      patch: { supported: true },
      filter: { supported: true, maxResults: 200 },
    });
    const types = await directory.list("/ResourceTypes");
    const schemas = await directory.list("/Schemas");
    expect(types.map(({ schema }) => schema)).to.deep.equal(schemas.map(({ id }) => id));
    for (const { meta } of [...types, ...schemas]) {
      const { location } = meta as { location: string };
      const path = location.slice("http://localhost:3000/scim/v2".length);
      expect((await directory.get(path).expect(200)).body).to.have.deep.property("meta", meta);
    }
    expect((await directory.get("/Schemas?filter=x").expect(403)).body).to.include({ status: "403" });
  });

  it("notes when a token was used, to the minute", async () => {
    const lastUse = async () =>
      (await world.services.knex("organisation_scim_tokens").pluck("last_used_at"))[0] as number | null;
    const until = async (isDone: (time: number | null) => boolean) => {
      for (;;) if (isDone(await lastUse())) return;
    };
    await directory.get("/Users").expect(200);
    await until((time) => time !== null);
    const first = await lastUse();
    world.advance(MINUTE + 1);
    await directory.get("/Users").expect(200);
    await until((time) => time! > first!);
  });

  it("sees the organisation of its token only", async () => {
    const other = await makeDirectory(world, owner, { slug: "other" });
    const id = await other.add("grace@other.example");
    await other.add("ada@other.example");
    await directory.get(`/Users/${id}`).expect(404);
    await directory.patch(`/Users/${id}`, { op: "replace", path: "active", value: false }).expect(404);
    await directory.put(`/Users/${id}`, { userName: "grace@other.example" }).expect(404);
    await directory.delete(`/Users/${id}`).expect(404);
    expect(await directory.list("/Users")).to.have.lengthOf(1);
    expect((await directory.post("/Users", { userName: "eve@other.example" })).status).to.equal(400);
    expect((await other.get(`/Users/${id}`)).body).to.include({ active: true });
    // the address belongs to one organisation, so the other one can't take over the account
    expect((await directory.get('/Users?filter=userName eq "grace@other.example"')).body).to.include({
      totalResults: 0,
    });
  });

  it("has the request limit of the API for each organisation", async () => {
    const { headers } = await directory.get("/Users").expect(200);
    expect(headers["ratelimit-policy"]).to.match(/^"throttle:api"; q=\d+; w=60$/);
    const remaining = ({ ratelimit }: Record<string, string>) => Number(/r=(\d+)/.exec(ratelimit!)![1]);
    const next = (await directory.get("/Users").expect(200)).headers as Record<string, string>;
    expect(remaining(next)).to.equal(remaining(headers as Record<string, string>) - 1);
    const other = await makeDirectory(world, owner, { slug: "other" });
    const others = (await other.get("/Users").expect(200)).headers as Record<string, string>;
    expect(remaining(others)).to.be.greaterThan(remaining(next));
  });

  it("answers every request without a token of an organisation alike", async () => {
    const { token: personal } = await world.make.userWithToken();
    const deleted = new Directory(world, directory.organisationId, directory.token);
    await world.services.knex("organisation_scim_tokens").del();
    const answers = [
      await request(world.server).get("/scim/v2/Users"),
      ...(await Promise.all(
        [deleted, ...["", "x", generateToken(SCIM_TOKEN), personal].map(withToken)].map((one) =>
          one.get("/Users"),
        ),
      )),
      await deleted.get("/nowhere"),
      await request(world.server).get("/scim/v2/Users").auth("a", "b"),
    ];
    for (const { status, headers, body } of answers) {
      expect([status, headers["www-authenticate"]]).to.deep.equal([401, "Bearer"]);
      expect(body).to.deep.equal({ schemas: [ERROR], status: "401", detail: "Unauthenticated." });
    }
  });

  it("doesn't exist while the setting is off", async () => {
    await world.services.settings.write({ "organisations.scim": "0" });
    for (const path of ["", "/Users", "/ServiceProviderConfig"])
      expect((await directory.get(path)).status, path).to.equal(404);
  });

  it("is closed while the organisation is suspended", async () => {
    const { knex } = world.services;
    await knex("organisations").update({ status: "suspended" });
    await directory.get("/Users").expect(403);
    await directory.post("/Users", { userName: "ada@acme.example" }).expect(403);
    await directory.delete(`/Users/${owner.id}`).expect(403);
    await knex("organisations").update({ status: "active" });
    await directory.get("/Users").expect(200);
  });

  it("rejects what it doesn't have with an error of SCIM", async () => {
    const id = await directory.add("ada@acme.example");
    const answers: [string, { status: number; body: unknown }][] = [
      ["404", await directory.get("/nowhere")],
      ["404", await directory.get("")],
      ["404", await directory.get("/Users/x/y")],
      ["404", await directory.get("/Users/%zz")],
      ["404", await directory.get("/Users/00000000-0000-7000-8000-000000000000")],
      ["501", await directory.post("/Bulk", {})],
      ["501", await directory.post("/.search", {})],
      ["501", await directory.post("/Users/.search", {})],
      ["501", await directory.get("/Me")],
      ["405", await directory.delete("/Users")],
      ["405", await directory.delete("/Schemas")],
      ["404", await directory.get("/constructor")],
      ["405", await directory.post(`/Users/${id}`, {})],
      ["415", await directory.send("post", "/Users").set("Content-Type", "text/plain").send("x")],
      ["400", await directory.send("post", "/Users").set("Content-Type", "application/json").send("{")],
      ["400", await directory.send("post", "/Users").set("Content-Type", "application/json").send("[]")],
      ["400", await directory.post("/Users", {})],
      ["413", await directory.post("/Users", { userName: "x".repeat(300_000) })],
      ["400", await directory.get("/Users?count=x")],
      ["400", await directory.get("/Users?count=1&count=2")],
      ["400", await directory.post("/Users", { userName: "a\ud800@acme.example" })],
      ["400", await directory.post("/Users", { userName: "a@acme.example", externalId: "x".repeat(256) })],
    ];
    for (const [n, [status, answer]] of answers.entries()) {
      expect(String(answer.status), `${n}`).to.equal(status);
      expect(answer.body, `${n}`).to.deep.include({ schemas: [ERROR], status });
    }
  });
});
