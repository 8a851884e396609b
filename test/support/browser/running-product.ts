import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, BrowserContextOptions } from "playwright-core";
import type { Variables } from "../../../src/config/env.js";
import { deliverMails } from "../../../src/domain/mail/mail-delivery.js";
import type { Message } from "../../../src/lib/mail/mailer.js";
import { chromium, newContext, Visit } from "./chromium.js";
import { freshIp } from "../app/client.js";
import { useWorld, type World } from "../app/world.js";
import type { Visitor } from "../app/web.js";

/** A running product with the browsers that a test opens. */
export class RunningProduct {
  private readonly visits: Visit[] = [];
  /** Contexts of earlier tests with the default options, because a new one costs a second of CPU time. */
  private readonly idle: BrowserContext[] = [];

  constructor(readonly world: Pick<World, "services" | "app" | "make" | "visitor">) {}

  get origin(): string {
    return this.world.services.config.env.APP_URL.origin;
  }

  /** Opens a new browser. */
  async visit(options: BrowserContextOptions = {}): Promise<Visit> {
    const { extraHTTPHeaders, ...special } = options;
    const isReusable = Object.keys(special).length === 0;
    const context = (isReusable && this.idle.pop()) || (await newContext(this.origin, special));
    const visit = await Visit.begin(context, this.origin, {
      isReusable,
      hasScripts: options.javaScriptEnabled !== false,
      headers: extraHTTPHeaders ?? { "X-Forwarded-For": freshIp() },
    });
    this.visits.push(visit);
    return visit;
  }

  /**
   * Opens a browser with the cookies and the client address of this visitor, which is faster than filling in the
   * sign-in form.
   */
  async browserOf(visitor: Visitor, options: BrowserContextOptions = {}): Promise<Visit> {
    const visit = await this.visit({
      ...options,
      extraHTTPHeaders: { "X-Forwarded-For": visitor.ip },
    });
    await visit.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value })));
    return visit;
  }

  /** Opens a browser in which the account is signed in. */
  async signedIn(user: { email: string }, options?: BrowserContextOptions): Promise<Visit> {
    const visitor = this.world.visitor();
    await visitor.signIn(user);
    return this.browserOf(visitor, options);
  }

  /** Delivers the queued mails. @returns the mails, oldest first */
  async mails(): Promise<Message[]> {
    const sent: Message[] = [];
    await deliverMails(this.world.services, (message) => Promise.resolve(void sent.push(message)));
    return sent;
  }

  /** Closes the browsers. @throws Error with all problems of their pages */
  async closeBrowsers(): Promise<void> {
    const visits = this.visits.splice(0);
    const contexts = await Promise.all(visits.map((visit) => visit.end()));
    this.idle.push(...contexts.filter((context) => context !== undefined));
    const problems = visits.flatMap((visit) => visit.problems);
    if (problems.length > 0) throw new Error(problems.join("\n"));
  }

  async closeContexts(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((context) => context.close()));
  }
}

/** Listens on a free port for an app that is created later, because the app has to know its own address. */
export async function listenFor(app: () => World["app"]): Promise<Server> {
  const server = createServer((request, response) => app().listener(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
}

export const addressOf = (server: Server, host = "127.0.0.1"): string =>
  `http://${host}:${(server.address() as AddressInfo).port}`;

/**
 * Like `useWorld`, with the app on a port of its own, a matching APP_URL and Chromium. A test fails on any problem
 * in a page, including violations of the content security policy.
 * @param host `localhost` for passkeys, which have no addresses
 */
export function useRunningProduct(
  variables: Variables = {},
  host?: string,
): { world: World; product: RunningProduct } {
  let server: Server;
  const world = useWorld(async () => {
    server = await listenFor(() => world.app);
    return { ...variables, APP_URL: addressOf(server, host) };
  });
  const product = new RunningProduct(world);
  before(async function () {
    this.timeout(30_000);
    await chromium();
  });
  afterEach(() => product.closeBrowsers());
  after(async () => {
    await product.closeContexts();
    server.closeAllConnections();
    server.close();
  });
  return { world, product };
}
