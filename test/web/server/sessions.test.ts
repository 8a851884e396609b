import { expect } from "chai";
import {
  findSession,
  openSession,
  rotateSession,
  touchSession,
} from "../../../src/domain/sessions/sessions.js";
import { DAY, HOUR, MINUTE, now } from "../../../src/lib/clock.js";
import { sha256 } from "../../../src/lib/secrets.js";
import { PASSWORD } from "../../support/app/factories.js";
import { until } from "../../support/app/processes.js";
import { useWorld } from "../../support/app/world.js";
import type { Visitor } from "../../support/app/web.js";

const ORIGIN = { ip: "192.0.2.1", userAgent: "a browser", traceId: "trace" };

describe("Browser sessions", () => {
  const world = useWorld();

  const isSignedIn = async (visitor: Visitor): Promise<boolean> =>
    (await visitor.get("/dashboard")).status === 200;

  /** The response doesn't wait for it. */
  const useIsRecorded = (): Promise<void> =>
    until("the use of the session is noted", async () => {
      const row = (await world.services.knex("sessions").first("last_activity")) as { last_activity: number };
      return row.last_activity === now();
    });

  /** The id inside the signed cookie `s:<id>.<signature>`. */
  const idOf = (visitor: Visitor): string =>
    decodeURIComponent(visitor.sessionCookie!).slice(2).split(".")[0]!;

  it("are stored by the hash of their id, with the data that pages show", async () => {
    const { user, visitor } = await world.signedIn();
    const [row] = (await world.services.knex("sessions")) as Record<string, unknown>[];
    expect(Buffer.from(row!["id"] as Buffer)).to.deep.equal(sha256(idOf(visitor)));
    expect(row).to.include({ user_id: user.id, ip_address: visitor.ip, user_agent: visitor.userAgent });
    expect(JSON.stringify(row)).not.to.contain(idOf(visitor));
  });

  it("end after 120 idle minutes, and activity extends them", async () => {
    const visitor = world.visitor();
    world.freezeTime();
    await visitor.signIn(await world.make.user());
    for (let hour = 0; hour < 5; hour++) {
      world.advance(119 * MINUTE);
      expect(await isSignedIn(visitor)).to.equal(true);
      await useIsRecorded();
    }
    world.advance(120 * MINUTE);
    expect(await isSignedIn(visitor)).to.equal(false);
  });

  it("end after 12 hours, whatever their activity", async () => {
    const visitor = world.visitor();
    world.freezeTime();
    await visitor.signIn(await world.make.user());
    for (let hour = 0; hour < 11; hour++) {
      world.advance(HOUR);
      expect(await isSignedIn(visitor)).to.equal(true);
      await useIsRecorded();
    }
    world.advance(HOUR);
    expect(await isSignedIn(visitor)).to.equal(false);
  });

  it("last exactly 30 days with “remember me”, idle or not", async () => {
    const visitor = world.visitor();
    world.freezeTime();
    const answer = await visitor.signIn(await world.make.user(), { remember: "1" });
    const cookie = (answer.headers["set-cookie"] as unknown as string[]).find((line) =>
      /_session=/.test(line),
    );
    expect(cookie).to.match(/Expires=/);
    world.advance(30 * DAY - MINUTE);
    expect(await isSignedIn(visitor)).to.equal(true);
    world.advance(MINUTE);
    expect(await isSignedIn(visitor)).to.equal(false);
  });

  it("end with the browser otherwise", async () => {
    const answer = await world.visitor().signIn(await world.make.user());
    const cookie = (answer.headers["set-cookie"] as unknown as string[]).find((line) =>
      /_session=/.test(line),
    );
    expect(cookie)
      .to.match(/HttpOnly/)
      .and.match(/SameSite=Lax/)
      .and.match(/Path=\//);
    expect(cookie).not.to.match(/Expires=|Max-Age=|Domain=/);
  });

  it("record their use at most once a minute", async () => {
    const { knex } = world.services;
    const user = await world.make.user();
    world.freezeTime();
    const session = await knex.transaction((trx) =>
      openSession(trx, { userId: user.id, remember: false, method: "password" }, ORIGIN),
    );
    const lastActivity = async (): Promise<number> =>
      ((await knex("sessions").first("last_activity")) as { last_activity: number }).last_activity;
    world.advance(59_000);
    await touchSession(knex, session, "192.0.2.2");
    expect(await lastActivity()).to.equal(session.lastActivity);
    world.advance(1000);
    await touchSession(knex, session, "192.0.2.2");
    expect(await lastActivity()).to.equal(session.lastActivity + MINUTE);
  });

  it("are pruned when they have ended", async () => {
    const { prune } = await import("../../../src/domain/upkeep/prune.js");
    world.freezeTime();
    await world.visitor().signIn(await world.make.user());
    await world.visitor().signIn(await world.make.user(), { remember: "1" });
    world.advance(DAY);
    expect((await prune(world.services))["sessions"]).to.equal(1);
    expect(await world.services.knex("sessions")).to.have.length(1);
  });

  it("C17: never use an id that the browser sends", async () => {
    const user = await world.make.user();
    const visitor = world.visitor();
    for (const planted of ["planted", "s:planted.signature", "s%3Aplanted.signature"]) {
      visitor.cookies.clear();
      visitor.cookies.set("authdock_session", planted);
      expect(await isSignedIn(visitor)).to.equal(false);
      await visitor.signIn(user);
      expect(visitor.sessionCookie).not.to.contain("planted");
    }
  });

  it("C17: get a new id when the password is confirmed, and the old one is invalid", async () => {
    const { knex, rows } = world.services;
    const user = await world.make.user();
    const before = await knex.transaction((trx) =>
      openSession(trx, { userId: user.id, remember: false, method: "password" }, ORIGIN),
    );
    const after = await knex.transaction((trx) => rotateSession(trx, before, { confirmedAt: 1 }));
    expect(after!.id).not.to.equal(before.id);
    // so the forms of other tabs stay valid
    expect(after!.publicId).to.equal(before.publicId);
    expect(await findSession(rows, before.id)).to.equal(null);
    const found = await findSession(rows, after!.id);
    expect(found?.session).to.deep.include({ confirmedAt: 1, userId: user.id });
    expect(await knex("sessions")).to.have.length(1);
  });

  it("C18: aren't restored by a request that runs while they end", async () => {
    const { knex } = world.services;
    const user = await world.make.user();
    const session = await knex.transaction((trx) =>
      openSession(trx, { userId: user.id, remember: false, method: "password" }, ORIGIN),
    );
    await knex("sessions").del();
    world.advance(5 * MINUTE);
    await touchSession(knex, session, "192.0.2.2");
    expect(await knex.transaction((trx) => rotateSession(trx, session))).to.equal(null);
    expect(await knex("sessions")).to.have.length(0);
  });

  it("C18: don't change anything with a form sent before they end", async () => {
    const { visitor } = await world.signedIn();
    await visitor.get("/user/confirm-password");
    // deletes the row during the password comparison
    const { passwords, knex } = world.services;
    const verify = passwords.verify.bind(passwords);
    passwords.verify = async (...given) => {
      const result = await verify(...given);
      await knex("sessions").del();
      return result;
    };
    try {
      const answer = await visitor.submit("/user/confirm-password", { current_password: PASSWORD });
      expect(answer.status).to.equal(419);
    } finally {
      passwords.verify = verify;
    }
    expect(await knex("sessions")).to.have.length(0);
    expect(await isSignedIn(visitor)).to.equal(false);
  });

  it("C20: end when the account is banned", async () => {
    const admin = await world.make.userWithToken({ role: "system_admin" });
    const { user, visitor } = await world.signedIn();
    const banned = await world.api.as(admin.token).patch(`/users/${user.id}`, { status: "banned" });
    expect(banned.status).to.equal(200);
    expect(await isSignedIn(visitor)).to.equal(false);
    expect(await world.services.knex("sessions")).to.have.length(0);
  });

  it("are invalid when the account was deleted directly in the database", async () => {
    const { user, visitor } = await world.signedIn();
    await world.services.knex("users").where({ id: user.id }).update({ deleted_at: Date.now() });
    expect(await isSignedIn(visitor)).to.equal(false);
  });

  it("are rejected when the signature of the cookie is altered", async () => {
    const visitor = world.visitor();
    await visitor.signIn(await world.make.user());
    visitor.cookies.set("authdock_session", visitor.sessionCookie!.slice(0, -2) + "xx");
    expect(await isSignedIn(visitor)).to.equal(false);
  });
});
