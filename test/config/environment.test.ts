import { expect } from "chai";
import { ConfigurationError, readEnvironment, type Variables } from "../../src/config/env.js";
import { REDIS_FORMS } from "../../src/lib/counters/redis-servers.js";
import { SAMPLERS } from "../../src/lib/telemetry/tracer-provider.js";
import { RANDOM_KEY, TEST_KEY } from "../support/app/config.js";

const LOCAL: Variables = { APP_KEY: TEST_KEY };
const PRODUCTION: Variables = {
  APP_ENV: "production",
  APP_KEY: RANDOM_KEY,
  APP_URL: "https://auth.example.test",
  TRUST_PROXY: "1",
  MAIL_URL: "smtp://mail.example.test",
  DATABASE_URL: "mysql://app:xK3-long-and-random@127.0.0.1/authdock",
};
const WEAK_KEY = `base64:${Buffer.alloc(32, "a").toString("base64")}`;

function problems(variables: Variables): string[] {
  try {
    readEnvironment(variables);
    return [];
  } catch (error) {
    expect(error).to.be.instanceOf(ConfigurationError);
    return (error as ConfigurationError).problems;
  }
}

/** For each variable: invalid values, and the allowed values that the error names. */
const WRONG: Record<string, [values: string[], allowed: string]> = {
  PORT: [["http", "-1", "65536", "3000.5", "0x10"], "a port, 0 to 65535"],
  APP_URL: [["localhost:3000", "ftp://localhost", "not a url"], "an http or https URL"],
  APP_ENV: [["staging", "Production"], "local, test or production"],
  APP_KEY: [["secret", "base64:c2hvcnQ=", TEST_KEY.slice(7)], "32 bytes as base64:… (npm run key makes one)"],
  APP_PREVIOUS_KEYS: [["old", `${TEST_KEY},old`], "a list of keys as base64:…, separated by commas"],
  APP_DEBUG: [["yes", "on", "TRUE"], "true or false"],
  APP_DEBUG_FORCE: [["please"], "true or false"],
  DATABASE_URL: [
    [
      "postgres://u:p@h/db",
      "sqlite:",
      "mysql://h/db",
      "mysql://u:p@h",
      "mysql://u:p@h/a b",
      "mysql://u:s3#x@h/a",
      "mysql://u:50%off@h/a",
    ],
    "sqlite:<file> or mysql://user:password@host:port/name[?ssl=required|off&ssl-ca=<file>]",
  ],
  REDIS_URL: [
    [
      "localhost:6379",
      "http://localhost",
      "redis-sentinel://a/main",
      "redis+sentinel://a:26379,b",
      "redis+sentinel://a,b:99999/main",
      "redis+sentinel://a,,b/main",
      "redis+sentinel://50%off:x@a/main",
      "redis+sentinel://a/main?password=x",
      "redis+cluster://a,b/1",
      "redis+cluster://a,b?ssl-ca=ca.pem",
    ],
    REDIS_FORMS,
  ],
  WEB_CONCURRENCY: [["0", "257", "auto"], "a number of processes, 1 to 256"],
  DRAIN_SECONDS: [["-1", "301", "10s", "0.5"], "seconds, 0 to 300"],
  TRUST_PROXY: [
    [
      "true",
      "0",
      "loopback",
      "10.0.0.0/33",
      "10.0.0.1,",
      "::1/129",
      "100",
      "0.0.0.0/0",
      "::/0",
      "10.0.0.1,0.0.0.0/0",
      "::ffff:0:0/96",
    ],
    "a number of hops or a list of networks (true and networks of every address, such as 0.0.0.0/0, are refused)",
  ],
  MAIL_URL: [["var/mail", "file:", "http://mail"], "file:<folder>, smtp://… or smtps://…"],
  MAIL_FORCE_FILE: [["y"], "true or false"],
  ADMIN_EMAIL: [["admin"], "an email address"],
  ADMIN_PASSWORD: [["short"], "a password of at least 8 characters"],
  BCRYPT_COST: [["3", "16", "twelve"], "4 to 15"],
  API_RATE_PER_MINUTE: [["0", "-1", "many"], "requests per minute, at least 1"],
  LOG_LEVEL: [["verbose"], "fatal, error, warn, info, debug or silent"],
  SLOW_STATEMENT_MS: [["-1", "soon", "60001"], "milliseconds, at most 60000"],
  METRICS_TOKEN: [["short"], "a secret of at least 16 characters"],
  OTEL_TRACES_EXPORTER: [["console", "jaeger"], "otlp or none"],
  OTEL_EXPORTER_OTLP_ENDPOINT: [["collector:4317", "grpc://collector"], "an http or https URL"],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: [["collector"], "an http or https URL"],
  OTEL_EXPORTER_OTLP_HEADERS: [["token", "a=b,c"], "name=value, separated by commas"],
  OTEL_RESOURCE_ATTRIBUTES: [["production"], "name=value, separated by commas"],
  OTEL_TRACES_SAMPLER: [["sometimes"], SAMPLERS.join(", ")],
  OTEL_TRACES_SAMPLER_ARG: [["-1", "2", "half"], "a number from 0 to 1"],
  OAUTH_TOKEN_MINUTES: [["0", "1h"], "minutes, at least 1"],
  OAUTH_REFRESH_TOKEN_DAYS: [["0", "x"], "days, at least 1"],
  OAUTH_PERSONAL_TOKEN_DAYS: [["0", "1.5"], "days, at least 1"],
  OAUTH_TOKEN_DAYS: [["0", "null"], "days, at least 1"],
  OAUTH_PERSONAL_TOKEN_MONTHS: [["0", "-3"], "months, at least 1"],
  WEBAUTHN_RP_ID: [
    ["example.com", "host", "http://localhost"],
    "the host of APP_URL, or a domain that it is below",
  ],
  WEBAUTHN_RELATED_ORIGINS: [
    ["http://example.com", "https://example.com/", "example.com", "https://a.example.com,*"],
    "https origins separated by commas",
  ],
  HSTS_INCLUDE_SUBDOMAINS: [["maybe"], "true or false"],
  CLIENT_DOCUMENTS_ALLOW_LOOPBACK: [["maybe"], "true or false"],
  WEBHOOKS_ALLOW_LOOPBACK: [["maybe"], "true or false"],
  CORS_SUPPORTS_CREDENTIALS: [["maybe"], "true or false"],
  CORS_MAX_AGE: [["-1", "86401", "2h"], "seconds, at most 86400"],
};

