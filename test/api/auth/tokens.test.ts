import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { DAY, MINUTE, now } from "../../../src/lib/clock.js";
import { ACCESS_TOKEN, generateToken, sha256 } from "../../../src/lib/secrets.js";
import { PASSWORD } from "../../support/app/factories.js";
import { answered, queriesDuring } from "../../support/app/queries.js";
import { useWorld } from "../../support/app/world.js";

describe("bearer tokens", () => {
  const world = useWorld();
  const me = (token: string) => world.api.as(token).get("/auth/me");
  const personal = () => world.services.knex("personal_access_tokens");
  /** Queries, except those of the limiter, whose timer runs independently. */
  const lookUps = async (work: () => PromiseLike<unknown>): Promise<string[]> =>
    (await queriesDuring(world.services.knex, work)).filter(
      (sql) => !/rate_limits|^(begin|commit)/i.test(sql),
    );

  async function issued(): Promise<string> {
    const { email } = await world.make.user();
    const { body } = await world.api.post("/auth/login", { email, password: PASSWORD }).expect(200);
    return body.data.token as string;
  }

  it("are issued with the configured lifetime, the default scopes and their name", async () => {
    world.freezeTime();
    const token = await issued();
    expect(token).to.match(/^adk_pat_[0-9A-Za-z]{49}$/);
    const row = await personal().first();
    expect(row).to.include({ name: "auth-token", scopes: "[]", expires_at: now() + 30 * DAY });
  });

  it("are stored only as their SHA-256", async () => {
    const token = await issued();
    const row = await personal().first();
    expect(Buffer.compare(row.token_hash, sha256(token))).to.equal(0);
    for (const table of ["personal_access_tokens", "activity_log", "users"]) {
      const rows = JSON.stringify(await world.services.knex(table));
      expect(rows, table).not.to.contain(token.slice("adk_pat_".length));
    }
    expect(JSON.stringify(world.logs)).not.to.contain(token);
  });

  it("M07: work until the moment they expire", async () => {
    world.freezeTime();
    const token = await world.make.token(await world.make.user(), { expiresAt: now() + MINUTE });
    world.advance(MINUTE - 1);
    await me(token).expect(200);
    world.advance(1);
    const { body, headers } = await me(token).expect(401);
    expect(body.data.code).to.equal("token_expired");
    expect(headers["www-authenticate"]).to.equal("Bearer");
  });

  it("record their last use at most once a minute", async () => {
    world.freezeTime();
    const { knex } = world.services;
    const token = await world.make.token(await world.make.user());
    const use = async (ip: string): Promise<void> => {
      const noted = answered(knex, /^update .personal_access_tokens/);
      await me(token).set("X-Forwarded-For", ip).expect(200);
      await noted;
    };
    const first = now();
    await use("192.0.2.1");
    expect(await personal().first()).to.include({ last_used_at: first, last_used_ip: "192.0.2.1" });
    world.advance(MINUTE - 1);
    const queries = await lookUps(() => me(token).set("X-Forwarded-For", "192.0.2.2").expect(200));
    expect(queries.filter((sql) => sql.startsWith("update"))).to.be.empty;
    world.advance(1);
    await use("192.0.2.3");
    expect(await personal().first()).to.include({ last_used_at: now(), last_used_ip: "192.0.2.3" });
  });

  describe("of the OAuth2 server", () => {
    async function accessToken(userId: string | null, columns: object = {}): Promise<string> {
      const { knex } = world.services;
      const time = now();
      const clientId = uuidv7();
      await knex("oauth_clients").insert({
        id: clientId,
        name: "Client",
        type: "confidential",
        grant_types: "[]",
        redirect_uris: "[]",
        may_introspect: false,
        created_at: time,
        updated_at: time,
      });
      const token = generateToken(ACCESS_TOKEN);
      await knex("oauth_access_tokens").insert({
        id: uuidv7(),
        client_id: clientId,
        user_id: userId,
        family_id: uuidv7(),
        token_hash: sha256(token),
        scopes: "[]",
        expires_at: time + MINUTE,
        created_at: time,
        ...columns,
      });
      return token;
    }

    it("work like personal access tokens", async () => {
      const user = await world.make.user();
      const token = await accessToken(user.id);
      expect(token).to.match(/^adk_at_/);
      expect((await me(token).expect(200)).body.data.id).to.equal(user.id);
    });

    it("are revoked one at a time by logout", async () => {
      const user = await world.make.user();
      const [token, other] = [await accessToken(user.id), await accessToken(user.id)];
      const pat = await world.make.token(user);
      await world.api.as(token).post("/auth/logout").expect(200);
      await me(token).expect(401);
      await me(other).expect(200);
      await me(pat).expect(200);
    });

    it("expire and can be revoked", async () => {
      world.freezeTime();
      const { id } = await world.make.user();
      const token = await accessToken(id);
      const revoked = await accessToken(id, { revoked_at: now() });
      expect((await me(revoked).expect(401)).body.data.code).to.equal("token_revoked");
      world.advance(MINUTE);
      expect((await me(token).expect(401)).body.data.code).to.equal("token_expired");
    });

    it("are rejected with 401 when they belong to no user", async () => {
      expect((await me(await accessToken(null)).expect(401)).body.data.code).to.equal("unauthenticated");
    });

    it("are looked up only in the table of their kind", async () => {
      const { id } = await world.make.user();
      const token = await world.make.token({ id });
      const disguised = generateToken(ACCESS_TOKEN);
      await personal()
        .where({ token_hash: sha256(token) })
        .update({ token_hash: sha256(disguised) });
      await me(disguised).expect(401);
    });
  });

  describe("M03: are read from one Authorization header", () => {
    let server: Server;
    let token: string;
    before((done) => void (server = createServer(world.app.listener).listen(0, "127.0.0.1", done)));
    after((done) => void server.close(done));
    beforeEach(async () => void ({ token } = await world.make.userWithToken()));

    /** Sends raw lines, because HTTP clients normalise them. */
    async function send(...lines: string[]): Promise<{ status: number; head: string; body: string }> {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      const request = ["GET /api/v1/auth/me HTTP/1.1", "Host: localhost", "Connection: close", ...lines];
      socket.write(`${request.join("\r\n")}\r\n\r\n`);
      const answer = await text(socket);
      const [head = "", body = ""] = answer.split("\r\n\r\n");
      return { status: Number(head.slice(9, 12)), head, body };
    }

    it("with the scheme in any case", async () => {
      for (const scheme of ["Bearer", "bearer", "BEARER", "bEaReR"])
        expect((await send(`Authorization: ${scheme} ${token}`)).status, scheme).to.equal(200);
    });

    const rejected: [string, (token: string) => string[]][] = [
      ["two spaces", (good) => [`Authorization: Bearer  ${good}`]],
      ["a tab", (good) => [`Authorization: Bearer\t${good}`]],
      ["no scheme", (good) => [`Authorization: ${good}`]],
      ["no token", () => ["Authorization: Bearer"]],
      ["an empty header", () => ["Authorization:"]],
      ["Basic", (good) => [`Authorization: Basic ${Buffer.from(`x:${good}`).toString("base64")}`]],
      ["another scheme", (good) => [`Authorization: Token ${good}`]],
      ["the same header twice", (good) => [`Authorization: Bearer ${good}`, `Authorization: Bearer ${good}`]],
      ["two different headers", (good) => [`Authorization: Bearer ${good}`, "Authorization: Basic eA=="]],
      ["two tokens", (good) => [`Authorization: Bearer ${good}, Bearer ${good}`]],
      ["text after the token", (good) => [`Authorization: Bearer ${good} x`]],
      ["more than 4 kB", (good) => [`Authorization: Bearer ${good}${"a".repeat(4096)}`]],
      ["an id before the token", (good) => [`Authorization: Bearer 12|${good}`]],
      ["an id and text", () => ["Authorization: Bearer 12|abc"]],
      ["a wrong letter", (good) => [`Authorization: Bearer ${mistyped(good)}`]],
      ["a missing letter", (good) => [`Authorization: Bearer ${good.slice(0, -1)}`]],
      ["another prefix", (good) => [`Authorization: Bearer ${good.replace("pat", "at")}`]],
      ["a refresh token's prefix", () => [`Authorization: Bearer ${generateToken("adk_rt_")}`]],
      ["a plain word", () => ["Authorization: Bearer null"]],
      ["non-ASCII bytes", () => ["Authorization: Bearer é✓"]],
    ];
    for (const [what, lines] of rejected)
      it(`and rejected without a query: ${what}`, async () => {
        const answers: Awaited<ReturnType<typeof send>>[] = [];
        const queries = await lookUps(async () => void answers.push(await send(...lines(token))));
        const [{ status, head, body }] = answers as [Awaited<ReturnType<typeof send>>];
        expect(status).to.equal(401);
        expect(head).to.match(/^WWW-Authenticate: Bearer\r?$/m);
        expect(JSON.parse(body)).to.deep.include({ success: false, data: { code: "unauthenticated" } });
        expect(queries).to.deep.equal([]);
      });

    it("and never from a query parameter, a body, a cookie or another header", async () => {
      for (const path of [`/auth/me?access_token=${token}`, `/auth/me?token=${token}`])
        await world.api.get(path).expect(401);
      await world.api.post("/auth/logout", { access_token: token }).expect(401);
      await world.api.get("/auth/me").set("Cookie", `token=${token}; access_token=${token}`).expect(401);
      await world.api.get("/auth/me").set("X-Authorization", `Bearer ${token}`).expect(401);
      await world.api.get("/auth/me").set("Proxy-Authorization", `Bearer ${token}`).expect(401);
    });

    it("and looked up with a single query", async () => {
      const queries = await lookUps(() => me(token).expect(200));
      expect(
        queries.filter((sql) => /personal_access_tokens/.test(sql) && /select/.test(sql)),
      ).to.have.length(1);
    });
  });

  it("are rejected when they are well-formed but unknown", async () => {
    const { body } = await me(generateToken("adk_pat_")).expect(401);
    expect(body.data.code).to.equal("unauthenticated");
  });
});

/** The token with one letter changed. */
const mistyped = (token: string): string => {
  const place = 20;
  return token.slice(0, place) + (token[place] === "a" ? "b" : "a") + token.slice(place + 1);
};
