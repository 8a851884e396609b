import { expect } from "chai";
import { isSqlite } from "../../src/database/table.js";
import { PASSWORD, registration } from "../support/app/factories.js";
import { KILLS, startServer, until, useFleet, useFolder, type Answer } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";

/** Requests that the server acknowledged before it was killed. */
interface Acknowledged {
  /** Tokens of registrations and logins. */
  tokens: string[];
  /** Tokens that a ban revoked. */
  endedTokens: string[];
  bannedIds: string[];
}

for (const tool of ["SQLite", "MariaDB"] as const)
  describeWith(tool, `SIGKILL in the middle of writes on ${tool}`, function () {
    this.timeout(20_000 + KILLS * 20_000);
    const folder = useFolder();
    const onSqlite = [() => `sqlite:${folder.path}/authdock.sqlite`];
    const fleet = useFleet(1, {}, ...(tool === "SQLite" ? onSqlite : []));

    it("H13: keeps every acknowledged write, no partial one, and starts again immediately", async () => {
      const admin = await fleet.make.userWithToken({ role: "system_admin" });
      for (let round = 0; round < KILLS; round++) {
        const acknowledged: Acknowledged = { tokens: [], endedTokens: [], bannedIds: [] };
        const loops = [0, 1, 2].map(() => writeUntilDead(acknowledged, admin.token));
        await until("there is something to lose", () => Promise.resolve(acknowledged.bannedIds.length > 5));
        await fleet.servers[0]!.stop("SIGKILL");
        await Promise.all(loops);

        const started = Date.now();
        fleet.servers[0] = await startServer(fleet.variables);
        expect(Date.now() - started).to.be.below(10_000);
        await expectAllThere(acknowledged);
        await expectNothingHalf(admin.user.id);
      }
      await expectBansFinished();
    });

    /** Registers, logs in and bans, repeatedly. */
    async function writeUntilDead(acknowledged: Acknowledged, adminToken: string): Promise<void> {
      const api = fleet.api(0);
      for (let n = 0; ; n++) {
        const body = registration();
        const registered = await unlessKilled(api.post("/auth/register", body));
        if (!registered) return;
        const { user, token } = registered.body.data as { user: { id: string }; token: string };
        const credentials = { email: body["email"], password: PASSWORD };
        const loggedIn = await unlessKilled(api.post("/auth/login", credentials));
        if (!loggedIn) return void acknowledged.tokens.push(token);
        const tokens = [token, loggedIn.body.data.token as string];
        if (n % 2 === 0) {
          acknowledged.tokens.push(...tokens);
          continue;
        }
        const banned = await unlessKilled(
          api.as(adminToken).patch(`/users/${user.id}`, { status: "banned" }),
        );
        if (!banned) return; // the old and the new state are both correct
        acknowledged.endedTokens.push(...tokens);
        acknowledged.bannedIds.push(user.id);
      }
    }

    /** The response, which must be a success; null after the server was killed. */
    async function unlessKilled(pending: Promise<Answer>): Promise<Answer | null> {
      const answer = await pending.catch(() => null);
      if (answer) expect(answer.status, JSON.stringify(answer.body)).to.be.oneOf([200, 201]);
      return answer;
    }

    async function expectAllThere({ tokens, endedTokens, bannedIds }: Acknowledged): Promise<void> {
      for (const token of tokens) expect((await fleet.api(0).as(token).get("/auth/me")).status).to.equal(200);
      for (const token of endedTokens)
        expect((await fleet.api(0).as(token).get("/auth/me")).status).to.equal(401);
      const { knex } = fleet.services;
      const banned: unknown[] = await knex("users").whereIn("id", bannedIds).where({ status: "banned" });
      expect(banned).to.have.length(bannedIds.length);
    }

    /** A ban that was killed before its second transaction is finished by the background work. */
    async function expectBansFinished(): Promise<void> {
      const pending = fleet.services.knex("users").whereNotNull("revocation_pending_at");
      await until("no revocation is pending", async () => (await pending.clone()).length === 0);
      expect(await tokensAfterBan()).to.have.length(0);
    }

    const tokensAfterBan = (bans = {}): Promise<unknown[]> =>
      fleet.services
        .knex("personal_access_tokens")
        .whereNull("revoked_at")
        .whereIn("user_id", (users) =>
          users
            .from("users")
            .where({ status: "banned", ...bans })
            .select("id"),
        );

    /**
     * Checks that an account has its role, a ban its revocations, unless they are noted as pending, and a registration
     * its log entry, or that none of it exists.
     * @param adminId the only account that didn't register
     */
    async function expectNothingHalf(adminId: string): Promise<void> {
      const { knex } = fleet.services;
      const rows = (query: Promise<unknown[]>) => query.then((found) => found.length);
      const withoutRole = knex("users").whereNotIn("id", knex("role_user").select("user_id"));
      expect(await rows(withoutRole as unknown as Promise<unknown[]>)).to.equal(0);
      expect(await tokensAfterBan({ revocation_pending_at: null })).to.have.length(0);
      const unrecorded = knex("personal_access_tokens")
        .where({ name: "auth-token" })
        .whereNot({ user_id: adminId })
        .whereNotIn("user_id", knex("activity_log").where({ event: "registered" }).select("actor_id"));
      expect(await rows(unrecorded as unknown as Promise<unknown[]>)).to.equal(0);
      if (isSqlite(knex))
        expect(await knex.raw("pragma integrity_check")).to.deep.equal([{ integrity_check: "ok" }]);
    }
  });
