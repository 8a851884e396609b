import { expect } from "chai";
import type { Knex } from "knex";
import { countActiveCredentials, ofEach } from "../support/app/credentials.js";
import { lockWaits } from "../support/database/lock-waits.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { credentialsOf, renewal } from "../support/oauth/oauth-grants.js";
import { makeClient, makeGrant } from "../support/oauth/oauth.js";
import { until, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { Visitor } from "../support/app/web.js";

const MOST = 10_000;

describeWith("MariaDB", "While another connection locks rows,", function () {
  this.timeout(60_000);
  const fleet = useFleet(2);
  let holder: Knex.Transaction | null = null;
  const hold = async (table: string, where: object): Promise<void> => {
    holder = await fleet.services.knex.transaction();
    expect(await holder(table).where(where).forUpdate().select()).not.to.be.empty;
  };
  const release = async (): Promise<void> => {
    await holder?.rollback();
    holder = null;
  };
  afterEach(release);
  const statusOf = async (id: string): Promise<string> =>
    ((await fleet.services.knex("users").where({ id }).first("status")) as { status: string }).status;

  it("a change of an account and a token refresh succeed when the lock is released in time", async () => {
    const { token } = await fleet.make.userWithToken({ role: "system_admin" });
    const user = await fleet.make.user();
    const made = await makeClient(fleet);
    const { refresh } = await makeGrant(fleet, { user, client: made.client });
    await hold("users", { id: user.id });
    const pending = Promise.all([
      fleet.api(0).as(token).patch(`/users/${user.id}`, { first_name: "Grace" }),
      new OAuthApi(fleet.servers[1]!.api.origin).token(renewal(refresh), credentialsOf(made)),
    ]);
    await until("both wait for the lock", async () => (await lockWaits(fleet.services.knex)) >= 2);
    await release();
    for (const { status } of await pending) expect(status).to.equal(200);
  });

  it("a change of an account that stays locked returns 503 with Retry-After within ten seconds", async () => {
    const { token } = await fleet.make.userWithToken({ role: "system_admin" });
    const user = await fleet.make.user();
    await hold("users", { id: user.id });
    const started = Date.now();
    const { status, headers, body } = await fleet
      .api(0)
      .as(token)
      .patch(`/users/${user.id}`, { first_name: "Grace" });
    expect(Date.now() - started).to.be.below(MOST);
    expect(status).to.equal(503);
    expect(body.data.code).to.equal("unavailable");
    expect(Number(headers.get("retry-after"))).to.be.at.least(1);
  });

  for (const table of ["personal_access_tokens", "sessions", "oauth_refresh_tokens"] as const)
    it(`C20: a ban is completed later when a row of ${table} is locked, and gives no access until then`, async () => {
      const { token: admin } = await fleet.make.userWithToken({ role: "system_admin" });
      const { user, token } = await fleet.make.userWithToken();
      const { client } = await makeClient(fleet);
      const { access } = await makeGrant(fleet, { user, client });
      const browser = new Visitor(fleet.servers[0]!.api.origin);
      await browser.signIn(user);
      await hold(table, { user_id: user.id });

      const ban = await fleet.api(0).as(admin).patch(`/users/${user.id}`, { status: "banned" });
      expect(ban.status).to.equal(200);
      const expectClosed = async (): Promise<void> => {
        for (const [n, each] of [token, access].entries())
          expect((await fleet.api(n).as(each).get("/auth/me")).status).to.equal(401);
        expect((await browser.get("/dashboard")).status).to.equal(302);
      };
      await expectClosed();

      const lift = await fleet.api(1).as(admin).patch(`/users/${user.id}`, { status: "active" });
      expect(lift.status).to.equal(503);
      expect(Number(lift.headers.get("retry-after"))).to.be.at.least(1);
      expect(await statusOf(user.id)).to.equal("banned");

      await release();
      const again = await fleet.api(0).as(admin).patch(`/users/${user.id}`, { status: "active" });
      expect(again.status).to.equal(200);
      await expectClosed();
      expect(await countActiveCredentials(fleet.services.knex, user)).to.deep.equal(ofEach(0));
    });

  it("C20: a ban that couldn't be completed is completed by any process", async () => {
    const { token: admin } = await fleet.make.userWithToken({ role: "system_admin" });
    const { user } = await fleet.make.userWithToken();
    await hold("personal_access_tokens", { user_id: user.id });
    expect((await fleet.api(0).as(admin).patch(`/users/${user.id}`, { status: "banned" })).status).to.equal(
      200,
    );
    await release();
    const isFinished = async (): Promise<boolean> =>
      (await fleet.services.knex("users").where({ id: user.id }).first("revocation_pending_at"))
        .revocation_pending_at === null;
    await until("the revocation is finished", isFinished, 30_000);
    expect(await countActiveCredentials(fleet.services.knex, user)).to.deep.equal(ofEach(0));
    const [recorded] = await fleet.services
      .knex("activity_log")
      .where({ event: "account_cut_off", subject_id: user.id });
    expect(recorded).to.include({ actor_id: null, ip_address: "service" });
  });
});
