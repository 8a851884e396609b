import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { readConfig } from "../../src/config/config.js";
import type { ConfigurationError, Variables } from "../../src/config/env.js";
import { tokenRules } from "../../src/config/lifetimes.js";
import { SHIPPED_SCOPES, type StarterKit } from "../../src/config/starter-kit.js";
import { StatusPolicy } from "../../src/domain/accounts/account-status.js";
import { DAY, MINUTE } from "../../src/lib/clock.js";
import { TEST_KEY, testConfig } from "../support/app/config.js";

describe("The operator's file", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "authdock-config-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const read = (content: unknown, variables: Variables = {}): StarterKit => {
    const file = join(folder, "starter-kit.json");
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
    return readConfig({ APP_KEY: TEST_KEY, STARTER_KIT_CONFIG: file, ...variables }).starterKit;
  };
  const problems = (content: unknown): string[] => {
    try {
      read(content);
      return [];
    } catch (error) {
      return (error as ConfigurationError).problems;
    }
  };
  const shipped = testConfig().starterKit;

  it("inherits every block that it leaves out", () => {
    expect(read({})).to.deep.equal(shipped);
    expect(read({ cors: { max_age: 60 } })).to.deep.include({
      security: shipped.security,
      oauth: shipped.oauth,
      auth: shipped.auth,
    });
  });

  it("replaces a block as a whole: missing nested keys use their defaults", () => {
    const { security } = read({ security: { active_status_denied: ["frozen"] } });
    expect(security).to.deep.equal({ active_status_denied: ["frozen"] });
    const policy = new StatusPolicy(security);
    expect(policy.enforced).to.equal(true);
    expect([policy.isDenied("frozen"), policy.isDenied("banned")]).to.deep.equal([true, false]);
    const { oauth } = read({ oauth: { personal_token_days: 7 } }, { OAUTH_TOKEN_MINUTES: "5" });
    expect(tokenRules(oauth)).to.deep.include({
      personalTokenMs: 7 * DAY,
      accessTokenMs: 60 * MINUTE,
      refreshTokenMs: 14 * DAY,
      scopes: SHIPPED_SCOPES,
    });
  });

  it("is rejected when it doesn't exist", () => {
    const variables = { APP_KEY: TEST_KEY, STARTER_KIT_CONFIG: join(folder, "gone.json") };
    expect(() => readConfig(variables)).to.throw(/STARTER_KIT_CONFIG: the file .*gone\.json doesn't exist/);
  });

  it("is rejected when it isn't JSON, or not an object", () => {
    expect(problems("{")).to.have.length(1);
    expect(problems("{")[0]).to.include("is not valid JSON");
    for (const content of ["[]", "1", '"text"', "null"]) expect(problems(content)[0]).to.include("the file");
  });

  it("is rejected with a list of every unknown key and invalid value, with their paths", () => {
    const found = problems({
      colour: "red",
      security: { deny: [], enforce_active_status: "yes" },
      oauth: { access_token_minutes: 0, scopes: "admin" },
      auth: { guards: { web: { driver: "cookie", provider: "users" } } },
      cors: { max_age: -1 },
    }).join("\n");
    for (const place of [
      /the file: .*colour/,
      /security: .*deny/,
      /security\.enforce_active_status: /,
      /oauth\.access_token_minutes: /,
      /oauth\.scopes: /,
      /auth\.guards\.web\.driver: /,
      /cors\.max_age: /,
    ])
      expect(found).to.match(place);
  });
});

describe("Token lifetimes", () => {
  const rules = (variables: Variables, published: Partial<StarterKit> = {}) =>
    testConfig(variables, published).tokens;

  it("are 60 minutes, 14 and 30 days by default", () => {
    expect(rules({})).to.deep.include({
      accessTokenMs: 60 * MINUTE,
      refreshTokenMs: 14 * DAY,
      personalTokenMs: 30 * DAY,
    });
  });

  it("M07: are set by their variables", () => {
    const variables = {
      OAUTH_TOKEN_MINUTES: "5",
      OAUTH_REFRESH_TOKEN_DAYS: "3",
      OAUTH_PERSONAL_TOKEN_DAYS: "2",
    };
    expect(rules(variables)).to.deep.include({
      accessTokenMs: 5 * MINUTE,
      refreshTokenMs: 3 * DAY,
      personalTokenMs: 2 * DAY,
    });
  });

  it("M07: are set by the legacy variables if present, in days and in months of thirty days", () => {
    const set = { OAUTH_TOKEN_DAYS: "2", OAUTH_PERSONAL_TOKEN_MONTHS: "6" };
    expect(rules({ OAUTH_TOKEN_MINUTES: "5", OAUTH_PERSONAL_TOKEN_DAYS: "2", ...set })).to.deep.include({
      accessTokenMs: 2 * 24 * 60 * MINUTE,
      personalTokenMs: 180 * DAY,
      refreshTokenMs: 14 * DAY,
    });
  });

  it("M07: ignore an empty legacy variable and a legacy key that is null", () => {
    expect(rules({ OAUTH_TOKEN_DAYS: "", OAUTH_PERSONAL_TOKEN_MONTHS: " " })).to.deep.include({
      accessTokenMs: 60 * MINUTE,
      personalTokenMs: 30 * DAY,
    });
    const oauth = { access_token_minutes: 5, access_token_days: null, personal_token_months: null };
    expect(rules({}, { oauth })).to.deep.include({ accessTokenMs: 5 * MINUTE, personalTokenMs: 30 * DAY });
  });
});

describe("The catalogue of scopes", () => {
  const rules = (oauth: StarterKit["oauth"]) => testConfig({}, { oauth }).tokens;

  it("has seven scopes by default, none of them granted by default", () => {
    expect(testConfig().tokens).to.deep.include({
      scopes: [
        "users.read",
        "users.write",
        "organisation",
        "organisation.write",
        "files.read",
        "files.write",
        "admin",
      ],
      defaultScopes: [],
    });
  });

  it("H35: never contains the literal *", () => {
    expect(rules({ scopes: ["*", "users.read", "*"] }).scopes).to.deep.equal(["users.read"]);
    expect(rules({ scopes: ["*"] }).scopes).to.deep.equal([]);
  });

  it("provides default scopes only when it isn't empty", () => {
    const default_scopes = ["users.read"];
    expect(rules({ scopes: ["users.read"], default_scopes }).defaultScopes).to.deep.equal(["users.read"]);
    expect(rules({ scopes: [], default_scopes }).defaultScopes).to.deep.equal([]);
    expect(rules({ scopes: ["*"], default_scopes }).defaultScopes).to.deep.equal([]);
  });

  it("rejects default scopes that it doesn't contain, including *", () => {
    for (const scope of ["*", "users.write"])
      expect(() => rules({ scopes: ["users.read", "*"], default_scopes: [scope] })).to.throw(
        "oauth.default_scopes contains scopes that are missing from oauth.scopes",
      );
  });
});
