import type { StageRequest } from "../../src/lib/requests.js";
import { expect } from "chai";
import { createApp } from "../../src/app.js";
import { Guards, type Principal } from "../../src/auth/guards.js";
import type { StarterKit } from "../../src/config/starter-kit.js";
import { testConfig } from "../support/app/config.js";
import { useWorld } from "../support/app/world.js";

const { starterKit } = testConfig();
const request = (): StageRequest => ({}) as StageRequest;

/** Guards whose response names the driver and the provider that were used. */
function guardsOf(published: Partial<StarterKit> = {}): {
  guards: Guards;
  made: string[];
  asked: () => number;
} {
  const made: string[] = [];
  let asked = 0;
  const driver = (name: string) => (provider: string) => {
    made.push(`${name} ${provider}`);
    return (): Promise<Principal> => {
      asked++;
      return Promise.resolve({
        actor: null,
        clientId: `${name} ${provider}`,
        credential: "sign_in",
        scopes: null,
      });
    };
  };
  const guards = new Guards(
    { ...starterKit, ...published },
    { session: driver("session"), token: driver("token") },
  );
  return { guards, made, asked: () => asked };
}

describe("The guards", () => {
  const world = useWorld();

  it("are web and api by default: a session and a token of the provider users", () => {
    expect(guardsOf().made).to.have.members(["session users", "token users"]);
  });

  it("include api with the provider of oauth.provider", () => {
    const published: Partial<StarterKit> = {
      auth: { guards: {}, providers: { users: { model: "users" }, members: { model: "users" } } },
      oauth: { provider: "members" },
    };
    expect(guardsOf(published).made).to.deep.equal(["token members", "session users"]);
  });

  it("use the provider users when the oauth block names none", () => {
    expect(guardsOf({ oauth: {}, auth: { guards: {} } }).made).to.include("token users");
  });

  it("are the default ones for a block that names none", () => {
    const shipped = ["token users", "session users"];
    expect(guardsOf({ auth: {} }).made).to.have.members(shipped);
    expect(guardsOf({ auth: { providers: { users: { model: "users" } } } }).made).to.have.members(shipped);
  });

  it("include the default web guard when a block names only others", () => {
    const api = { driver: "token", provider: "users" } as const;
    const kiosk = { driver: "session", provider: "users" } as const;
    expect(guardsOf({ auth: { guards: { api } } }).made).to.have.members(["token users", "session users"]);
    const { guards } = guardsOf({ auth: { guards: { kiosk } } });
    expect(["api", "web", "kiosk"].map((name) => guards.isDeclared(name))).to.deep.equal([true, true, true]);
    expect(guards.isStateful("web")).to.equal(true);
  });

  it("don't include web when it is null, but still api", () => {
    const { guards, made } = guardsOf({ auth: { guards: { web: null } } });
    expect(made).to.deep.equal(["token users"]);
    expect(guards.isDeclared("web")).to.equal(false);
  });

  it("keep an api guard that the operator has defined", async () => {
    const { guards, made } = guardsOf({
      auth: {
        guards: { api: { driver: "session", provider: "staff" } },
        providers: { staff: { model: "users" }, users: { model: "users" } },
      },
      oauth: { provider: "users" },
    });
    expect(made).to.deep.equal(["session staff", "session users"]);
    expect((await guards.resolve("api", request()))?.clientId).to.equal("session staff");
  });

  it("authenticate API requests with a guard that the operator has defined", async () => {
    const { user, token } = await world.make.userWithToken();
    const api = { driver: "token", provider: "staff" } as const;
    const config = testConfig(
      {},
      { auth: { guards: { api }, providers: { staff: { model: "users" }, users: { model: "users" } } } },
    );
    const app = await createApp({ ...world.services, config });
    const found = await app.guards.resolve("api", {
      headers: { authorization: `Bearer ${token}` },
      rawHeaders: ["Authorization", `Bearer ${token}`],
      res: { locals: { ip: "192.0.2.1" } },
    } as unknown as StageRequest);
    app.close();
    expect(found?.actor?.id).to.equal(user.id);
  });

  it("resolve the account once per request", async () => {
    const { guards, asked } = guardsOf();
    const first = request();
    await Promise.all([guards.resolve("api", first), guards.resolve("api", first)]);
    await guards.resolve("api", first);
    expect(asked()).to.equal(1);
    await guards.resolve("api", request());
    expect(asked()).to.equal(2);
  });

  it("keep the service from starting when one names an unknown provider", async () => {
    const published: Partial<StarterKit>[] = [
      {
        auth: {
          guards: { web: { driver: "session", provider: "nobody" } },
          providers: { users: { model: "users" } },
        },
      },
      {
        auth: {
          guards: { api: { driver: "token", provider: "nobody" } },
          providers: { users: { model: "users" } },
        },
      },
      // the shipped web guard is implied
      {
        auth: {
          guards: { api: { driver: "token", provider: "staff" } },
          providers: { staff: { model: "users" } },
        },
      },
      { oauth: { provider: "nobody" } },
      { oauth: { provider: "toString" } },
    ];
    for (const each of published)
      expect(() => guardsOf(each)).to.throw(
        /auth\.guards\.(web|api): the provider (nobody|users|toString) is missing from auth\.providers/,
      );
    const config = testConfig({ STARTER_KIT_OAUTH_PROVIDER: "nobody" });
    const rejected = await createApp({ ...world.services, config }).then(
      () => "started",
      (error: Error) => error.message,
    );
    expect(rejected).to.include("auth.guards.api: the provider nobody is missing");
  });

  it("reject the name of an undefined guard", () => {
    expect(() => guardsOf().guards.resolve("admin", request())).to.throw(RangeError);
  });
});
