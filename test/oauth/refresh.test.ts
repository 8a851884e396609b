import { expect } from "chai";
import type { Response } from "supertest";
import { createApp, type App } from "../../src/app.js";
import { DAY, HOUR, SECOND } from "../../src/lib/clock.js";
import { generateToken, REFRESH_TOKEN } from "../../src/lib/secrets.js";
import type { User } from "../../src/models/user.js";
import { queuedMails } from "../support/app/mails.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import {
  credentialsOf,
  issueCode,
  countActiveTokens,
  redemption,
  renewal,
} from "../support/oauth/oauth-grants.js";
import { makeClient, makeGrant, type RegisteredClient } from "../support/oauth/oauth.js";
import { queriesDuring } from "../support/app/queries.js";
import { useWorld } from "../support/app/world.js";

interface Tokens {
  access_token: string;
  refresh_token: string;
}

describe("POST /oauth/token with a refresh token", () => {
  const world = useWorld();
  let user: User;
  let mine: RegisteredClient;
  beforeEach(async () => {
    world.freezeTime();
    user = await world.make.user();
    mine = await makeClient(world);
  });
  const apps: App[] = [];
  afterEach(() => apps.splice(0).forEach((app) => app.close()));

  const renew = (token: string, made = mine, app = world.app): Promise<Response> =>
    new OAuthApi(app.listener).token(renewal(token), credentialsOf(made));
  const opens = async (token: string, status = 200): Promise<void> =>
    void (await world.api.as(token).get("/auth/me").expect(status));
  const reuses = () => world.services.knex("activity_log").where({ event: "refresh_token_reused" });

  async function begun(made = mine): Promise<Tokens> {
    const given = await issueCode(world.services, { user, client: made.client });
    return (await new OAuthApi(world.server).token(redemption(given), credentialsOf(made))).body as Tokens;
  }
  async function renewed(token: string): Promise<Tokens> {
    const { status, body } = await renew(token);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body as Tokens;
  }
  async function isRejected(pending: Promise<Response>): Promise<void> {
    const { status, body } = await pending;
    expect({ status, error: body.error }).to.deep.equal({ status: 400, error: "invalid_grant" });
  }

  it("returns a new pair; the previous access token stays valid until it expires", async () => {
    const first = await begun();
    const { body } = await renew(first.refresh_token);
    expect(body).to.have.all.keys("access_token", "token_type", "expires_in", "refresh_token", "scope");
    expect([body.access_token, body.refresh_token]).not.to.include.members(Object.values(first));
    for (const token of [first.access_token, body.access_token]) await opens(token);
    expect(await countActiveTokens(world.services)).to.deep.equal({ access: 2, refresh: 1 });
  });

  it("M07: works for 14 days each, and for 90 days in total, however often it is used", async () => {
    const tokens = [(await begun()).refresh_token];
    for (let day = 13; day <= 78; day += 13) {
      world.advance(13 * DAY);
      tokens.push((await renewed(tokens.at(-1)!)).refresh_token);
    }
    world.advance(12 * DAY - HOUR / 2); // half an hour before the end of the 90th day
    const { body: last } = await renew(tokens.at(-1)!);
    expect(last.expires_in).to.be.within(1790, 1800);
    world.advance(HOUR / 2 - 1);
    await opens(last.access_token);
    world.advance(1);
    await opens(last.access_token, 401);
    await isRejected(renew(last.refresh_token));
  });

  it("M07: is rejected after exactly 14 days", async () => {
    const [one, two] = [await begun(), await begun()];
    world.advance(14 * DAY - 1);
    await renewed(one.refresh_token);
    world.advance(1);
    await isRejected(renew(two.refresh_token));
  });

  describe("that was rotated before", () => {
    it("C05: revokes its grant and nothing else, and notifies the owner once", async () => {
      const [first, elsewhere] = [await begun(), await begun()];
      const another = await makeClient(world);
      const foreign = await begun(another);
      const second = await renewed(first.refresh_token);
      const third = await renewed(second.refresh_token);
      world.advance(10 * SECOND + 1);
      for (let times = 0; times < 3; times++) await isRejected(renew(first.refresh_token));
      await isRejected(renew(second.refresh_token));
      await isRejected(renew(third.refresh_token));
      for (const { access_token } of [first, second, third]) await opens(access_token, 401);
      for (const { access_token } of [elsewhere, foreign]) await opens(access_token);
      await renewed(elsewhere.refresh_token);
      expect((await renew(foreign.refresh_token, another)).status).to.equal(200);

      const mails = await queuedMails(world.services, "refresh_token_reused");
      expect(mails.map(({ to }) => to)).to.deep.equal([user.email]);
      expect(mails[0]!.text).to.contain(mine.client.name);
      expect(JSON.stringify(mails)).not.to.contain(first.refresh_token);
      const recorded = (await reuses()) as { subject_id: string; changes: string }[];
      expect(recorded.map(({ subject_id }) => subject_id)).to.deep.equal([user.id]);
      expect(JSON.parse(recorded[0]!.changes)).to.deep.equal({
        client_id: mine.client.id,
        oauth_access_tokens: 3,
        oauth_refresh_tokens: 3,
      });
    });

    it("C05: revokes its grant in another process and after a restart", async () => {
      const first = await begun();
      const second = await renewed(first.refresh_token);
      world.advance(10 * SECOND + 1);
      const restarted = await createApp(world.services);
      apps.push(restarted);
      await isRejected(renew(first.refresh_token, mine, restarted));
      await isRejected(renew(second.refresh_token));
      expect(await countActiveTokens(world.services)).to.deep.equal({ access: 0, refresh: 0 });
    });

    it("C05: revokes its grant even when the old token would have expired by then", async () => {
      const first = await begun();
      world.advance(13 * DAY);
      const second = await renewed(first.refresh_token);
      world.advance(2 * DAY);
      await isRejected(renew(first.refresh_token));
      await isRejected(renew(second.refresh_token));
      expect(await reuses()).to.have.length(1);
    });

    it("C05: is rejected without revoking anything within ten seconds of its own rotation", async () => {
      const first = await begun();
      const second = await renewed(first.refresh_token);
      for (const wait of [0, 5 * SECOND, 5 * SECOND]) {
        world.advance(wait);
        await isRejected(renew(first.refresh_token));
      }
      await opens(second.access_token);
      const third = await renewed(second.refresh_token);
      // the seconds since its own rotation, not since the latest one
      world.advance(1);
      await isRejected(renew(first.refresh_token));
      await isRejected(renew(third.refresh_token));
      expect(await queuedMails(world.services, "refresh_token_reused")).to.have.length(1);
    });

    it("C05: changes nothing when another client sends it, at any time", async () => {
      const [other, anyone] = [await makeClient(world), await makeClient(world, { type: "public" })];
      const first = await begun();
      const second = await renewed(first.refresh_token);
      for (const wait of [0, HOUR])
        for (const thief of [other, anyone]) {
          world.advance(wait);
          for (const { refresh_token } of [first, second]) await isRejected(renew(refresh_token, thief));
        }
      expect(await reuses()).to.be.empty;
      await renewed(second.refresh_token);
    });
  });

  it("is rejected and not consumed while the account isn't active", async () => {
    const { refresh_token } = await begun();
    for (const status of ["inactive", "banned", "on holiday"]) {
      await world.services.knex("users").update({ status });
      await isRejected(renew(refresh_token));
    }
    await world.services.knex("users").update({ status: "active" });
    await renewed(refresh_token);
  });

  it("is rejected when the account is deleted, or the token revoked or expired", async () => {
    const gone = await makeGrant(world, { user: await world.make.user(), client: mine.client });
    const [deleted, revoked] = [await begun(), await makeGrant(world, { user, client: mine.client })];
    const table = world.services.knex("oauth_refresh_tokens");
    await table.where({ family_id: revoked.familyId }).update({ revoked_at: 1 });
    await world.services
      .knex("oauth_refresh_tokens")
      .where({ family_id: gone.familyId })
      .update({ family_expires_at: 1 });
    await world.services.knex("users").where({ id: user.id }).update({ deleted_at: 1 });
    for (const token of [deleted.refresh_token, revoked.refresh, gone.refresh])
      await isRejected(renew(token));
  });

  it("is rejected when it is of another kind, mistyped or unknown, without a query if possible", async () => {
    const { access_token, refresh_token } = await begun();
    const wrong = [access_token, `${refresh_token}x`, refresh_token.toLowerCase(), "é", "0"];
    for (const token of wrong) {
      const sql = await queriesDuring(world.services.knex, async () =>
        expect((await renew(token)).status).to.equal(400),
      );
      expect(sql.filter((one) => one.includes("oauth_refresh_tokens"))).to.be.empty;
    }
    await isRejected(renew(generateToken(REFRESH_TOKEN)));
    await renewed(refresh_token);
  });

  it("is rejected for a client without the grant type", async () => {
    const { refresh_token } = await begun();
    const grant_types = JSON.stringify(["authorization_code"]);
    await world.services.knex("oauth_clients").update({ grant_types });
    const { status, body } = await renew(refresh_token);
    expect({ status, error: body.error }).to.deep.equal({ status: 400, error: "unauthorized_client" });
    expect(await countActiveTokens(world.services)).to.deep.equal({ access: 1, refresh: 1 });
  });
});

describe("A grace period of zero seconds", () => {
  const world = useWorld({}, { oauth: { refresh_reuse_grace_seconds: 0 } });

  it("C05: makes every second use of a refresh token revoke its grant", async () => {
    world.freezeTime();
    const made = await makeClient(world);
    const { refresh } = await makeGrant(world, { user: await world.make.user(), client: made.client });
    const api = new OAuthApi(world.server);
    const { body } = await api.token(renewal(refresh), credentialsOf(made));
    world.advance(1);
    await api.token(renewal(refresh), credentialsOf(made));
    expect((await api.token(renewal(body.refresh_token as string), credentialsOf(made))).status).to.equal(
      400,
    );
  });
});
