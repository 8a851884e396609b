import { AssertionError, expect } from "chai";
import type { Response } from "supertest";
import { isSqlite } from "../../src/database/table.js";
import { useHangingDatabase } from "../support/database/faults.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import {
  credentialsOf,
  devicePoll,
  issueCode,
  issueDeviceCodes,
  countActiveTokens,
  redemption,
  renewal,
} from "../support/oauth/oauth-grants.js";
import { makeClient, makeGrant, type RegisteredClient } from "../support/oauth/oauth.js";
import { KILLS, startServer, together, until, useFleet, useFolder } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";

const MOST = 10_000;

describeWith("MariaDB", "OAuth2 clients while the database hangs", function () {
  this.timeout(90_000);
  const fleet = useFleet(1);
  const database = useHangingDatabase();

  it("H09, H11: are told within ten seconds to retry, and have lost nothing afterwards", async () => {
    const [user, made] = [await fleet.make.user(), await makeClient(fleet)];
    const { client } = made;
    const { access, refresh } = await makeGrant(fleet, { user, client });
    const device = await issueDeviceCodes(fleet.services, { user, client, decision: "approved" });
    const api = new OAuthApi(fleet.servers[0]!.api.origin);
    const requests: [string, Record<string, string>][] = [
      ["/oauth/introspect", { token: access }],
      ["/oauth/token", renewal(refresh)],
      ["/oauth/token", redemption(await issueCode(fleet.services, { user, client }))],
      ["/oauth/token", devicePoll(device)],
      ["/oauth/token", { grant_type: "client_credentials" }],
      ["/oauth/device/code", {}],
      ["/oauth/revoke", { token: access }],
    ];
    await api.token({ grant_type: "client_credentials" }, credentialsOf(made)); // opens connections
    await database.stop();

    const started = Date.now();
    const answers = await together(14, (n) => api.post(...requests[n % 7]!, credentialsOf(made)));
    expect(Date.now() - started).to.be.below(MOST);
    for (const { status, body } of answers)
      expect({ status, error: body.error }).to.deep.equal({ status: 503, error: "temporarily_unavailable" });
    const metadata = await fetch(`${fleet.servers[0]!.api.origin}/.well-known/oauth-authorization-server`);
    expect(metadata.status).to.equal(200);

    await database.goOn();
    const ready = async () => (await fleet.api(0).get("//ready")).status === 200;
    await until("it is ready again", ready, MOST);
    const statuses: number[] = [];
    for (const [path, form] of requests)
      statuses.push((await api.post(path, form, credentialsOf(made))).status);
    expect(statuses).to.deep.equal(requests.map(() => 200));
  });
});

for (const tool of ["SQLite", "MariaDB"] as const)
  describeWith(tool, `SIGKILL while grants are renewed on ${tool}`, function () {
    this.timeout(20_000 + KILLS * 20_000);
    const folder = useFolder();
    const onSqlite = [() => `sqlite:${folder.path}/authdock.sqlite`];
    const fleet = useFleet(1, {}, ...(tool === "SQLite" ? onSqlite : []));
    let made: RegisteredClient;
    let user: { id: string };
    const api = (): OAuthApi => new OAuthApi(fleet.servers[0]!.api.origin);

    it("H13: keep every acknowledged refresh and revocation, and no partial one", async () => {
      for (let round = 0; round < KILLS; round++) {
        [user, made] = [await fleet.make.user(), await makeClient(fleet)];
        const acknowledged = { access: [] as string[], ended: [] as string[] };
        const loops = [0, 1, 2].map(() => renewUntilDead(acknowledged));
        await until("there is something to lose", () => Promise.resolve(acknowledged.ended.length > 3));
        await fleet.servers[0]!.stop("SIGKILL");
        await Promise.all(loops);
        fleet.servers[0] = await startServer(fleet.variables);
        await expectNothingHalf();
        for (const token of acknowledged.access)
          expect((await fleet.api(0).as(token).get("/auth/me")).status).to.equal(200);
        for (const token of acknowledged.ended)
          expect((await fleet.api(0).as(token).get("/auth/me")).status).to.equal(401);
      }
    });

    /** Redeems a code, refreshes its tokens and revokes another grant, repeatedly. */
    async function renewUntilDead(acknowledged: { access: string[]; ended: string[] }): Promise<void> {
      for (;;) {
        const given = await issueCode(fleet.services, { user, client: made.client });
        const first = await unlessKilled(api().token(redemption(given), credentialsOf(made)));
        if (!first) return;
        const second = await unlessKilled(
          api().token(renewal(first.body.refresh_token as string), credentialsOf(made)),
        );
        acknowledged.access.push(first.body.access_token as string);
        if (!second) return;
        acknowledged.access.push(second.body.access_token as string);
        const other = await makeGrant(fleet, { user, client: made.client });
        if (!(await unlessKilled(api().post("/oauth/revoke", { token: other.refresh }, credentialsOf(made)))))
          return;
        acknowledged.ended.push(other.access);
      }
    }

    /** The response, which must be a success; null after the server was killed. */
    async function unlessKilled(pending: Promise<Response>): Promise<Response | null> {
      const answer = await pending.catch((error: Error) => {
        if (error instanceof AssertionError) throw error;
        return null;
      });
      if (answer) expect(answer.status, answer.text).to.equal(200);
      return answer;
    }

    /**
     * Checks that a redeemed code has its tokens, a rotated refresh token its successor, and that a grant is active
     * or revoked as a whole.
     */
    async function expectNothingHalf(): Promise<void> {
      const { knex } = fleet.services;
      const codes = (await knex("oauth_authorization_codes")) as {
        family_id: string;
        redeemed_at: number | null;
      }[];
      for (const { family_id, redeemed_at } of codes) {
        const { access, refresh } = await countActiveTokens(fleet.services, { family_id });
        expect(refresh).to.equal(redeemed_at === null ? 0 : 1);
        const rows = (await knex("oauth_refresh_tokens").where({ family_id })) as unknown[];
        expect(access).to.equal(rows.length);
      }
      const families = knex("oauth_access_tokens").whereNull("revoked_at").select("family_id");
      const torn = (await knex("oauth_refresh_tokens")
        .whereNotNull("revoked_at")
        .whereIn("family_id", families)) as unknown[];
      expect(torn).to.have.length(0);
      if (isSqlite(knex))
        expect(await knex.raw("pragma integrity_check")).to.deep.equal([{ integrity_check: "ok" }]);
    }
  });
