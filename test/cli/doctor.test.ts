import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";
import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { readConfig, type Config } from "../../src/config/config.js";
import { createServices, closeServices, type Services } from "../../src/domain/services.js";
import { changeSettings } from "../../src/domain/administration/settings-changes.js";
import { ownOrigin } from "../../src/domain/audit/origin.js";
import { migrate } from "../../src/database/migrate.js";
import { DAY, HOUR, MINUTE } from "../../src/lib/clock.js";
import { Encryption } from "../../src/lib/encryption.js";
import type { Variables } from "../../src/config/env.js";
import { useVerifier } from "../support/app/captcha-verifier.js";
import { makeCertificate } from "../support/app/certificate.js";
import { runCli } from "../support/app/command-line.js";
import { onMariaDb, testConfig, TEST_VARIABLES } from "../support/app/config.js";
import { memoryLog } from "../support/app/log.js";
import { useFolder } from "../support/app/processes.js";
import { makeClient } from "../support/oauth/oauth.js";
import { makeProvider } from "../support/providers/providers.js";
import { makeDelivery, makeWebhook } from "../support/webhooks/webhooks.js";
import { DEFAULT_OPTIONS } from "../../src/models/client-options.js";
import { SignInProvider } from "../../src/models/sign-in-provider.js";
import { useServed } from "../support/app/served.js";

interface Finding {
  check: string;
  state: "ok" | "warning" | "failed";
  detail: string;
  advice: string | null;
}

