import { expect } from "chai";
import { ServiceBusy } from "../../../src/lib/failures.js";
import { useWorld } from "../../support/app/world.js";
import { textOf } from "../../support/app/web.js";

describe("Error pages", () => {
  const world = useWorld();

  it("say what happened and what to do next, and show the trace id", async () => {
    const answer = await world.visitor().get("/nothing");
    expect(answer.status).to.equal(404);
    expect(answer.headers["content-type"]).to.match(/^text\/html/);
    const text = textOf(answer);
    expect(text).to.contain("Page not found").and.to.contain("The address may be mistyped");
    expect(text).to.contain(answer.headers["x-request-id"]!);
  });

  it("are in the reader's language", async () => {
    const answer = await world.visitor().get("/nothing", { "Accept-Language": "tr-TR,tr;q=0.9,en;q=0.5" });
    expect(textOf(answer)).to.contain("Sayfa bulunamadı");
    expect(answer.text).to.contain('<html lang="tr"');
  });

  it("name the allowed methods of a path", async () => {
    const answer = await world.visitor().send((agent) => agent.delete("/login"));
    expect(answer.status).to.equal(405);
    expect(answer.headers["allow"]).to.equal("GET, POST, HEAD");
  });

  it("are replaced by the envelope for scripts", async () => {
    const answer = await world.visitor().get("/nothing", { Accept: "application/json" });
    expect(answer.status).to.equal(404);
    expect(answer.body).to.deep.equal({
      success: false,
      status: 404,
      message: "Page not found.",
      data: { code: "not_found" },
      meta: {},
      trace_id: answer.headers["x-request-id"],
    });
  });

  it("show 400 for an invalid URL and 413 for a form that is too large", async () => {
    expect((await world.visitor().get("/%zz")).status).to.equal(400);
    const large = await world.visitor().submit("/login", { email: "x".repeat(70_000) });
    expect(large.status).to.equal(413);
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`field${index}`, "x"]));
    expect((await world.visitor().submit("/login", many)).status).to.equal(413);
  });

  it("show 403 to a signed-in user without the permission", async () => {
    const visitor = world.visitor();
    await visitor.signIn(await world.make.user({ role: null }));
    const answer = await visitor.get("/dashboard");
    expect(answer.status).to.equal(403);
    expect(textOf(answer)).to.contain("You don't have access");
  });

  it("show 429 with the time to wait", async () => {
    const visitor = world.visitor();
    await visitor.get("/login");
    const tries = [];
    for (let index = 0; index < 6; index++)
      tries.push(await visitor.submit("/login", { email: "a@example.test", password: "wrong-password" }));
    const last = tries.at(-1)!;
    expect(last.status).to.equal(429);
    expect(Number(last.headers["retry-after"])).to.be.within(1, 60);
    expect(textOf(last)).to.match(/Please try again in \d+ seconds\./);
    expect(last.text).to.contain('value="a@example.test"');
  });

  it("reveal nothing about an internal error, and log the details under the trace id", async () => {
    const { settings } = world.services;
    const read = settings.read.bind(settings);
    settings.read = () => Promise.reject(new Error("select * from secrets failed on db.internal"));
    try {
      const answer = await world.visitor().get("/login");
      expect(answer.status).to.equal(500);
      expect(answer.text).not.to.match(/secrets|db\.internal|at .*\.ts/);
      const logged = world.logs.find(
        (line) => line["trace_id"] === answer.headers["x-request-id"] && line["err"],
      );
      expect(JSON.stringify(logged)).to.contain("db.internal");
    } finally {
      settings.read = read;
    }
  });

  it("H09: show 503 and when to retry while the database doesn't respond", async () => {
    const visitor = world.visitor();
    await visitor.signIn(await world.make.user());
    const { knex } = world.services;
    const real = knex.client.acquireConnection as () => Promise<unknown>;
    const rejected = Object.assign(new Error("connect ECONNREFUSED db.internal"), { code: "ECONNREFUSED" });
    (knex.client as { acquireConnection: unknown }).acquireConnection = () => Promise.reject(rejected);
    try {
      for (const path of ["/dashboard", "/login"]) {
        const answer = await visitor.get(path);
        expect(answer.status).to.equal(503);
        expect(answer.headers["retry-after"]).to.equal("1");
        expect(answer.headers["set-cookie"]).to.equal(undefined);
        expect(textOf(answer))
          .to.contain("Nothing is lost. Try again in a moment.")
          .and.not.to.contain("db.internal");
      }
    } finally {
      (knex.client as { acquireConnection: unknown }).acquireConnection = real;
    }
    expect((await visitor.get("/dashboard")).status).to.equal(200);
  });

  it("H19: show 503 and when to retry while too many passwords are queued", async () => {
    const { passwords } = world.services;
    const verify = passwords.verify.bind(passwords);
    passwords.verify = () => Promise.reject(new ServiceBusy(1000));
    try {
      const visitor = world.visitor();
      await visitor.get("/login");
      const answer = await visitor.submit("/login", { email: "a@example.test", password: "some-password" });
      expect(answer.status).to.equal(503);
      expect(answer.headers["retry-after"]).to.equal("1");
    } finally {
      passwords.verify = verify;
    }
  });

  it("H12: show 503 or 500 when the table of sessions is missing, and the process keeps running", async () => {
    const visitor = world.visitor();
    await visitor.signIn(await world.make.user());
    const { knex } = world.services;
    await knex.schema.renameTable("sessions", "sessions_gone");
    try {
      expect((await visitor.get("/dashboard")).status).to.be.oneOf([500, 503]);
      expect((await visitor.submit("/logout")).status).to.be.oneOf([500, 503]);
      expect((await world.visitor().get("/login")).status).to.equal(200);
    } finally {
      await knex.schema.renameTable("sessions_gone", "sessions");
    }
    expect((await visitor.get("/dashboard")).status).to.equal(200);
  });
});

describe("Error pages with APP_DEBUG", () => {
  const world = useWorld({ APP_DEBUG: "true" });

  it("show the exception to the developer", async () => {
    const { settings } = world.services;
    settings.read = () => Promise.reject(new Error("a mistake of ours"));
    const answer = await world.visitor().get("/login");
    expect(answer.status).to.equal(500);
    expect(textOf(answer)).to.contain("Error: a mistake of ours");
  });
});
