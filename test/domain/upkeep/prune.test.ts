import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { prune } from "../../../src/domain/upkeep/prune.js";
import { DAY, MINUTE, now } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import { useWorld } from "../../support/app/world.js";

const KEPT = 30 * DAY;

describe("prune", () => {
  const world = useWorld();
  let user: User;
  let clientId: string;
  beforeEach(async () => {
    world.freezeTime();
    user = await world.make.user();
    clientId = await client();
  });

  const knex = () => world.services.knex;
  const idsOf = async (table: string): Promise<string[]> =>
    ((await knex()(table).pluck("id")) as string[]).sort();

  async function client(revokedAt: number | null = null, described: object = {}): Promise<string> {
    const id = uuidv7();
    const times = { created_at: now(), updated_at: now(), revoked_at: revokedAt };
    const name = { name: "Calendar", type: "confidential", grant_types: "[]", redirect_uris: "[]" };
    await knex()("oauth_clients").insert({ id, ...name, ...times, ...described });
    return id;
  }

  /** The columns that all client credentials share, and the additional columns of each table. */
  const CREDENTIALS: Record<string, (columns: { expires_at: number }) => object> = {
    oauth_access_tokens: () => ({ token_hash: randomBytes(32), family_id: uuidv7() }),
    oauth_refresh_tokens: ({ expires_at }) => ({
      token_hash: randomBytes(32),
      family_id: uuidv7(),
      family_expires_at: expires_at,
    }),
    oauth_authorization_codes: () => ({
      code_hash: randomBytes(32),
      family_id: uuidv7(),
      redirect_uri: "https://example.test/",
      code_challenge: "x",
    }),
    oauth_device_codes: () => ({
      device_code_hash: randomBytes(32),
      user_code_hash: randomBytes(32),
      interval_seconds: 5,
    }),
  };
  async function credential(
    table: string,
    columns: { expires_at: number; user_id?: null; revoked_at?: number; family_expires_at?: number },
  ): Promise<string> {
    const id = uuidv7();
    const common = { client_id: clientId, user_id: user.id, scopes: "[]", created_at: now() };
    await knex()(table).insert({ id, ...common, ...CREDENTIALS[table]!(columns), ...columns });
    return id;
  }

  for (const table of Object.keys(CREDENTIALS))
    it(`deletes rows of ${table} 30 days after they expired, used or not, and no others`, async () => {
      const old = now() - KEPT;
      const spent = { revoked_at: old };
      await credential(table, { expires_at: old - 1 });
      await credential(table, { expires_at: old - 1, ...spent });
      const kept = [
        await credential(table, { expires_at: old }),
        await credential(table, { expires_at: now() - 1, ...spent }),
        await credential(table, { expires_at: now() + DAY }),
        // revoked long ago, but not expired
        await credential(table, { expires_at: now() + DAY, revoked_at: old - DAY }),
      ];
      expect((await prune(world.services))[table]).to.equal(2);
      expect(await idsOf(table)).to.deep.equal(kept.sort());
      world.advance(KEPT + 2 * DAY);
      await prune(world.services);
      expect(await idsOf(table)).to.be.empty;
    });

  it("keeps a rotated refresh token until its grant expires, to detect reuse", async () => {
    const spent = { expires_at: now() - KEPT - 1, family_expires_at: now() + DAY };
    const id = await credential("oauth_refresh_tokens", spent);
    await prune(world.services);
    expect(await idsOf("oauth_refresh_tokens")).to.deep.equal([id]);
    world.advance(KEPT + DAY + 1);
    await prune(world.services);
    expect(await idsOf("oauth_refresh_tokens")).to.be.empty;
  });

  it("deletes personal access tokens 30 days after they expired, but not their audit log entries", async () => {
    await world.make.token(user, { name: "gone", expiresAt: now() - KEPT - 1 });
    await world.make.token(user, { name: "expired", expiresAt: now() - KEPT });
    await world.make.token(user, { name: "active", expiresAt: now() + DAY });
    const [gone] = (await knex()("personal_access_tokens").where({ name: "gone" }).pluck("id")) as [string];
    const activity = { id: uuidv7(), event: "token_created", changes: "{}", created_at: now() };
    await knex()("activity_log").insert({
      ...activity,
      subject_type: "personal_access_token",
      subject_id: gone,
    });
    expect((await prune(world.services))["personal_access_tokens"]).to.equal(1);
    const left = (await knex()("personal_access_tokens").pluck("name")) as string[];
    expect(left.sort()).to.deep.equal(["active", "expired"]);
    expect(await knex()("activity_log").where({ subject_id: gone })).to.have.length(1);
  });

  it("deletes clients 30 days after they were revoked, and no others", async () => {
    await client(now() - KEPT - 1);
    const young = await client(now() - KEPT);
    expect((await prune(world.services))["oauth_clients"]).to.equal(1);
    expect(await idsOf("oauth_clients")).to.deep.equal([clientId, young].sort());
    world.advance(400 * DAY);
    await prune(world.services);
    expect(await idsOf("oauth_clients")).to.deep.equal([clientId]);
  });

  const DESCRIBED: Record<string, () => object> = {
    "comes with a document": () => ({ document_url: "https://a.example/x", document_fetched_at: now() }),
    "registered itself": () => ({ registered_itself: true }),
  };
  for (const [how, columns] of Object.entries(DESCRIBED))
    it(`deletes a client that ${how} after a day, if nothing of it is left that was issued`, async () => {
      const registered = clientId;
      const unused = await client(null, columns());
      clientId = await client(null, columns());
      await credential("oauth_refresh_tokens", { expires_at: now(), family_expires_at: now() });
      world.advance(DAY);
      await prune(world.services);
      expect(await idsOf("oauth_clients")).to.deep.equal([registered, unused, clientId].sort());
      world.advance(1);
      await prune(world.services);
      expect(await idsOf("oauth_clients")).to.deep.equal([registered, clientId].sort());
      world.advance(KEPT);
      await prune(world.services);
      expect(await idsOf("oauth_clients")).to.deep.equal([registered]);
    });

  it("keeps a deleted client with a document, which would come back without its row", async () => {
    const deleted = await client(now(), DESCRIBED["comes with a document"]!());
    world.advance(400 * DAY);
    await prune(world.services);
    expect(await idsOf("oauth_clients")).to.include(deleted);
  });

  for (const table of Object.keys(CREDENTIALS))
    it(`keeps a revoked client as long as a row of ${table} refers to it`, async () => {
      clientId = await client(now() - KEPT - DAY);
      const id = await credential(table, { expires_at: now() - KEPT + MINUTE });
      const all = await idsOf("oauth_clients");
      await prune(world.services);
      expect(await idsOf("oauth_clients")).to.deep.equal(all);
      expect(await idsOf(table)).to.deep.equal([id]);
      world.advance(2 * MINUTE);
      const deleted = await prune(world.services);
      expect([deleted[table], deleted["oauth_clients"]]).to.deep.equal([1, 1]);
    });

  it("deletes a revoked client's own tokens first, then the client, in one run", async () => {
    clientId = await client(now() - KEPT - 1);
    await credential("oauth_access_tokens", { expires_at: now() - KEPT - 1, user_id: null });
    const deleted = await prune(world.services);
    expect([deleted["oauth_access_tokens"], deleted["oauth_clients"]]).to.deep.equal([1, 1]);
  });

  it("deletes at most 100 rows in one statement", async function () {
    this.timeout(60_000);
    const row = { kind: "verify_email", status: "sent", available_at: 0, created_at: now() - 8 * DAY };
    const rows = Array.from({ length: 2300 }, () => ({ id: uuidv7(), ...row }));
    for (let start = 0; start < rows.length; start += 100)
      await knex()("mails").insert(rows.slice(start, start + 100));
    await knex()("mails").insert({ ...row, id: uuidv7(), created_at: now() });
    const parts: unknown[] = [];
    const watch = (answer: unknown, { sql }: { sql: string }): void => {
      if (/^delete from `mails`/.test(sql)) parts.push(answer);
    };
    knex().on("query-response", watch);
    try {
      expect((await prune(world.services))["mails"]).to.equal(2300);
    } finally {
      knex().removeListener("query-response", watch);
    }
    expect(parts).to.have.length(23);
    expect(await knex()("mails")).to.have.length(1);
  });

  it("can run in several processes at the same time", async () => {
    for (let count = 0; count < 50; count++)
      await credential("oauth_access_tokens", { expires_at: now() - KEPT - 1 });
    const runs = await Promise.all([prune(world.services), prune(world.services)]);
    expect(runs.reduce((sum, run) => sum + run["oauth_access_tokens"]!, 0)).to.equal(50);
  });
});
