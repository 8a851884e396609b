import { expect } from "chai";
import type { Response } from "supertest";
import { createApiDockToken } from "../../../src/domain/tokens/api-dock-tokens.js";
import { prune } from "../../../src/domain/upkeep/prune.js";
import { revokeAccess } from "../../../src/domain/credentials/revoke-user-access.js";
import { DAY, HOUR, MINUTE, now, SECOND } from "../../../src/lib/clock.js";
import { ActionForbidden } from "../../../src/lib/failures.js";
import { sha256 } from "../../../src/lib/secrets.js";
import type { User } from "../../../src/models/user.js";
import { PASSWORD } from "../../support/app/factories.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { signedInCaller } from "../../support/app/caller.js";

const JSON_ONLY = { Accept: "application/json" };
const SCRIPT = { ...JSON_ONLY, "Content-Type": "application/x-www-form-urlencoded" };

/** On MariaDB, the worlds of a suite share one database. */
let serial = 0;

interface Row {
  id: string;
  user_id: string;
  name: string;
  scopes: string;
  token_hash: Buffer;
  expires_at: number;
  created_at: number;
  revoked_at: number | null;
}

describe("API documentation tokens", () => {
  const world = useWorld();
  const unscoped = useWorld({}, { oauth: { scopes: [] } });

  beforeEach(() => world.freezeTime());

  const rowsIn = (from = world) =>
    from.services.knex("personal_access_tokens").orderBy("created_at") as unknown as Promise<Row[]>;
  const active = async (from = world): Promise<Row[]> =>
    (await rowsIn(from)).filter((row) => row.revoked_at === null && row.expires_at > now());

  async function reader(from = world): Promise<{ user: User; visitor: Visitor }> {
    const { name } = await from.make.role(`reader_${++serial}`, 4, ["api-docs.read"]);
    return entered(await from.make.user({ role: name }), from);
  }
  async function entered(user: User, from = world): Promise<{ user: User; visitor: Visitor }> {
    const { visitor } = await from.signedIn(user);
    await visitor.get("/profile"); // has forms for every role
    return { user, visitor };
  }
  const ask = (visitor: Visitor, fields: Record<string, string> = {}): Promise<Response> =>
    visitor.submit("/api-dock/token", fields, JSON_ONLY);

  it("are returned in the envelope, last 15 minutes and work on the API", async () => {
    const { user, visitor } = await reader();
    const answer = await ask(visitor);
    expect(answer.status).to.equal(201);
    const [row] = await rowsIn();
    const { token, ...data } = answer.body.data as Record<string, unknown>;
    expect(answer.body).to.include({ success: true, status: 201, trace_id: answer.headers["x-request-id"] });
    expect(data).to.deep.equal({
      id: row!.id,
      name: "api-dock",
      expires_at: new Date(row!.expires_at).toISOString(),
      scopes: world.services.config.tokens.scopes,
    });
    expect(token).to.match(/^adk_pat_[0-9A-Za-z]{49}$/);
    expect(row!.expires_at - row!.created_at).to.equal(15 * MINUTE);
    expect(answer.headers["cache-control"]).to.equal("private, no-store");
    const me = () => world.api.as(token as string).get("/auth/me");
    expect((await me().expect(200)).body.data.id).to.equal(user.id);
    world.advance(15 * MINUTE);
    await me().expect(401);
  });

  it("have every scope of the catalogue, or all access without a catalogue", async () => {
    const { scopes } = world.services.config.tokens;
    await ask((await reader()).visitor);
    expect(scopes).not.to.have.length(0);
    expect(JSON.parse((await rowsIn())[0]!.scopes)).to.deep.equal(scopes);
    const { visitor } = await reader(unscoped);
    expect((await ask(visitor)).body.data.scopes).to.deep.equal([]);
    expect(textOf(await visitor.get("/user/tokens"))).to.contain("Scopes: all");
  });

  it("are requested by a script with the CSRF token in a header", async () => {
    const { visitor } = await reader();
    const headers = { ...SCRIPT, "X-CSRF-Token": visitor.csrfToken };
    const made = await visitor.send((agent) => agent.post("/api-dock/token").set(headers));
    expect(made.status).to.equal(201);
    const body = `token=${made.body.data.id}`;
    const ended = await visitor.send((agent) => agent.delete("/api-dock/token").set(headers).send(body));
    expect(ended.status).to.equal(200);
    expect(ended.body).to.deep.include({ success: true, status: 200, data: {}, meta: {} });
    expect(await active()).to.have.length(0);
    await world.api.as(made.body.data.token).get("/auth/me").expect(401);
  });

  it("are limited to three: a fourth revokes the oldest", async () => {
    const { user, visitor } = await reader();
    await world.make.token(user, { name: "laptop" });
    const values: string[] = [];
    for (let n = 0; n < 5; n++) {
      world.advance(SECOND);
      const { body } = await ask(visitor);
      values.push(body.data.token);
      expect(await active()).to.have.length(Math.min(n + 1, 3) + 1);
    }
    const hashes = (await active()).map(({ token_hash }) => Buffer.from(token_hash).toString("hex"));
    expect(hashes.slice(1)).to.deep.equal(values.slice(2).map((value) => sha256(value).toString("hex")));
    const { knex } = world.services;
    expect(await knex("activity_log").where({ event: "token_revoked" })).to.have.length(2);
  });

  it("don't count when they are expired or revoked", async () => {
    const { visitor } = await reader();
    const first = await ask(visitor);
    world.advance(14 * MINUTE);
    for (let n = 0; n < 2; n++) await ask(visitor);
    world.advance(MINUTE);
    await ask(visitor, { current_password: PASSWORD });
    const [oldest] = await rowsIn();
    expect(oldest).to.include({ id: first.body.data.id, revoked_at: null });
    expect(await active()).to.have.length(3);
  });

  it("are counted for each account separately", async () => {
    const { visitor } = await reader();
    const other = (await entered(await world.make.user({ role: "admin" }))).visitor;
    await ask(other);
    for (let n = 0; n < 4; n++) await ask(visitor);
    expect(await active()).to.have.length(4);
  });

  it("are recorded without their value, and no mail is sent", async () => {
    const { user, visitor } = await reader();
    const { body } = await ask(visitor);
    await visitor.delete("/api-dock/token", { token: body.data.id });
    const { knex } = world.services;
    const log = (await knex("activity_log")
      .whereIn("event", ["token_created", "token_revoked"])
      .orderBy("id")) as {
      event: string;
      actor_id: string;
      owner_id: string;
      subject_id: string;
      changes: string;
    }[];
    expect(log.map(({ event }) => event)).to.deep.equal(["token_created", "token_revoked"]);
    for (const row of log)
      expect(row).to.include({ actor_id: user.id, owner_id: user.id, subject_id: body.data.id });
    expect(JSON.parse(log[0]!.changes)).to.deep.equal({
      name: "api-dock",
      scopes: body.data.scopes,
      expires_at: body.data.expires_at,
    });
    expect(await knex("mails")).to.have.length(0);
  });

  it("are in clear only in the one response", async () => {
    const { visitor } = await reader();
    const { body } = await ask(visitor);
    const value = body.data.token as string;
    for (const page of ["/api-dock", "/user/tokens", "/dashboard", "/profile"])
      expect((await visitor.get(page)).text).not.to.contain(value);
    expect(JSON.stringify(world.logs)).not.to.contain(value);
    const { knex } = world.services;
    for (const table of ["activity_log", "sessions", "personal_access_tokens", "mails", "users"])
      expect(JSON.stringify(await knex(table)), table).not.to.contain(value);
  });

  it("are in the token lists with an explanation, and can be revoked there", async () => {
    const user = await world.make.user({ role: "system_admin" });
    const { visitor } = await world.signedIn(user);
    for (const page of ["/user/tokens", "/admin/api-tokens"]) {
      const { body } = await ask(visitor);
      const list = await visitor.get(page);
      expect(textOf(list))
        .to.contain("api-dock")
        .and.to.contain("Created by the API docs to try out an operation. It expires after 15 minutes.");
      await visitor.delete(page, { token: body.data.id });
      expect(await active(), page).to.have.length(0);
    }
  });

  it("are pruned after their retention", async () => {
    await ask((await reader()).visitor);
    world.advance(31 * DAY);
    await prune(world.services);
    expect(await rowsIn()).to.have.length(0);
  });

  describe("require the password", () => {
    it("in the same request, except within 15 minutes of signing in", async () => {
      const { visitor } = await reader();
      world.advance(14 * MINUTE);
      expect((await ask(visitor)).status).to.equal(201);
      world.advance(HOUR);
      const rejected = await ask(visitor);
      expect(rejected.status).to.equal(423);
      expect(rejected.body.data).to.deep.equal({ code: "password_confirmation_required" });
      expect((await ask(visitor, { current_password: PASSWORD })).status).to.equal(201);
    });

    it("and the form token stays valid with the new session id", async () => {
      const { visitor } = await reader();
      const { sessionCookie } = visitor;
      world.advance(HOUR);
      expect((await ask(visitor, { current_password: PASSWORD })).status).to.equal(201);
      expect(visitor.sessionCookie).not.to.equal(sessionCookie);
      expect((await ask(visitor)).status).to.equal(201);
    });

    it("with an error for the field, six times a minute", async () => {
      const { visitor } = await reader();
      world.advance(HOUR);
      for (let n = 0; n < 6; n++) {
        const answer = await ask(visitor, { current_password: "wrong" });
        expect(answer.status).to.equal(422);
        expect(answer.body.data.code).to.equal("validation_failed");
        expect(answer.body.data.errors.current_password).to.have.length(1);
      }
      const answer = await ask(visitor, { current_password: PASSWORD });
      expect(answer.status).to.equal(429);
      expect(answer.body.data.code).to.equal("throttled");
      expect(Number(answer.headers["retry-after"])).to.be.within(1, 60);
      expect(await rowsIn()).to.have.length(0);
    });
  });

  describe("are rejected", () => {
    it("without the permission, and with an outdated page", async () => {
      const { visitor } = await world.signedIn();
      expect((await ask(visitor)).status).to.equal(403);
      const { visitor: other } = await reader();
      const answer = await ask(other, { _csrf: "old" });
      expect(answer.status).to.equal(419);
      expect(answer.body.data.code).to.equal("page_expired");
      expect(await rowsIn()).to.have.length(0);
    });

    it("when revoking an unknown token or another account's", async () => {
      const { visitor } = await reader();
      const { user } = await world.make.userWithToken();
      const [theirs] = await rowsIn();
      for (const token of [theirs!.id, "", "none", "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e"]) {
        const answer = await visitor.submit("/api-dock/token", { _method: "DELETE", token }, JSON_ONLY);
        expect(answer.status, token).to.equal(404);
      }
      expect((await active()).map(({ user_id }) => user_id)).to.deep.equal([user.id]);
    });

    const CONCURRENT_CHANGES: Record<string, (user: User, from: typeof world) => Promise<unknown>> = {
      "the account is banned": (user) =>
        world.services.knex("users").where({ id: user.id }).update({ status: "banned" }),
      "the session ends": (user) => world.services.knex.transaction((trx) => revokeAccess(trx, user.id)),
      "the role is removed": (user) => world.make.withoutRoles(user),
    };
    for (const [what, end] of Object.entries(CONCURRENT_CHANGES))
      it(`when ${what} between the guards and the insert`, async () => {
        const { user } = await reader();
        const call = await signedInCaller(world.services, user);
        await end(user, world);
        const error: unknown = await createApiDockToken(call).catch((thrown: unknown) => thrown);
        expect(error).to.be.instanceOf(ActionForbidden);
        expect(await rowsIn()).to.have.length(0);
      });
  });
});
