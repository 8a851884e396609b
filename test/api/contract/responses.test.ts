import { expect } from "chai";
import { createApp, type App } from "../../../src/app.js";
import { shippedDocument } from "../../../src/contract/document.js";
import { loadRouteFiles } from "../../../src/api/route-files.js";
import type { Variables } from "../../../src/config/env.js";
import { closeServices, createServices, type Services } from "../../../src/domain/services.js";
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
};

/** The app with a handler of `auth.me` that forgets what the contract promises. */
function useBrokenApp(variables: Variables) {
  const broken = {} as { services: Services; app: App; log: MemoryLog; token: string; runs: number };
  before(async () => {
    broken.log = memoryLog();
    broken.services = createServices(testConfig(variables), broken.log.logger);
    broken.runs = 0;
    await freshDatabase(broken.services.knex);
    const routes = await loadRouteFiles();
    routes.set("auth/authentication", {
      ...routes.get("auth/authentication"),
      "auth.me": () => {
        broken.runs++;
        return Promise.resolve({ status: 200, data: { id: 7, password: "leaked" } });
      },
    });
    broken.app = await createApp(broken.services, { document: shippedDocument(), routes });
    broken.token = (await new Factories(broken.services).userWithToken()).token;
  });
  after(async () => {
    broken.app.close();
    await closeServices(broken.services);
  });
  return broken;
}

const me = ({ app, token }: { app: App; token: string }) =>
  supertest(app.express).get("/api/v1/auth/me").set("Authorization", `Bearer ${token}`);
const violations = async ({ services }: { services: Services }): Promise<number | undefined> =>
  (await services.metrics.contractViolations.get()).values.find(
    ({ labels }) => labels.operation === "auth.me",
  )?.value;

describe("a response that breaks the contract, outside production", () => {
  const broken = useBrokenApp({});

  it("is a server error, and nothing of it leaves", async () => {
    const { body, text } = await me(broken).expect(500);
    expect(body.message).to.equal("A server error occurred.");
    expect(text).not.to.include("leaked");
    expect(broken.log.lines.map(({ msg }) => msg)).to.include("a response broke the contract");
  });
});

describe("a response that breaks the contract, in production", () => {
  const broken = useBrokenApp(PRODUCTION);

  it("M14: goes out, for what the handler did is done; it is logged and counted", async () => {
    const { body } = await me(broken).expect(200);
    expect(body.data.id).to.equal(7);
    expect(broken.runs).to.equal(1);
    expect(await violations(broken)).to.equal(1);
    const line = broken.log.lines.find(({ msg }) => msg === "a response broke the contract");
    expect(line).to.include({ level: 50, route: "auth.me", trace_id: body.trace_id });
    expect(line!["paths"]).to.include("/data/first_name");
  });
});
