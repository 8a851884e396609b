import { expect } from "chai";
import { mailCell } from "../../../src/domain/mail/outbox.js";
import { createPersonalToken, revokeOwnToken } from "../../../src/domain/tokens/personal-tokens.js";
import { notifyOfExpiringTokens } from "../../../src/domain/tokens/token-expiry-notices.js";
import { DAY, HOUR, now } from "../../../src/lib/clock.js";
import { sha256 } from "../../../src/lib/secrets.js";
import type { User } from "../../../src/models/user.js";
import { useWorld } from "../../support/app/world.js";
import { signedInCaller } from "../../support/app/caller.js";
import { PRODUCT_NAME } from "../../../src/config/product.js";

describe("Notices before a token expires", () => {
  const world = useWorld();
  let user: User;
  beforeEach(async () => {
    world.freezeTime();
    user = await world.make.user();
  });
  const give = (days: number, name = "laptop") =>
    world.make.token(user, { name, expiresAt: now() + days * DAY });
  const run = (): Promise<number> => notifyOfExpiringTokens(world.services);
  const queued = async (): Promise<number> => ((await world.services.knex("mails")) as unknown[]).length;

  it("are sent once each 14, 7 and 1 days before", async () => {
    await give(30);
    const told: number[] = [];
    for (let hour = 0; hour <= 31 * 24; hour++) {
      if ((await run()) === 1) told.push(30 - hour / 24);
      world.advance(HOUR);
    }
    expect(told).to.deep.equal([14, 7, 1]);
    expect(await queued()).to.equal(3);
    const mails = await world.services.knex("mails").select("kind", "user_id", "expires_at", "created_at");
    for (const mail of mails) expect(mail).to.include({ kind: "token_expiring", user_id: user.id });
  });

  it("are skipped for days before the token was created", async () => {
    for (const [life, expected] of [
      [14, [7, 1]],
      [10, [7, 1]],
      [7, [1]],
      [2, [1]],
      [1, []],
      [0.5, []],
    ] as const) {
      await world.services.knex("personal_access_tokens").del();
      await give(life);
      const told: number[] = [];
      for (let left = life; left > 0; left -= 0.25) {
        if ((await run()) === 1) told.push(left);
        world.advance(DAY / 4);
      }
      expect(told, `a life of ${life} days`).to.deep.equal(expected);
    }
  });

  it("contain the token's name and expiry in the owner's language and time zone, and link to the tokens", async () => {
    const { knex, encryption } = world.services;
    await knex("users").update({ timezone: "Europe/Istanbul" });
    const end = Date.UTC(2030, 0, 2, 12);
    world.advance(end - 20 * DAY - now());
    await give(20, "deploy <key>");
    for (const [locale, left, words] of [
      ["en", 14, `“deploy <key>” at ${PRODUCT_NAME} expires on 2 January 2030`],
      ["tr", 7, "2 Ocak 2030 15:00 (Europe/Istanbul) tarihinde doluyor"],
    ] as const) {
      await knex("users").update({ locale });
      await knex("mails").del();
      world.advance(end - left * DAY - now());
      expect(await run()).to.equal(1);
      const { id, payload, expires_at } = (await knex("mails").first()) as Record<string, string>;
      const { text } = JSON.parse(encryption.decrypt(payload!, mailCell(id!))) as { text: string };
      expect(text).to.contain(words).and.contain("/user/tokens");
      expect(expires_at).to.equal(end);
    }
  });

  it("are sent for tokens that a user created, until they are revoked", async () => {
    const { services } = world;
    const call = await signedInCaller(services, user);
    const options = { name: "laptop", scopes: [], days: 20 };
    const { id } = await createPersonalToken(call, options);
    await services.knex("mails").del();
    world.advance(6 * DAY);
    expect(await run()).to.equal(1);
    await revokeOwnToken(call, id);
    world.advance(13.5 * DAY);
    expect(await run()).to.equal(0);
    expect(await queued()).to.equal(1);
  });

  it("are sent once by parallel runs", async () => {
    for (let count = 0; count < 10; count++) await give(30, `token ${count}`);
    world.advance(16 * DAY);
    const sent = await Promise.all([run(), run(), run()]);
    expect(sent.reduce((sum, one) => sum + one)).to.equal(10);
    expect(await queued()).to.equal(10);
  });

  it("name only the nearest day when the service wasn't running on the earlier ones", async () => {
    await give(30);
    world.advance(25 * DAY);
    expect(await run()).to.equal(1);
    expect(await run()).to.equal(0);
    world.advance(4 * DAY);
    expect(await run()).to.equal(1);
  });

  it("reach every owner, in several batches", async function () {
    this.timeout(60_000);
    const { knex } = world.services;
    await give(30);
    const row = (await knex("personal_access_tokens").first()) as object;
    const more = Array.from({ length: 250 }, (_, count) => ({
      ...row,
      id: `019a8f3c-6a1e-7c3b-9d52-${String(count).padStart(12, "0")}`,
      token_hash: sha256(`${count}`),
    }));
    for (let start = 0; start < more.length; start += 50)
      await knex("personal_access_tokens").insert(more.slice(start, start + 50));
    world.advance(29.5 * DAY);
    expect(await run()).to.equal(251);
    expect(await run()).to.equal(0);
  });

  it("aren't sent for tokens that the service created itself", async () => {
    await give(30, "auth-token");
    await give(30, "api-dock");
    world.advance(29.5 * DAY);
    expect(await run()).to.equal(0);
  });

  it("aren't sent for revoked or expired tokens, nor to banned or deleted accounts", async () => {
    const { knex } = world.services;
    await give(30);
    world.advance(29.5 * DAY);
    const tokens = () => knex("personal_access_tokens");
    await tokens().update({ revoked_at: now() });
    expect(await run()).to.equal(0);
    await tokens().update({ revoked_at: null, expires_at: now() });
    expect(await run()).to.equal(0);
    await tokens().update({ expires_at: now() + HOUR });
    await knex("users").update({ status: "banned" });
    expect(await run()).to.equal(0);
    await tokens().update({ expiry_notice_days: null });
    await knex("users").update({ status: "active", deleted_at: now() });
    expect(await run()).to.equal(0);
    expect(await queued()).to.equal(0);
  });

  it("are retried when they couldn't be queued, without delaying others", async () => {
    const { knex } = world.services;
    await give(30, "first");
    await give(30, "second");
    world.advance(29.5 * DAY);
    await knex.schema.renameTable("mails", "mails_away");
    expect(await run()).to.equal(0);
    await knex.schema.renameTable("mails_away", "mails");
    expect(JSON.stringify(world.logs)).to.contain("could not queue the notice about an expiring token");
    expect(await run()).to.equal(2);
  });
});
