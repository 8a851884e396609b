import { expect } from "chai";
import { DAY, MINUTE, now, toRfc3339 } from "../../../src/lib/clock.js";
import { ownOrigin } from "../../../src/domain/audit/origin.js";
import { liftEndedStatuses } from "../../../src/domain/users/ended-status.js";
import type { User } from "../../../src/models/user.js";
import { PASSWORD } from "../../support/app/factories.js";
import { whileQueriesFail } from "../../support/database/faults.js";
import { useWorld } from "../../support/app/world.js";

const REASON = "Sends advertising";

describe("The reason and the end of a status", () => {
  const world = useWorld();
  let token: string;
  let user: User;
  beforeEach(async () => {
    world.freezeTime();
    token = await world.make.token(await world.make.user({ role: "admin" }), { expiresAt: now() + 30 * DAY });
    user = await world.make.user({ email: "grace@example.test" });
  });
  const setStatus = (body: object, status = 200) =>
    world.api.as(token).put(`/users/${user.id}/status`, body).expect(status);
  const shown = async () => (await world.api.as(token).get(`/users/${user.id}`).expect(200)).body;
  const signIn = (status: number) =>
    world.api.post("/auth/login", { email: user.email, password: PASSWORD }).expect(status);
  const signInOnTheWeb = (password = PASSWORD) => world.visitor().signIn(user, { password });
  const events = async () =>
    (await world.services
      .knex("activity_log")
      .where({ event: "user_updated", subject_id: user.id })
      .orderBy("id")
      .select("actor_id", "changes")) as { actor_id: string | null; changes: string }[];
  const inAWeek = () => now() + 7 * DAY;
  const banForAWeek = () =>
    setStatus({ status: "banned", reason: REASON, tell: true, until: toRfc3339(inAWeek()) });

  it("are shown with the account and recorded", async () => {
    const until = toRfc3339(inAWeek());
    await banForAWeek();
    expect((await shown()).meta).to.deep.equal({
      status_reason: REASON,
      status_told: true,
      status_until: until,
    });
    const [event] = await events();
    expect(JSON.parse(event!.changes)).to.deep.equal({
      before: { status: "active", status_reason: null, status_told: false, status_until: null },
      after: { status: "banned", status_reason: REASON, status_told: true, status_until: inAWeek() },
    });
  });

  it("change without another revocation while the status stays, and only together", async () => {
    await banForAWeek();
    const cutOffs = () => world.services.knex("activity_log").where({ event: "account_cut_off" });
    await world.make.token(user);
    const before = (await cutOffs()).length;
    await setStatus({ status: "banned" });
    expect((await shown()).meta).to.include({ status_reason: REASON });
    await setStatus({ status: "banned", reason: "Another reason" });
    expect((await shown()).meta).to.deep.equal({ status_reason: "Another reason", status_told: false });
    expect(await cutOffs()).to.have.length(before);
  });

  it("end with the status, whichever operation changes it", async () => {
    await banForAWeek();
    await world.api.as(token).patch(`/users/${user.id}`, { status: "active" }).expect(200);
    expect((await shown()).meta).to.deep.equal({});
  });

  it("make the account active again at the end, by the background work", async () => {
    await banForAWeek();
    const lift = () => liftEndedStatuses(world.services, ownOrigin());
    world.advance(7 * DAY - MINUTE);
    expect(await lift()).to.equal(0);
    world.advance(MINUTE);
    expect(await lift()).to.equal(1);
    const { data, meta } = await shown();
    expect([data.status, meta]).to.deep.equal(["active", {}]);
    const last = (await events()).at(-1)!;
    expect(last.actor_id).to.equal(null);
    expect(JSON.parse(last.changes).after).to.deep.equal({ status: "active", status_until: null });
    await signIn(200);
  });

  it("end for the other accounts when one of them can't be written", async () => {
    const other = await world.make.user();
    await banForAWeek();
    const { knex } = world.services;
    await knex("users").where({ id: other.id }).update({ status: "banned", status_until: inAWeek() });
    world.advance(7 * DAY);
    let failed = false;
    const failOnce = (sql: string): Error | null =>
      /^update .users. set/.test(sql) && !failed ? ((failed = true), new Error("broken row")) : null;
    const lift = () => liftEndedStatuses(world.services, ownOrigin());
    expect(await whileQueriesFail(knex, failOnce, lift)).to.equal(1);
    expect(world.logs.filter(({ msg }) => msg === "could not make an account active again")).to.have.length(
      1,
    );
    expect(await lift()).to.equal(1);
  });

  it("let the owner in at the end, before the background work was there", async () => {
    await banForAWeek();
    world.advance(7 * DAY - MINUTE);
    await signIn(401);
    world.advance(MINUTE);
    await signIn(200);
    expect((await shown()).data.status).to.equal("active");
  });

  it("finish a pending revocation before the account is active again", async () => {
    const old = await world.make.token(user);
    await banForAWeek();
    await world.services
      .knex("personal_access_tokens")
      .where({ user_id: user.id })
      .update({ revoked_at: null, expires_at: now() + 30 * DAY });
    await world.services.knex("users").where({ id: user.id }).update({ revocation_pending_at: now() });
    world.advance(7 * DAY);
    await signIn(200);
    await world.api.as(old).get("/auth/me").expect(401);
  });

  it("are told on the web after the right password, with the support address", async () => {
    await world.services.settings.write({ "branding.support_email": "help@example.test" });
    await banForAWeek();
    const { text } = await signInOnTheWeb();
    expect(text).to.contain("Your account is not active.").and.contain(`Reason: ${REASON}`);
    expect(text).to.contain("It becomes active again on").and.contain("mailto:help@example.test");
    expect((await signInOnTheWeb("wrong-horse")).text).not.to.contain(REASON);
    expect(JSON.stringify((await signIn(401)).body)).not.to.contain(REASON);
  });

  it("stay untold unless the administrator says so", async () => {
    await setStatus({ status: "banned", reason: REASON, until: toRfc3339(inAWeek()) });
    const { text } = await signInOnTheWeb();
    expect(text).to.contain("Your account is not active.").and.not.to.contain(REASON);
    expect(text).not.to.contain("It becomes active again");
  });

  it("are rejected when there is nothing to tell, no future and no denial", async () => {
    const rejected = async (body: object) => Object.keys((await setStatus(body, 422)).body.data.errors);
    expect(await rejected({ status: "banned", tell: true })).to.deep.equal(["reason"]);
    expect(await rejected({ status: "banned", until: toRfc3339(now()) })).to.deep.equal(["until"]);
    expect(await rejected({ status: "active", until: toRfc3339(inAWeek()) })).to.deep.equal(["until"]);
    expect(await rejected({ status: "banned", until: "2126-12-31T23:59:60Z" })).to.deep.equal(["until"]);
    expect(await rejected({ status: "banned", reason: "a".repeat(501) })).to.deep.equal(["reason"]);
    expect(await rejected({ status: "banned", reason: "one\ntwo" })).to.deep.equal(["reason"]);
  });

  it("can't be changed for one's own account", async () => {
    const own = (await world.api.as(token).get("/auth/me").expect(200)).body.data.id as string;
    const { body } = await world.api
      .as(token)
      .put(`/users/${own}/status`, { status: "active", reason: REASON })
      .expect(403);
    expect(body.data.code).to.equal("own_account");
  });
});
