import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Variables } from "../../../src/config/env.js";
import type { StarterKit } from "../../../src/config/starter-kit.js";
import { createApp, type App } from "../../../src/app.js";
import { ServiceOverview } from "../../../src/domain/overview/service-overview.js";
import { closeServices, createServices, type Services } from "../../../src/domain/services.js";
import { setClock } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import { ApiClient } from "./client.js";
import { testConfig } from "./config.js";
import { emptyTables, migratedDatabase } from "../database/database.js";
import { Factories } from "./factories.js";
import { memoryLog } from "./log.js";
import { observed } from "../oauth/observed.js";
import { Visitor } from "./web.js";

/** The service under test, with an HTTP client, browsers and factories for it. */
export interface World {
  services: Services;
  app: App;
  /** Serves the app. */
  server: Server;
  api: ApiClient;
  /** A new browser. */
  visitor(): Visitor;
  make: Factories;
  /** A new browser in which the account is signed in; by default a new account. */
  signedIn(account?: User): Promise<{ user: User; visitor: Visitor }>;
  /** The log lines of this test. */
  logs: Record<string, unknown>[];
  /** Stops the clock at the present time. */
  freezeTime(): void;
  /** Stops the clock, if it still runs, and moves it forward. */
  advance(ms: number): void;
}

/** An app that serves requests. */
interface Running {
  services: Services;
  app: App;
  server: Server;
  logs: Record<string, unknown>[];
  /** Answers of the OAuth2 endpoints that the contract doesn't have. */
  problems: Error[];
}

/** The app of the suites that need no variables. It runs until the process ends. */
let shared: Promise<Running> | undefined;

async function start(variables: Variables, published: Partial<StarterKit>): Promise<Running> {
  const log = memoryLog();
  const problems: Error[] = [];
  const services = createServices(testConfig(variables, published), log.logger);
  await migratedDatabase(services.knex);
  const created = await createApp(services);
  const { oauthInstalled } = services.config;
  const app = oauthInstalled ? { ...created, listener: observed(created.listener, problems) } : created;
  // for an app, supertest would start a server with each request
  const server = createServer(app.listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { services, app, server, logs: log.lines, problems };
}

/**
 * Runs an app with an empty, seeded database for each test of the suite. Suites without variables share one app. Call it in
 * `describe` and read the result only in tests and hooks.
 * @param variables a function when they are known only after the suite has started
 */
export function useWorld(
  variables?: Variables | (() => Promise<Variables>),
  published: Partial<StarterKit> = {},
): World {
  const world = {} as World;
  const isShared = variables === undefined && Object.keys(published).length === 0;
  let running: Running;
  let time = 0;
  before(async () => {
    const given = typeof variables === "function" ? await variables() : variables;
    running = await (isShared ? (shared ??= start({}, {})) : start(given ?? {}, published));
    const { services, server } = running;
    await emptyTables(services.knex);
    services.overview = new ServiceOverview(services.knex, services.reads); // it keeps figures for a minute
    Object.assign(world, {
      ...running,
      api: new ApiClient(server),
      visitor: () => new Visitor(server),
      make: new Factories(services),
    });
    world.signedIn = async (account) => {
      const user = account ?? (await world.make.user());
      const visitor = world.visitor();
      await visitor.signIn(user);
      return { user, visitor };
    };
    world.freezeTime = () => world.advance(0);
    world.advance = (ms) => {
      time = (time === 0 ? Date.now() : time) + ms;
      setClock(() => time);
    };
  });
  beforeEach(async () => {
    running.logs.length = 0;
    await emptyTables(running.services.knex);
  });
  afterEach(() => {
    time = 0;
    setClock();
    const [problem] = running.problems.splice(0);
    if (problem) throw problem;
  });
  after(async () => {
    if (isShared) return;
    running.server.close();
    running.server.closeAllConnections();
    running.app.close();
    await closeServices(running.services);
  });
  return world;
}
