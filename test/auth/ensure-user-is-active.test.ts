import type { StageRequest } from "../../src/lib/requests.js";
import { expect } from "chai";
import { EnsureUserIsActive, type Guard, Guards, type Principal } from "../../src/auth/guards.js";
import type { StarterKit } from "../../src/config/starter-kit.js";
import type { Actor } from "../../src/domain/access/actor.js";
import type { Awaitable } from "../../src/lib/awaitable.js";
import { testConfig } from "../support/app/config.js";
import { PASSWORD, registration } from "../support/app/factories.js";
import { useWorld } from "../support/app/world.js";

type Security = StarterKit["security"];
const { starterKit } = testConfig();
const shipped = starterKit.security;

const nobody: Guard = () => Promise.resolve(null);
const userWith =
  (user: object): Guard =>
  () =>
    Promise.resolve({
      actor: { user } as Actor,
      clientId: null,
      credential: "session",
      scopes: null,
    } satisfies Principal);
const status = (value: unknown): Guard => userWith({ status: value });
const throws: Guard = () => Promise.reject(new Error("the session store is gone"));
const client: Guard = () =>
  Promise.resolve({ actor: null, clientId: "a client", credential: "client", scopes: [] });

/** The guard that rejects the request; null when the request is allowed. */
function findDenied(security: Security, answers: Record<string, Guard>): Awaitable<string | null> {
  const guards = new Guards({ ...starterKit, auth: {} }, { session: () => nobody, token: () => nobody });
  for (const [name, guard] of Object.entries(answers)) guards.define(name, guard);
  return new EnsureUserIsActive(security, guards).findDenied({} as StageRequest);
}

/** name, security block, state after the guards, rejecting guard */
type Row = [name: string, security: Security, guards: Record<string, Guard>, ends: string | null];

const ROWS: Row[] = [
  ["banned", shipped, { api: status("banned") }, "api"],
  ["inactive", shipped, { api: status("inactive") }, "api"],
  ['" Banned ", in another case and with spaces', shipped, { api: status(" Banned ") }, "api"],
  ["a denied session without a token", shipped, { web: status("banned"), api: nobody }, "web"],
  ["a denied token with an active session", shipped, { web: status("active"), api: status("banned") }, "api"],
  [
    "a denied account on a guard after one that throws",
    shipped,
    { web: throws, api: status("banned") },
    "api",
  ],
  ["a number that the list contains as text", { active_status_denied: ["0"] }, { api: status(0) }, "api"],
  [
    "a list with spaces and capitals",
    { active_status_denied: [" BANNED "] },
    { api: status("banned") },
    "api",
  ],
  [
    "a status that only this list contains",
    { active_status_denied: ["frozen"] },
    { api: status("frozen") },
    "api",
  ],
  [
    "a denied account on another guard in the list",
    { active_status_guards: ["staff"] },
    { staff: status("banned") },
    "staff",
  ],

  ["active", shipped, { api: status("active") }, null],
  ["an unknown text", shipped, { api: status("on-holiday") }, null],
  ["an empty text", shipped, { api: status("") }, null],
  ["null", shipped, { api: status(null) }, null],
  ["true", shipped, { api: status(true) }, null],
  ["false, although the list contains it", { active_status_denied: ["false"] }, { api: status(false) }, null],
  ["a number that isn't in the list", shipped, { api: status(7) }, null],
  ["an object", shipped, { api: status({ toString: () => "banned" }) }, null],
  ["a list", shipped, { api: status(["banned"]) }, null],
  ["a model without the attribute", shipped, { api: userWith({}) }, null],
  ["no account on any guard", shipped, { web: nobody, api: nobody }, null],
  ["a client without an account", shipped, { api: client }, null],
  ["a guard that throws", shipped, { web: throws, api: throws }, null],
  ["an undefined guard in the list", { active_status_guards: ["ghost"] }, { api: status("banned") }, null],
  ["a guard that isn't in the list", { active_status_guards: ["web"] }, { api: status("banned") }, null],
  ["an empty list of guards", { active_status_guards: [] }, { api: status("banned") }, null],
  ["an empty deny-list", { active_status_denied: [] }, { api: status("banned") }, null],
  ["enforcement turned off", { ...shipped, enforce_active_status: false }, { api: status("banned") }, null],

  ["an empty block: the defaults of the class", {}, { api: status("inactive") }, "api"],
  ["a block with only enforcement", { enforce_active_status: true }, { web: status("banned") }, "web"],
  ["a block with only a deny-list", { active_status_denied: ["frozen"] }, { api: status("banned") }, null],
  ["a block with only guards", { active_status_guards: ["api"] }, { api: status("banned") }, "api"],
  [
    "a block with only content-security origins",
    { csp_extra_origins: [] },
    { web: status("inactive") },
    "web",
  ],
];