describe("authdock doctor", function () {
  this.timeout(30_000);
  const { verifier, captcha } = useVerifier();
  const world = useServed({}, { captcha });
  const folder = useFolder();

  const examine = async (
    services: Services = world.services,
    readConfig?: () => Config,
  ): Promise<{ code: number; findings: Finding[]; bad: Finding[] }> => {
    const given = readConfig === undefined ? {} : { readConfig };
    const { code, output } = await runCli(services, ["doctor", "--json"], given);
    const { findings, is_healthy } = JSON.parse(output) as { findings: Finding[]; is_healthy: boolean };
    expect(is_healthy).to.equal(code === 0);
    return { code, findings, bad: findings.filter(({ state }) => state !== "ok") };
  };
  /** The only problem that is found. */
  const problem = async (services?: Services): Promise<Finding> => {
    const { code, bad } = await examine(services);
    expect(bad, JSON.stringify(bad)).to.have.length(1);
    expect(code).to.equal(bad[0]!.state === "failed" ? 1 : 0);
    expect(bad[0]!.advice).to.match(/[.)]$|authdock \S+|chmod/);
    return bad[0]!;
  };
  /** The services of the test with other variables, on the same database. */
  const configured = (variables: Variables): Services => {
    const config = testConfig({ APP_URL: world.services.config.env.APP_URL.href, ...variables });
    return { ...world.services, config };
  };
  /** Runs with services of their own. */
  const withServices = async (
    variables: Variables,
    work: (services: Services) => Promise<void>,
  ): Promise<void> => {
    const services = createServices(testConfig(variables), memoryLog().logger);
    try {
      await work(services);
    } finally {
      await closeServices(services);
    }
  };
  const change = (values: Record<string, string>) =>
    changeSettings({ services: world.services, origin: ownOrigin(), actor: null }, { values });
  const administrator = () => world.make.user({ role: "system_admin" });

  it("finds nothing wrong with a healthy service", async () => {
    await administrator();
    const { code, findings, bad } = await examine();
    expect(bad).to.deep.equal([]);
    expect(code).to.equal(0);
    const checks = findings.map(({ check }) => check);
    expect(checks).to.include.members([
      "configuration",
      "files",
      "database",
      "migrations",
      "database writable",
    ]);
    expect(checks).to.include.members([
      "collation",
      "clock",
      "encryption",
      "mail server",
      "mail queue",
      "address",
    ]);
  });

  it("prints a line for each check, and what to do", async () => {
    const { code, output } = await runCli(world.services, ["doctor", "--offline"]);
    expect(code).to.equal(1);
    expect(output).to.match(/^ok {7}migrations +up to date$/m);
    expect(output).to.match(
      /^FAILED {3}administrator +there is no active system administrator\n +→ Run: authdock seed, or authdock admin create <email>$/m,
    );
    expect(output).to.match(/\n\d+ ok, 0 warnings, 1 failed$/);
  });

  it("names every problem of the configuration, without a database", async () => {
    const read = () =>
      readConfig({ ...TEST_VARIABLES, APP_KEY: "short", PORT: "x", DATABASE_URL: "postgres://" });
    const { code, bad } = await examine(undefined, read);
    expect(code).to.equal(1);
    expect(bad.map(({ detail }) => detail.split(" ")[0])).to.include.members([
      "APP_KEY",
      "PORT",
      "DATABASE_URL",
    ]);
  });

  it("finds a database that isn't available, and still checks what doesn't need it", () =>
    withServices(
      { DATABASE_URL: "mysql://app:x@127.0.0.1:1/app", REDIS_URL: "redis://127.0.0.1:1" },
      async (services) => {
        const { code, bad } = await examine(services);
        expect(code).to.equal(1);
        const [database, redis, others] = ["database", "redis", "other checks"].map((name) =>
          bad.find(({ check }) => check === name),
        );
        expect(database).to.include({ state: "failed" });
        expect(database!.advice).to.contain("DATABASE_URL");
        expect(redis).to.include({ state: "failed" });
        expect(others).to.include({ state: "warning" });
        expect(others!.detail).to.contain("needs the database");
      },
    ));

  it("finds pending migrations", () =>
    withServices({ DATABASE_URL: `sqlite:${join(folder.path, "empty.sqlite")}` }, async (services) => {
      const { bad } = await examine(services);
      const migrations = bad.find(({ check }) => check === "migrations");
      expect(migrations).to.include({ advice: "Run: authdock migrate" });
    }));

  if (!onMariaDb())
    it("finds a database that is read-only", async () => {
      await administrator();
      await world.services.knex.raw("pragma query_only = 1");
      try {
        const found = await problem();
        expect(found).to.include({ check: "database writable", state: "failed" });
      } finally {
        await world.services.knex.raw("pragma query_only = 0");
      }
    });

  if (onMariaDb())
    it("finds a table with a collation that isn't binary", async () => {
      await administrator();
      const { knex } = world.services;
      await knex.raw("create table odd (id int) character set utf8mb4 collate utf8mb4_general_ci");
      try {
        expect(await problem()).to.include({ check: "collation", detail: "not binary: odd" });
      } finally {
        await knex.raw("drop table odd");
      }
    });

  it("finds a clock that is behind", async () => {
    await administrator();
    const row = { id: uuidv7(), event: "login", changes: "{}", created_at: Date.now() + HOUR };
    await world.services.knex("activity_log").insert(row);
    const { check, detail } = await problem();
    expect(check).to.equal("clock");
    expect(detail).to.match(/^this machine is 3(599|600) seconds behind the latest event$/);
  });

  it("finds an APP_KEY that doesn't belong to the database, and values under an earlier one", async () => {
    await administrator();
    await change({ "captcha.secret_key": "the-secret" });
    const { APP_KEY } = world.services.config.env;
    const next = Buffer.alloc(32, 7);
    const lost = await problem({ ...world.services, encryption: new Encryption(next, []) });
    expect(lost).to.include({ check: "encryption", state: "failed" });
    expect(lost.detail).to.equal("APP_KEY can't decrypt: settings.value (1)");
    const rotated = await problem({ ...world.services, encryption: new Encryption(next, [APP_KEY]) });
    expect(rotated).to.include({ state: "warning", advice: "Run: authdock keys re-encrypt" });
  });

  it("finds a Redis that doesn't answer", () =>
    withServices({ REDIS_URL: "redis+sentinel://:secret@127.0.0.1:1/main" }, async ({ counters }) => {
      await administrator();
      const services = configured({ REDIS_URL: "redis+sentinel://:secret@127.0.0.1:1/main" });
      const found = await problem({ ...services, counters });
      expect(found).to.include({ check: "redis", state: "failed" });
      expect(found.detail).to.match(
        /the master main that the Sentinels 127\.0\.0\.1:1 name doesn't answer: /,
      );
    }));

  it("finds a mail server that doesn't answer", async () => {
    await administrator();
    const { check, detail, state } = await problem(configured({ MAIL_URL: "smtp://127.0.0.1:1" }));
    expect({ check, state }).to.deep.equal({ check: "mail server", state: "failed" });
    expect(detail).to.match(/^127\.0\.0\.1:1, from MAIL_URL: unreachable: /);
  });

  it("says what to do about a mail server whose certificate isn't known", async () => {
    await administrator();
    const server = createServer(makeCertificate(folder.path, "127.0.0.1"), (socket) => socket.end()).listen(
      0,
    );
    try {
      const { port } = server.address() as AddressInfo;
      const found = await problem(configured({ MAIL_URL: `smtps://127.0.0.1:${port}` }));
      expect(found.detail).to.match(/encryption: self-signed certificate/);
      expect(found.advice).to.include("NODE_EXTRA_CA_CERTS");
    } finally {
      server.close();
    }
  });

  if (onMariaDb())
    it("says what to do about a database that offers no TLS", () => {
      const { DATABASE_URL } = world.services.config.env;
      return withServices({ DATABASE_URL: `${DATABASE_URL}?ssl=required` }, async (services) => {
        const found = (await examine(services)).bad.find(({ check }) => check === "database")!;
        expect(found.detail).to.match(/does not support secure connection/);
        expect(found.advice).to.include("ssl=off");
      });
    });

  it("finds mails that wait because they were refused, with the reason and the next attempt", async () => {
    await administrator();
    const next = Date.now() + HOUR;
    const mail = { kind: "verify_email", created_at: Date.now(), expires_at: Date.now() + DAY };
    const waiting = { status: "queued", attempts: 4, available_at: next, last_error: "451 later" };
    await world.services.knex("mails").insert({ id: uuidv7(), ...mail, ...waiting });
    const { state, detail, advice } = await problem();
    expect(state).to.equal("warning");
    expect(detail).to.equal(
      `1 of 1 queued wait, attempts up to 4, next ${new Date(next).toISOString()}: 451 later`,
    );
    expect(advice).to.include("authdock mail retry");
  });

  it("finds mails that nobody sends, and failed ones", async () => {
    await administrator();
    const mail = { kind: "verify_email", created_at: Date.now(), expires_at: Date.now() + DAY };
    const { knex } = world.services;
    await knex("mails").insert({ id: uuidv7(), status: "failed", available_at: 0, ...mail });
    expect(await problem()).to.include({ check: "mail queue", state: "warning", detail: "1 failed" });
    await knex("mails").insert({
      id: uuidv7(),
      status: "queued",
      available_at: Date.now() - 20 * MINUTE,
      ...mail,
    });
    const { detail, state } = await problem();
    expect({ detail, state }).to.deep.equal({
      state: "failed",
      detail: "1 queued, the oldest due for 20 minutes",
    });
  });

  it("finds webhooks that fail, that the service has paused, and whose events nobody sends", async () => {
    const owner = await administrator();
    const none = (await examine()).findings.filter(({ check }) => check === "webhooks");
    expect(none).to.deep.equal([]);
    const { id } = await makeWebhook(world, owner);
    await makeWebhook(world, owner, { paused: true, pause_reason: "by_hand" });
    const healthy = (await examine()).findings.find(({ check }) => check === "webhooks");
    expect(healthy).to.include({ state: "ok", detail: "1 active" });

    await makeWebhook(world, owner, { failing_since: Date.now() - HOUR });
    await makeWebhook(world, owner, { paused: true, pause_reason: "failed" });
    expect(await problem()).to.include({
      ...{ check: "webhooks", state: "warning" },
      ...{ detail: "of 3, 1 fail and the service has paused 1" },
      ...{ advice: "See their deliveries at /admin/webhooks." },
    });
    await makeDelivery(world, id, { status: "pending", next_attempt_at: Date.now() - 20 * MINUTE });
    expect(await problem()).to.include({
      ...{ check: "webhooks", state: "failed", detail: "an event is due for 20 minutes" },
    });
  });

  it("finds a sign-in provider that doesn't answer, and one that is another service", async () => {
    await administrator();
    const closed = "http://127.0.0.1:9";
    await makeProvider(world, { name: "Acme", issuer: closed });
    expect(await problem()).to.include({ check: "providers", detail: "Acme: it doesn't answer" });
    await SignInProvider.query(world.services.knex).patch({ issuer: verifier.url });
    expect((await problem()).detail).to.equal("Acme: it doesn't answer like an OpenID provider");
    await SignInProvider.query(world.services.knex).patch({ is_enabled: false });
    expect((await examine()).bad.filter(({ check }) => check === "providers")).to.deep.equal([]);
  });

  it("finds captcha keys that the provider rejects, and a provider that doesn't answer", async () => {
    await administrator();
    await change({ "captcha.site_key": "site", "captcha.secret_key": "secret", "captcha.enabled": "1" });
    verifier.answer = { status: 200, body: '{"success":false,"error-codes":["invalid-input-response"]}' };
    expect((await examine()).bad).to.deep.equal([]);
    verifier.answer = { status: 200, body: '{"success":false,"error-codes":["invalid-input-secret"]}' };
    expect((await problem()).detail).to.equal("turnstile rejects the keys: nobody can sign in");
    verifier.answer = "hang up";
    expect((await problem()).detail).to.equal("turnstile doesn't answer: nobody can sign in");
  });

  it("finds agents whose tokens nothing limits", async () => {
    await administrator();
    await change({ "agents.enabled": "1" });
    const { check, state, detail } = await problem();
    expect([check, state]).to.deep.equal(["agents", "warning"]);
    expect(detail).to.equal("personal access tokens aren't limited by their scopes");
    await change({ "oauth.enforce_scopes": "1" });
    expect((await examine()).bad).to.deep.equal([]);
  });

  it("finds an application whose codes nothing binds to a browser", async () => {
    await administrator();
    const options = { ...DEFAULT_OPTIONS, code_binding: "none" as const };
    const { client } = await makeClient(world, { name: "Old wiki", options });
    const { check, state, detail } = await problem();
    expect([check, state]).to.deep.equal(["applications", "warning"]);
    expect(detail).to.contain("Old wiki");
    await client
      .$query(world.services.knex)
      .patch({ options: { ...options, code_binding: "pkce_or_nonce" } });
    expect((await examine()).bad).to.deep.equal([]);
  });

  it("finds scopes of operations that the catalogue lacks", async () => {
    await administrator();
    const { config } = world.services;
    const tokens = { ...config.tokens, scopes: ["profile"] };
    const found = await problem({ ...world.services, config: { ...config, tokens } });
    expect(found).to.include({ check: "scopes", state: "warning" });
    expect(found.detail).to.contain("users.read");
  });

  it("finds a folder that isn't writable", async () => {
    await administrator();
    const file = join(folder.path, "file");
    writeFileSync(file, "");
    const found = await problem(configured({ AVATAR_DIR: join(file, "avatars") }));
    expect(found).to.include({ check: "files", detail: `${file}/avatars isn't writable (ENOTDIR)` });
  });

  it("proves that a folder is writable with a file, of which nothing is left", async () => {
    await administrator();
    const avatars = join(folder.path, "avatars");
    mkdirSync(avatars);
    const { findings } = await examine(configured({ AVATAR_DIR: avatars }));
    expect(findings.map(({ detail }) => detail)).to.include(`${avatars} is writable`);
    expect(readdirSync(avatars)).to.deep.equal([]);
    // the permissions of /proc allow root everything, but it takes no file
    const found = await problem(configured({ AVATAR_DIR: "/proc/self" }));
    expect(found.detail).to.match(/^\/proc\/self isn't writable/);
  });

  it("finds addresses of the examples in production", async () => {
    await administrator();
    await change({ "branding.support_email": "help@example.org" });
    const { env, ...config } = testConfig({ MAIL_FROM: "Accounts <no-reply@id.example.com>" });
    const url = new URL("https://auth.example.com");
    const production = { ...env, APP_ENV: "production" as const, APP_URL: url };
    const services = { ...world.services, config: { ...config, env: production } };
    const { bad } = await examine(services);
    const found = bad.filter(({ check }) => check === "addresses");
    expect(found.map(({ state, detail }) => [state, detail])).to.deep.equal([
      ["failed", "APP_URL is only an example: auth.example.com"],
      ["failed", "MAIL_FROM is only an example: Accounts <no-reply@id.example.com>"],
      ["failed", "branding.support_email is only an example: help@example.org"],
    ]);
    expect((await examine()).bad).to.deep.equal([]); // the tests' own addresses are examples, too
  });

  it("creates no folder, which would belong to the operator instead of the service", async () => {
    await administrator();
    const missing = join(folder.path, "not", "yet");
    const { findings } = await examine(configured({ AVATAR_DIR: missing }));
    expect(findings.map(({ detail }) => detail)).to.include(`${missing} can be created`);
    expect(existsSync(missing)).to.equal(false);
  });

  if (!onMariaDb())
    it("finds a database file that every account can read", async () => {
      const file = join(folder.path, "open.sqlite");
      await migrate(`sqlite:${file}`);
      await withServices({ DATABASE_URL: `sqlite:${file}` }, async (services) => {
        chmodSync(file, 0o644);
        const found = (await examine(services)).bad.filter(({ check }) => check === "files");
        expect(found.map(({ advice }) => advice)).to.deep.equal([`Run: chmod o= ${file}`]);
        chmodSync(file, 0o640);
        expect((await examine(services)).bad.filter(({ check }) => check === "files")).to.deep.equal([]);
      });
    });

  it("finds a proxy that isn't trusted, or doesn't send the addresses of clients", async () => {
    await administrator();
    const url = { APP_URL: "https://id.example.test" };
    const proxied = async (variables: Variables): Promise<string[]> => {
      const { env } = testConfig(variables);
      const services = { ...world.services, config: { ...world.services.config, env } };
      const { bad } = await examine(services);
      return bad.filter(({ check }) => check === "proxy").map(({ detail }) => detail.split(":")[0]!);
    };
    expect(await proxied(url)).to.deep.equal([]);
    expect(await proxied({ ...url, TRUST_PROXY: "" })).to.deep.equal([
      "APP_URL is https, but TRUST_PROXY isn't set",
    ]);
    const row = { event: "login", changes: "{}", created_at: Date.now(), ip_address: "10.0.0.2" };
    const rows = Array.from({ length: 6 }, () => ({ id: uuidv7(), ...row }));
    await world.services.knex("activity_log").insert(rows);
    expect(await proxied(url)).to.deep.equal(["the last 6 sign-ins all came from 10.0.0.2"]);
  });

  it("finds another server at APP_URL", async () => {
    await administrator();
    const found = await problem(configured({ APP_URL: new URL("/", captcha.verify_url).href }));
    expect(found).to.include({ check: "address", state: "failed" });
    expect(await problem(configured({ APP_URL: "http://127.0.0.1:1" }))).to.include({
      check: "address",
      state: "warning",
    });
  });
});
