import { hostname } from "node:os";
import { expect } from "chai";
import { deliverMails } from "../../../src/domain/mail/mail-delivery.js";
import { queueMail } from "../../../src/domain/mail/outbox.js";
import { DAY, MINUTE, now } from "../../../src/lib/clock.js";
import { PRODUCT_VERSION } from "../../../src/lib/version.js";
import { useWorld } from "../../support/app/world.js";
import { OAuthApi } from "../../support/oauth/oauth-api.js";
import { credentialsOf } from "../../support/oauth/oauth-grants.js";
import { makeClient } from "../../support/oauth/oauth.js";

describe("A log line", () => {
  const world = useWorld();
  const lineOf = (message: string): Record<string, unknown> => world.logs.find(({ msg }) => msg === message)!;
  const requestLine = (): Record<string, unknown> =>
    world.logs.findLast(({ method }) => method !== undefined)!;

  it("names its level, the version and the host", async () => {
    await world.api.get("/auth/me").expect(401);
    expect(requestLine()).to.include({ level: "info", version: PRODUCT_VERSION, host: hostname() });
  });

  it("of an unknown address has the path without its query", async () => {
    await world.api.get("/usres?filter[email]=ada@example.test").expect(404);
    expect(requestLine()).to.include({ route: null, path: "/api/v1/usres" });
    await world.visitor().get("/wp-login.php?x=1#y");
    expect(requestLine()).to.include({ route: null, path: "/wp-login.php" });
  });

  it("of a mail has the trace id of the request that queued it, whether it was sent or not", async () => {
    const { email } = await world.make.user();
    const { body } = await world.api.post("/auth/forgot-password", { email }).expect(200);
    await deliverMails(world.services, () => Promise.reject(new Error("451 try again later")));
    expect(lineOf("could not send a mail")).to.include({ level: "warn", trace_id: body.trace_id });
    world.advance(MINUTE);
    await deliverMails(world.services, () => Promise.resolve());
    expect(lineOf("sent a mail")).to.include({
      level: "info",
      trace_id: body.trace_id,
      kind: "reset_password",
      attempts: 2,
    });
  });

  it("of a mail that no request caused has no trace id", async () => {
    const { knex, encryption } = world.services;
    const message = { to: "ada@example.test", subject: "A subject", text: "A text" };
    await queueMail(knex, encryption, { kind: "mail_test", userId: "1", message, expiresAt: now() + DAY });
    await deliverMails(world.services, () => Promise.resolve());
    expect(lineOf("sent a mail")).to.include({ attempts: 1 }).and.not.have.property("trace_id");
  });

  it("of the OAuth2 endpoints names the client, even if it didn't authenticate", async () => {
    const made = await makeClient(world);
    const { id } = made.client;
    const api = new OAuthApi(world.server);
    const form = { grant_type: "client_credentials" };
    await api.post("/oauth/token", form, { id, secret: "wrong" });
    expect(requestLine()).to.include({ route: "oauth.token", status: 401, client_id: id });
    await api.post("/oauth/token", form, credentialsOf(made));
    expect(requestLine()).to.include({ status: 200, client_id: id });
  });

  it("names no client that doesn't exist", async () => {
    const api = new OAuthApi(world.server);
    await api.post("/oauth/token", { grant_type: "client_credentials" }, { id: "a-secret", secret: "x" });
    expect(requestLine()).to.include({ status: 401 }).and.not.have.property("client_id");
    expect(JSON.stringify(world.logs)).not.to.include("a-secret");
  });

  it("of a mistyped link leaves out what could be a token", async () => {
    const token = "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6";
    await world.visitor().get(`/reset-password/${token}/`);
    expect(requestLine()).to.include({ status: 404, path: "/reset-password/…/" });
    expect(JSON.stringify(world.logs)).not.to.include(token);
  });
});
