import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { createApp, type App } from "../../src/app.js";
import { EnsureUserIsActive } from "../../src/auth/guards.js";
import { readConfig, type Config } from "../../src/config/config.js";
import type { ConfigurationError } from "../../src/config/env.js";
import type { StarterKit } from "../../src/config/starter-kit.js";
import { SHIPPED_SCOPES } from "../../src/config/starter-kit.js";
import { createServices, closeServices, type Services } from "../../src/domain/services.js";
import { ApiClient } from "../support/app/client.js";
import { TEST_VARIABLES, testConfig, testDatabaseUrl } from "../support/app/config.js";
import { issueEveryCredential } from "../support/app/credentials.js";
import { freshDatabase } from "../support/database/database.js";
import { Factories } from "../support/app/factories.js";
import { memoryLog } from "../support/app/log.js";
import { Visitor } from "../support/app/web.js";

const DAY_MS = 86_400_000;
const EXTRA = "https://cdn.example";

describe("The blocks of the operator's file", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "authdock-merging-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Reads a real file, as the product does. */
  function configOf(content: unknown): Config {
    const file = join(folder, "starter-kit.json");
    writeFileSync(file, JSON.stringify(content));
    return readConfig({
      ...TEST_VARIABLES,
      DATABASE_URL: testDatabaseUrl(),
      STARTER_KIT_CONFIG: file,
    });
  }
  const read = (content: unknown): StarterKit => configOf(content).starterKit;
  function problems(content: unknown): string[] {
    try {
      read(content);
      return [];
    } catch (error) {
      return (error as ConfigurationError).problems.map((problem) => problem.replace(/^.*?json: /, ""));
    }
  }
  const shipped = testConfig().starterKit;
  const BLOCKS = Object.keys(shipped) as (keyof StarterKit)[];

  it("are these five", () => {
    expect(BLOCKS).to.deep.equal(["auth", "oauth", "security", "cors", "captcha"]);
  });

  /** A block with one additional key. */
  const PARTIAL: StarterKit = {
    auth: { providers: { users: { model: "users" }, staff: { model: "users" } } },
    oauth: { refresh_token_days: 1 },
    security: { csp_extra_origins: [EXTRA] },
    cors: { max_age: 60 },
    captcha: { verify_url: "https://verify.example/siteverify" },
  };
  for (const block of BLOCKS) {
    it(`${block}: a file without it uses the default block`, () => {
      const { [block]: _left, ...others } = PARTIAL;
      expect(read(others)[block]).to.deep.equal(shipped[block]);
      expect(read(others)).to.deep.equal({ ...shipped, ...others });
    });

    it(`${block}: a partial block replaces only this block`, () => {
      expect(read({ [block]: PARTIAL[block] })).to.deep.equal({ ...shipped, [block]: PARTIAL[block] });
    });

    it(`${block}: an empty block replaces it too`, () => {
      expect(read({ [block]: {} })[block]).to.deep.equal({});
    });

    for (const wrong of [null, [], "text", 1, true])
      it(`${block}: ${JSON.stringify(wrong)} keeps the service from starting`, () => {
        expect(problems({ [block]: wrong })).to.have.length(1);
        expect(problems({ [block]: wrong })[0]).to.match(new RegExp(`^${block}: `));
      });

    it(`${block}: an unknown key keeps the service from starting`, () => {
      expect(problems({ [block]: { colour: "red" } })[0]).to.match(new RegExp(`^${block}: .*colour`));
    });
  }

  it("are the defaults when the file is empty", () => {
    expect(read({})).to.deep.equal(shipped);
  });

  /** Key of the block → invalid values. */
  const WRONG: Record<string, unknown[]> = {
    "auth.guards": [
      [],
      "web",
      { api: null },
      { web: null, kiosk: null },
      { web: { driver: "session" } },
      { web: { driver: "x", provider: "users" } },
    ],
    "auth.providers": [[], { users: {} }, { users: { model: "people" } }],
    "oauth.provider": [1, null],
    "oauth.access_token_minutes": [0, -1, 1.5, "60", null],
    "oauth.refresh_token_days": [0, "14", null],
    "oauth.personal_token_days": [0, 2.5],
    "oauth.refresh_reuse_grace_seconds": [-1, 61, "10"],
    "oauth.scopes": ["admin", [1], {}],
    "oauth.default_scopes": ["admin", [null]],
    "oauth.enforce_scopes": ["true", 1, null],
    "oauth.access_token_days": [0, "1"],
    "oauth.personal_token_months": [0, "1"],
    "security.enforce_active_status": ["true", 1, null, []],
    "security.active_status_denied": ["banned", {}, [null], [true], [["banned"]], null],
    "security.active_status_guards": ["web", [1], null],
    "security.csp_extra_origins": [EXTRA, [1], null],
    "cors.allowed_origins": ["https://app.example", [1]],
    "cors.supports_credentials": ["yes", 1],
    "cors.max_age": [-1, 1.5, "7200"],
    "captcha.verify_url": ["an invalid address", "ftp://verify.example", 1],
  };
  for (const [path, values] of Object.entries(WRONG)) {
    const [block, key] = path.split(".") as [string, string];
    for (const value of values)
      it(`${path}: ${JSON.stringify(value)} keeps the service from starting`, () => {
        const found = problems({ [block]: { [key]: value } });
        expect(found).to.have.length(1);
        expect(found[0]).to.include(path);
      });
  }

  it("are rejected with a list of all errors", () => {
    const wrong = {
      security: { enforce_active_status: 1, active_status_denied: "x" },
      cors: { max_age: "x" },
    };
    expect(problems(wrong)).to.have.length(3);
  });

  it("oauth: each missing key uses its default", () => {
    const defaults = {
      accessTokenMs: 60 * 60_000,
      refreshTokenMs: 14 * DAY_MS,
      personalTokenMs: 30 * DAY_MS,
      refreshReuseGraceMs: 10_000,
      scopes: SHIPPED_SCOPES,
      defaultScopes: [],
      enforceScopes: null as boolean | null,
    };
    expect(configOf({ oauth: {} }).tokens).to.deep.equal(defaults);
    const changed: [object, Partial<typeof defaults>][] = [
      [{ access_token_minutes: 5 }, { accessTokenMs: 5 * 60_000 }],
      [{ refresh_token_days: 1 }, { refreshTokenMs: DAY_MS }],
      [{ personal_token_days: 1 }, { personalTokenMs: DAY_MS }],
      [{ refresh_reuse_grace_seconds: 0 }, { refreshReuseGraceMs: 0 }],
      [{ scopes: ["a"] }, { scopes: ["a"] }],
      [{ scopes: [] }, { scopes: [] }],
      [{ default_scopes: [] }, {}],
      [{ enforce_scopes: true }, { enforceScopes: true }],
      [{ enforce_scopes: false }, { enforceScopes: false }],
      [{ access_token_days: 1 }, { accessTokenMs: DAY_MS }],
      [{ personal_token_months: 1 }, { personalTokenMs: 30 * DAY_MS }],
    ];
    for (const [oauth, difference] of changed)
      expect(configOf({ oauth }).tokens, JSON.stringify(oauth)).to.deep.equal({ ...defaults, ...difference });
  });

  describe("on a running app", () => {
    let services: Services;
    let app: App;
    let make: Factories;
    afterEach(async () => {
      app.close();
      await closeServices(services);
    });

    async function start(content: unknown): Promise<void> {
      services = createServices(configOf(content), memoryLog().logger);
      await freshDatabase(services.knex);
      app = await createApp(services);
      make = new Factories(services);
    }
    const api = (token: string) => new ApiClient(app.listener).as(token);

    /** Statuses that are rejected with an existing session or token. */
    async function cutOff(statuses = ["active", "inactive", "banned", "frozen"]): Promise<string[]> {
      const denied: string[] = [];
      for (const status of statuses) {
        const user = await make.user();
        const visitor = new Visitor(app.listener);
        await visitor.signIn(user);
        const token = await make.token(user);
        await services.knex("users").where({ id: user.id }).update({ status });
        const onApi = (await api(token).get("/auth/me")).status === 403;
        const onWeb = (await visitor.get("/browser-sessions")).status === 302;
        if (onApi && onWeb) denied.push(status);
        else if (onApi) denied.push(`${status} on the API`);
        else if (onWeb) denied.push(`${status} on the web`);
      }
      return denied;
    }

    /** Statuses that revoke all access when they are set through the API. */
    async function revoking(): Promise<string[]> {
      const found: string[] = [];
      await make.definition({ value: "frozen" });
      const { token } = await make.userWithToken({ role: "system_admin" });
      for (const status of ["inactive", "banned", "frozen"]) {
        const user = await make.user();
        await issueEveryCredential(services.knex, user);
        await api(token).patch(`/users/${user.id}`, { status }).expect(200);
        const sessions = await services.knex("sessions").where({ user_id: user.id });
        if (sessions.length === 0) found.push(status);
      }
      return found;
    }

    const DEFAULTS = ["inactive", "banned"];
    /** The file, the statuses that the middleware rejects, and the transitions that revoke access. */
    const FILES: [name: string, content: object, cut: string[], revoke: string[]][] = [
      ["no security block", { cors: { max_age: 60 } }, DEFAULTS, DEFAULTS],
      ["an empty block", { security: {} }, DEFAULTS, DEFAULTS],
      ["only additional origins", { security: { csp_extra_origins: [EXTRA] } }, DEFAULTS, DEFAULTS],
      ["only enforcement", { security: { enforce_active_status: true } }, DEFAULTS, DEFAULTS],
      ["only guards", { security: { active_status_guards: ["web", "api"] } }, DEFAULTS, DEFAULTS],
      ["a deny-list with banned", { security: { active_status_denied: ["banned"] } }, ["banned"], ["banned"]],
      [
        "a deny-list with another status",
        { security: { active_status_denied: [" FROZEN "] } },
        ["frozen"],
        ["frozen"],
      ],
      ["an empty deny-list", { security: { active_status_denied: [] } }, [], []],
      ["no guards", { security: { active_status_guards: [] } }, [], DEFAULTS],
      [
        "the guard api",
        { security: { active_status_guards: ["api"] } },
        ["inactive on the API", "banned on the API"],
        DEFAULTS,
      ],
      [
        "the guard web",
        { security: { active_status_guards: ["web"] } },
        ["inactive on the web", "banned on the web"],
        DEFAULTS,
      ],
      ["enforcement off", { security: { enforce_active_status: false } }, [], []],
      [
        "enforcement off with a list",
        { security: { enforce_active_status: false, active_status_denied: ["banned"] } },
        [],
        [],
      ],
    ];
    for (const [name, content, cut, revoke] of FILES)
      it(`${name}: rejects ${cut.join(", ") || "no status"}, revokes on ${revoke.join(", ") || "no status"}`, async () => {
        await start(content);
        expect(await cutOff()).to.deep.equal(cut);
        expect(await revoking()).to.deep.equal(revoke);
      });

    it("security: a number in the deny-list stands for its decimal text", async () => {
      await start({ security: { active_status_denied: [42] } });
      expect(await cutOff(["42", "4", "banned"])).to.deep.equal(["42"]);
    });

    it("security: additional origins appear in the policy and in no other header", async () => {
      await start({ security: { csp_extra_origins: [EXTRA] } });
      const policy = (await new Visitor(app.listener).get("/login")).headers["content-security-policy"]!;
      expect(policy).to.match(new RegExp(`script-src [^;]*${EXTRA}`));
      app.close();
      await closeServices(services);
      await start({ security: { enforce_active_status: true } });
      const plain = (await new Visitor(app.listener).get("/login")).headers["content-security-policy"];
      expect(plain).not.to.include(EXTRA);
    });

    it("auth: sign-in works without guards, on both surfaces", async () => {
      await start({ auth: { providers: { users: { model: "users" } } } });
      expect(await cutOff()).to.deep.equal(DEFAULTS);
    });

    it("cors: with a partial block, preflights are cached for two hours", async () => {
      await start({ cors: { allowed_origins: [EXTRA] } });
      const answer = await new ApiClient(app.listener)
        .options("/auth/me")
        .set({ Origin: EXTRA, "Access-Control-Request-Method": "GET" });
      expect(answer.headers["access-control-max-age"]).to.equal("7200");
      expect(answer.headers["access-control-allow-credentials"]).to.equal(undefined);
    });
  });

  it("security: the constants of the class are the shipped block", () => {
    const { ENFORCE_DEFAULT, DENIED_DEFAULT, GUARDS_DEFAULT } = EnsureUserIsActive;
    expect(shipped.security).to.deep.equal({
      enforce_active_status: ENFORCE_DEFAULT,
      active_status_denied: DENIED_DEFAULT,
      active_status_guards: GUARDS_DEFAULT,
      csp_extra_origins: [],
    });
  });
});