describe("EnsureUserIsActive", () => {
  it("has the shipped block as its constants, as defaults for missing keys", () => {
    expect({
      enforce_active_status: EnsureUserIsActive.ENFORCE_DEFAULT,
      active_status_denied: EnsureUserIsActive.DENIED_DEFAULT,
      active_status_guards: EnsureUserIsActive.GUARDS_DEFAULT,
      csp_extra_origins: [],
    }).to.deep.equal(shipped);
    expect(EnsureUserIsActive.ENFORCE_DEFAULT).to.equal(true);
    expect(EnsureUserIsActive.DENIED_DEFAULT).to.deep.equal(["inactive", "banned"]);
    expect(EnsureUserIsActive.GUARDS_DEFAULT).to.deep.equal(["web", "api"]);
  });

  for (const [name, security, guards, ends] of ROWS)
    it(`H38: ${ends === null ? "allows the request" : `rejects the request at the guard ${ends}`}: ${name}`, async () => {
      expect(await findDenied(security, guards)).to.equal(ends);
    });
});

describe("A denied account on the API", () => {
  const world = useWorld();
  const setStatus = (user: { id: string }, value: string | null) =>
    world.services.knex("users").where({ id: user.id }).update({ status: value });

  for (const value of [" Banned ", "INACTIVE", "banned"])
    it(`H38: is rejected with 403 when ${JSON.stringify(value)} was written directly to the database`, async () => {
      const { user, token } = await world.make.userWithToken();
      await setStatus(user, value);
      const { body } = await world.api.as(token).get("/auth/me").expect(403);
      expect(body).to.deep.include({
        success: false,
        status: 403,
        data: { code: "account_denied" },
        meta: {},
      });
    });

  for (const value of [null, "on-holiday", "", "activ"])
    it(`H38: isn't rejected with the status ${JSON.stringify(value)}`, async () => {
      const { user, token } = await world.make.userWithToken();
      await setStatus(user, value);
      const { body } = await world.api.as(token).get("/auth/me").expect(200);
      expect(body.data.status).to.equal(value);
    });

  it("is rejected with 401 after a ban through the API, which revoked the token", async () => {
    const { user, token } = await world.make.userWithToken();
    const admin = await world.make.userWithToken({ role: "admin" });
    await world.api.as(admin.token).patch(`/users/${user.id}`, { status: "banned" }).expect(200);
    await world.api.as(token).get("/auth/me").expect(401);
  });

  it("is rejected on public operations too when it sends a token", async () => {
    const { user, token } = await world.make.userWithToken();
    const login = { email: user.email, password: PASSWORD };
    await world.api.as(token).post("/auth/login", login).expect(200);
    await setStatus(user, "banned");
    for (const [path, body] of [
      ["/auth/login", login],
      ["/auth/register", registration()],
      ["/auth/two-factor-challenge", { challenge: "x", code: "123456" }],
    ] as const) {
      const rejected = await world.api.as(token).post(path, body).expect(403);
      expect(rejected.body.data.code).to.equal("account_denied");
    }
  });

  it("isn't assumed for an invalid token on public operations", async () => {
    await world.api.as("nonsense").post("/auth/register", registration()).expect(201);
  });
});

describe("A denied account while security.enforce_active_status is off", () => {
  const world = useWorld({}, { security: { enforce_active_status: false } });

  it("H38: isn't rejected, and a ban revokes nothing", async () => {
    const { user, token } = await world.make.userWithToken();
    const admin = await world.make.userWithToken({ role: "admin" });
    await world.api.as(admin.token).patch(`/users/${user.id}`, { status: "banned" }).expect(200);
    await world.api.as(token).get("/auth/me").expect(200);
  });
});