describe("The environment", () => {
  it("requires only a key", () => {
    const env = readEnvironment(LOCAL);
    expect(env).to.include({
      HOST: "127.0.0.1",
      PORT: 3000,
      APP_ENV: "local",
      APP_DEBUG: false,
      BCRYPT_COST: 12,
    });
    expect(env).to.include({
      API_RATE_PER_MINUTE: 60,
      LOG_LEVEL: "info",
      WEB_CONCURRENCY: 1,
      SLOW_STATEMENT_MS: 500,
    });
    expect(env).to.include({ DATABASE_URL: "sqlite:var/authdock.sqlite", MAIL_URL: "file:var/mail" });
    expect(env.APP_URL.href).to.equal("http://localhost:3000/");
    expect(env.TRUST_PROXY).to.equal(undefined);
    expect(env.APP_KEY).to.have.length(32);
  });

  it("uses the port in the default APP_URL", () => {
    expect(readEnvironment({ ...LOCAL, PORT: "8080" }).APP_URL.origin).to.equal("http://localhost:8080");
  });

  it("treats an empty variable as not set", () => {
    const empty = Object.fromEntries(Object.keys(WRONG).map((name) => [name, "  "]));
    expect(readEnvironment({ ...empty, ...LOCAL })).to.deep.equal(readEnvironment(LOCAL));
    expect(problems({ APP_KEY: "" })).to.deep.equal([
      "APP_KEY must be 32 bytes as base64:… (npm run key makes one)",
    ]);
  });

  it("accepts TRUST_PROXY as a number of hops or as networks", () => {
    const read = (value: string) => readEnvironment({ ...LOCAL, TRUST_PROXY: value }).TRUST_PROXY;
    expect(read("2")).to.equal(2);
    expect(read("10.0.0.0/8, 192.0.2.1,fd00::/8")).to.deep.equal(["10.0.0.0/8", "192.0.2.1", "fd00::/8"]);
  });

  it("accepts previous keys in order", () => {
    const older = `base64:${Buffer.from("fedcba9876543210fedcba9876543210").toString("base64")}`;
    const { APP_PREVIOUS_KEYS } = readEnvironment({ ...LOCAL, APP_PREVIOUS_KEYS: `${older}, ${TEST_KEY}` });
    expect(APP_PREVIOUS_KEYS.map(String)).to.deep.equal([
      "fedcba9876543210fedcba9876543210",
      "0123456789abcdef0123456789abcdef",
    ]);
  });

  it("accepts several hosts of one cluster", () => {
    const url = "mysql://app:s3cret-enough@db1:3306,db2:3307/authdock?ssl=required";
    expect(readEnvironment({ ...LOCAL, DATABASE_URL: url }).DATABASE_URL).to.equal(url);
  });

  it("accepts a domain above the host for passkeys, but no top-level domain", () => {
    const shared = { ...LOCAL, APP_ENV: "test", APP_URL: "https://login.example.com" };
    expect(readEnvironment({ ...shared, WEBAUTHN_RP_ID: "example.com" }).WEBAUTHN_RP_ID).to.equal(
      "example.com",
    );
    for (const domain of ["com", "ample.com", "other.example.com"])
      expect(problems({ ...shared, WEBAUTHN_RP_ID: domain }), domain).to.have.length(1);
  });

  it("accepts one Redis server, Sentinels and a cluster", () => {
    const read = (url: string) => readEnvironment({ ...LOCAL, REDIS_URL: url }).REDIS_URL;
    const url = "redis://cache.example.test:6380/2?family=6";
    expect(read(url)).to.deep.equal({ kind: "single", url, tls: null });
    expect(
      read("rediss+sentinel://app:a%3Ab@s1:26380,[::1]/main/3?sentinel-password=p&ssl-ca=/etc/ca.pem"),
    ).to.deep.equal({
      kind: "sentinel",
      hosts: [
        { host: "s1", port: 26380 },
        { host: "::1", port: 26379 },
      ],
      master: "main",
      database: 3,
      username: "app",
      password: "a:b",
      sentinel: { username: undefined, password: "p" },
      tls: { authority: "/etc/ca.pem" },
    });
    expect(read("redis+cluster://:secret@n1,n2:7000")).to.deep.include({
      kind: "cluster",
      hosts: [
        { host: "n1", port: 6379 },
        { host: "n2", port: 7000 },
      ],
      username: undefined,
      password: "secret",
      tls: null,
    });
  });

  for (const [name, [values, allowed]] of Object.entries(WRONG))
    it(`is rejected with an invalid ${name}, naming it and its allowed values`, () => {
      for (const value of values)
        expect(problems({ ...LOCAL, [name]: value }), value).to.include(`${name} must be ${allowed}`);
    });

  it("is rejected with a list of every invalid variable, without values", () => {
    const all = Object.fromEntries(Object.entries(WRONG).map(([name, [[value]]]) => [name, value]));
    const found = problems(all);
    for (const [name, [, allowed]] of Object.entries(WRONG))
      expect(found).to.include(`${name} must be ${allowed}`);
    const { message } = new ConfigurationError(
      problems({ ...LOCAL, DATABASE_URL: "postgres://u:hunter2@h/db" }),
    );
    expect(message)
      .to.match(/^The configuration is not valid:\n {2}- DATABASE_URL must be /)
      .and.not.include("hunter2");
  });

  it("is rejected with a public address while APP_ENV is local", () => {
    for (const url of [
      "http://auth.example.test",
      "http://192.168.1.5:3000",
      "http://localhost.example.test",
    ])
      expect(problems({ ...LOCAL, APP_URL: url })).to.deep.equal([
        "APP_URL must be a loopback address while APP_ENV is local",
      ]);
    for (const url of ["http://127.0.0.1:3000", "http://[::1]:3000", "https://localhost"])
      expect(problems({ ...LOCAL, APP_URL: url })).to.deep.equal([]);
  });

  it("is rejected when APP_URL has a path, a query or a fragment", () => {
    for (const tail of ["/app", "/?a=1", "/#a"])
      expect(problems({ ...LOCAL, APP_URL: `http://localhost:3000${tail}` })).to.deep.equal([
        "APP_URL must be an origin, without a path or a user",
      ]);
  });

  it("is rejected with several processes on SQLite", () => {
    expect(problems({ ...LOCAL, WEB_CONCURRENCY: "2" })).to.have.length(1);
    expect(problems({ ...LOCAL, WEB_CONCURRENCY: "2" })[0]).to.match(/^WEB_CONCURRENCY must be 1 on SQLite/);
    expect(
      problems({ ...LOCAL, WEB_CONCURRENCY: "2", DATABASE_URL: "mysql://a:b@127.0.0.1/c" }),
    ).to.deep.equal([]);
  });
});

