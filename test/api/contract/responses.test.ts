import { expect } from "chai";
import { createApp, type App } from "../../../src/app.js";
import { shippedDocument } from "../../../src/contract/document.js";
import { loadRouteFiles, type AnyHandler } from "../../../src/api/route-files.js";
import type { Variables } from "../../../src/config/env.js";
import { closeServices, createServices, type Services } from "../../../src/domain/services.js";
import { ActionForbidden } from "../../../src/lib/failures.js";
import supertest from "supertest";
import { RANDOM_KEY, testConfig, testDatabaseUrl } from "../../support/app/config.js";
import { freshDatabase } from "../../support/database/database.js";
import { Factories } from "../../support/app/factories.js";
import { memoryLog, type MemoryLog } from "../../support/app/log.js";

const PRODUCTION: Variables = {
  APP_ENV: "production",
  APP_KEY: RANDOM_KEY,
  BCRYPT_COST: "10",
  DATABASE_URL: testDatabaseUrl(),
  APP_URL: "https://auth.example.test",
  MAIL_URL: "smtp://mail.example.test",
  METRICS_TOKEN: "86b2983607520ce2587c7d3e05f8a542db49bc4a5f22ee994eaef8fd6831825c",
};

/** The app with other handlers in one route file, and the token of a system administrator. */
function useBrokenApp(variables: Variables, file: string, handlers: Record<string, AnyHandler>) {
  const broken = {} as { services: Services; app: App; log: MemoryLog; token: string };
  before(async () => {
    broken.log = memoryLog();
    broken.services = createServices(testConfig(variables), broken.log.logger);
    await freshDatabase(broken.services.knex);
    const routes = await loadRouteFiles();
    routes.set(file, { ...routes.get(file), ...handlers });
    broken.app = await createApp(broken.services, { document: shippedDocument(), routes });
    broken.token = (await new Factories(broken.services).userWithToken({ role: "system_admin" })).token;
  });
  after(async () => {
    broken.app.close();
    await closeServices(broken.services);
  });
  return broken;
}

const me = ({ app, token }: { app: App; token: string }) =>
  supertest(app.listener).get("/api/v1/auth/me").set("Authorization", `Bearer ${token}`);
const violations = async (
  { services }: { services: Services },
  id = "auth.me",
): Promise<number | undefined> =>
  (await services.metrics.contractViolations.get()).values.find(({ labels }) => labels.operation === id)
    ?.value;

/** A handler of `auth.me` that omits required fields. */
function useBrokenAnswer(variables: Variables) {
  const runs: string[] = [];
  const broken = useBrokenApp(variables, "auth/authentication", {
    "auth.me": () => {
      runs.push("auth.me");
      return Promise.resolve({ status: 200, data: { id: 7, password: "leaked" } });
    },
  });
  return Object.assign(broken, { runs });
}

describe("A response that violates the contract, outside production", () => {
  const broken = useBrokenAnswer({});

  it("becomes a server error that reveals nothing of the response", async () => {
    const { body, text } = await me(broken).expect(500);
    expect(body.message).to.equal("A server error occurred.");
    expect(text).not.to.include("leaked");
    expect(broken.log.lines.map(({ msg }) => msg)).to.include("a response broke the contract");
  });
});

describe("A response that violates the contract, in production", () => {
  const broken = useBrokenAnswer(PRODUCTION);

  it("M14: is sent, because the handler has done its work; it is logged and counted", async () => {
    const { body } = await me(broken).expect(200);
    expect(body.data.id).to.equal(7);
    expect(broken.runs).to.have.length(1);
    expect(await violations(broken)).to.equal(1);
    const line = broken.log.lines.find(({ msg }) => msg === "a response broke the contract");
    expect(line).to.include({ level: "error", route: "auth.me", trace_id: body.trace_id });
    expect(line!["paths"]).to.include("/data/first_name");
  });
});

describe("A shared response that violates the contract, in production", () => {
  const shared = Object.freeze({ status: 200, data: { id: 7 } });
  const broken = useBrokenApp(PRODUCTION, "auth/authentication", {
    "auth.me": () => Promise.resolve(shared),
  });

  it("is logged and counted each time", async () => {
    for (let time = 1; time <= 3; time++) {
      await me(broken).expect(200);
      expect(await violations(broken)).to.equal(time);
    }
  });
});

/** A handler of `users.show` that returns an error code declared only by `users.update`. */
function useUndeclaredFailure(variables: Variables) {
  return useBrokenApp(variables, "users/users", {
    "users.show": () => Promise.reject(new ActionForbidden(undefined, "own_account")),
    "users.update": () => Promise.reject(new ActionForbidden(undefined, "own_account")),
  });
}
const USER = "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e";
const ask = ({ app, token }: { app: App; token: string }, method: "get" | "put") =>
  supertest(app.listener)[method](`/api/v1/users/${USER}`).set("Authorization", `Bearer ${token}`);

describe("An error code that the operation doesn't declare for its status, outside production", () => {
  const broken = useUndeclaredFailure({});

  it("becomes a server error", async () => {
    const { body } = await ask(broken, "get").expect(500);
    expect(body.data).to.deep.equal({ code: "server_error" });
    const line = broken.log.lines.find(({ msg }) => msg === "a response broke the contract");
    expect(line!["err"]).to.include({ message: "users.show does not declare own_account (403)" });
  });

  it("is sent by the operation that declares it", async () => {
    const { body } = await ask(broken, "put").expect(403);
    expect(body.data).to.deep.equal({ code: "own_account" });
  });
});

describe("An error code that the operation doesn't declare for its status, in production", () => {
  const broken = useUndeclaredFailure(PRODUCTION);

  it("is sent, logged and counted", async () => {
    const { body } = await ask(broken, "get").expect(403);
    expect(body.data).to.deep.equal({ code: "own_account" });
    expect(await violations(broken, "users.show")).to.equal(1);
    expect(broken.log.lines.map(({ msg }) => msg)).to.include("a response broke the contract");
  });
});
