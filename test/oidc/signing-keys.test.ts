import { expect } from "chai";
import supertest from "supertest";
import {
  currentSigner,
  keyForHint,
  publishedKeys,
  PUBLISHED_AFTER,
  PUBLISHED_BEFORE,
  rotateDueKeys,
  rotateKeys,
} from "../../src/domain/oauth/openid/signing-keys.js";
import { prune } from "../../src/domain/upkeep/prune.js";
import { DAY } from "../../src/lib/clock.js";
import { useWorld } from "../support/app/world.js";

describe("Signing keys", () => {
  const world = useWorld();
  beforeEach(() => world.freezeTime());

  const signerId = async (): Promise<string> => (await currentSigner(world.services, "RS256")).id;
  const keys = async (): Promise<Record<string, unknown>[]> =>
    ((await supertest(world.server).get("/oauth/jwks").expect(200)).body as { keys: [] }).keys;
  const ids = async (): Promise<unknown[]> => (await keys()).map(({ kid }) => kid);

  it("are created when they are first needed, one for each algorithm", async () => {
    const published = await keys();
    expect(published.map(({ alg, kty, use }) => [alg, kty, use])).to.deep.equal([
      ["RS256", "RSA", "sig"],
      ["ES256", "EC", "sig"],
    ]);
    expect(await ids()).to.include(await signerId());
  });

  it("are published without their private parts, and can be cached for five minutes", async () => {
    const { text, headers } = await supertest(world.server).get("/oauth/jwks");
    expect(headers["cache-control"]).to.equal("public, max-age=300");
    for (const key of await keys()) expect(key).not.to.have.any.keys("d", "p", "q", "dp", "dq", "qi");
    const rows = (await world.services.knex("oauth_signing_keys").select("private_key")) as {
      private_key: string;
    }[];
    for (const { private_key: stored } of rows) {
      expect(stored).not.to.contain("PRIVATE KEY");
      expect(text).not.to.contain(stored);
    }
  });

  it("are one set for processes that start together", async () => {
    const found = await Promise.all(Array.from({ length: 4 }, signerId));
    expect(new Set(found).size).to.equal(1);
    expect(await keys()).to.have.length(2);
  });

  it("sign for 90 days, and their successor is published a day before it signs", async () => {
    const first = await signerId();
    expect(await keys()).to.have.length(2);
    world.advance(89 * DAY - 1);
    expect(await rotateDueKeys(world.services)).to.equal(0);
    world.advance(1);
    expect(await rotateDueKeys(world.services)).to.equal(2);
    expect(await rotateDueKeys(world.services)).to.equal(0);
    expect(await signerId()).to.equal(first);
    expect(await keys()).to.have.length(4);
    world.advance(PUBLISHED_BEFORE);
    expect(await signerId()).not.to.equal(first);
    expect(await ids()).to.include(first);
  });

  it("stay published for a week after their successor began to sign, and are kept for as long as the longest session", async () => {
    const first = await signerId();
    expect(await rotateKeys(world.services, { isUrgent: false })).to.equal(2);
    world.advance(PUBLISHED_BEFORE + PUBLISHED_AFTER - 1);
    expect(await ids()).to.include(first);
    world.advance(1);
    expect(await ids()).not.to.include(first);
    world.advance(30 * DAY);
    expect((await prune(world.services))["oauth_signing_keys"]).to.equal(0);
    world.advance(1);
    expect((await prune(world.services))["oauth_signing_keys"]).to.equal(2);
  });

  it("are replaced at once when others may know them", async () => {
    const first = await ids();
    await rotateKeys(world.services, { isUrgent: true });
    expect(await ids()).not.to.include.members(first);
    expect(await keys()).to.have.length(2);
    expect(first).not.to.include(await signerId());
    const recorded = await world.services.knex("activity_log").where({ event: "signing_keys_replaced" });
    expect(recorded).to.have.length(2);
  });

  it("are gone for hints, too, when others may know them", async () => {
    await publishedKeys(world.services);
    const { id } = (await publishedKeys(world.services))[0]!;
    expect(await keyForHint(world.services, id)).to.include({ id });
    await rotateKeys(world.services, { isUrgent: true });
    expect(await keyForHint(world.services, id)).to.equal(null);
  });

  it("are replaced once by two that notice it together", async () => {
    await publishedKeys(world.services);
    world.advance(90 * DAY);
    const made = await Promise.all([rotateDueKeys(world.services), rotateDueKeys(world.services)]);
    expect(made[0] + made[1]).to.equal(2);
  });
});