describe("The environment in production", () => {
  const without = (name: string): Variables => ({ ...PRODUCTION, [name]: undefined });
  const REJECTED: [name: string, variables: Variables, problem: string][] = [
    ["a missing APP_KEY", without("APP_KEY"), "APP_KEY must be 32 bytes"],
    [
      "a key that consists of text",
      { ...PRODUCTION, APP_KEY: TEST_KEY },
      "APP_KEY is too weak for production",
    ],
    [
      "a low bcrypt cost",
      { ...PRODUCTION, BCRYPT_COST: "9" },
      "BCRYPT_COST must be at least 10 in production",
    ],
    [
      "a weak METRICS_TOKEN",
      { ...PRODUCTION, METRICS_TOKEN: "metrics-token-secret" },
      "METRICS_TOKEN is too weak",
    ],
    ["no DATABASE_URL", without("DATABASE_URL"), "DATABASE_URL must be set in production"],
    [
      "a common administrator password",
      { ...PRODUCTION, ADMIN_PASSWORD: "Liverpool1" },
      "ADMIN_PASSWORD must not be a default or common password",
    ],
    ["a weak APP_KEY", { ...PRODUCTION, APP_KEY: WEAK_KEY }, "APP_KEY is too weak for production"],
    [
      "an http APP_URL",
      { ...PRODUCTION, APP_URL: "http://auth.example.test" },
      "APP_URL must be https in production",
    ],
    ["a missing APP_URL, whose default is http", without("APP_URL"), "APP_URL must be https in production"],
    ["no TRUST_PROXY", without("TRUST_PROXY"), "TRUST_PROXY must name the proxy in front of the service"],
    ["debug", { ...PRODUCTION, APP_DEBUG: "true" }, "APP_DEBUG must be false in production"],
    [
      "mail written to files",
      { ...PRODUCTION, MAIL_URL: "file:var/mail" },
      "MAIL_URL must be smtp or smtps in production",
    ],
    ["mail written to files by default", without("MAIL_URL"), "MAIL_URL must be smtp or smtps in production"],
    [
      "a default administrator password",
      { ...PRODUCTION, ADMIN_PASSWORD: "Password1" },
      "ADMIN_PASSWORD must not be a default or common password",
    ],
    [
      "webhooks on this machine",
      { ...PRODUCTION, WEBHOOKS_ALLOW_LOOPBACK: "true" },
      "WEBHOOKS_ALLOW_LOOPBACK must be false in production",
    ],
    [
      "documents of clients on this machine",
      { ...PRODUCTION, CLIENT_DOCUMENTS_ALLOW_LOOPBACK: "true" },
      "CLIENT_DOCUMENTS_ALLOW_LOOPBACK must be false in production",
    ],
    ...["root:root", "root", "root:", "app:App", "app:password", "app:p%61ssword", "app:secret"].map(
      (login): [string, Variables, string] => [
        `the database login ${login}`,
        { ...PRODUCTION, DATABASE_URL: `mysql://${login}@127.0.0.1/authdock` },
        "DATABASE_URL must not use a default password",
      ],
    ),
    ...[
      "db.example.test/authdock",
      "10.0.0.5:3306/authdock",
      "127.0.0.1,db.example.test/authdock",
      "db.example.test/authdock?ssl=true",
      "db.example.test/authdock?ssl",
    ].map((place): [string, Variables, string] => [
      `clear text to the database at ${place}`,
      { ...PRODUCTION, DATABASE_URL: `mysql://app:xK3-long-and-random@${place}` },
      "DATABASE_URL must say ?ssl=required (or ?ssl=off) for a host that is not loopback",
    ]),
  ];

  it("is accepted when every variable is valid", () => {
    expect(problems(PRODUCTION)).to.deep.equal([]);
  });

  it("can explicitly allow debug mode, mail files and unencrypted connections", () => {
    expect(problems({ ...PRODUCTION, APP_DEBUG: "true", APP_DEBUG_FORCE: "true" })).to.deep.equal([]);
    expect(problems({ ...PRODUCTION, MAIL_URL: "file:var/mail", MAIL_FORCE_FILE: "true" })).to.deep.equal([]);
    for (const ssl of ["required", "off", "required&ssl-ca=/etc/ca.pem"])
      expect(
        problems({
          ...PRODUCTION,
          DATABASE_URL: `mysql://app:xK3-long-and-random@db.example.test/a?ssl=${ssl}`,
        }),
      ).to.deep.equal([]);
    expect(problems({ ...PRODUCTION, DATABASE_URL: "sqlite:/var/lib/authdock.sqlite" })).to.deep.equal([]);
  });

  it("is rejected with a list of all problems", () => {
    const found = problems({ APP_ENV: "production", APP_KEY: WEAK_KEY, APP_DEBUG: "1" });
    expect(found).to.have.length(6);
  });

  for (const [name, variables, problem] of REJECTED)
    it(`is rejected with ${name}`, () => {
      const found = problems(variables);
      expect(found, found.join("; ")).to.have.length(1);
      expect(found[0]).to.include(problem);
    });
});
