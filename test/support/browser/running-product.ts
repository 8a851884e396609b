import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContextOptions } from "playwright-core";
import type { Variables } from "../../../src/config/env.js";
import { deliverMails } from "../../../src/domain/mail/mail-delivery.js";
import type { Message } from "../../../src/lib/mailer.js";
import { chromium, Visit } from "./chromium.js";
import { useWorld, type World } from "../app/world.js";
import type { Visitor } from "../app/web.js";

/** A running product with browsers before it. */
export class RunningProduct {
  private readonly visits: Visit[] = [];

  constructor(readonly world: Pick<World, "services" | "app" | "make" | "visitor">) {}

  get origin(): string {
    return this.world.services.config.env.APP_URL.origin;
  }

  /** Another person, or another browser of the same. */
  async visit(options?: BrowserContextOptions): Promise<Visit> {
    const visit = await Visit.begin(this.origin, options);
    this.visits.push(visit);
    return visit;
  }

  /** A browser that goes on as this visitor: its cookies, its address. Quicker than the form of every page before. */
  async browserOf(visitor: Visitor, options: BrowserContextOptions = {}): Promise<Visit> {
    const visit = await this.visit({
      ...options,
      userAgent: visitor.userAgent,
      extraHTTPHeaders: { "X-Forwarded-For": visitor.ip },
    });
    const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: this.origin }));
    await visit.context.addCookies(cookies);
    return visit;
  }

  /** A browser in which the account is signed in. */
  async signedIn(user: { email: string }, options?: BrowserContextOptions): Promise<Visit> {
    const visitor = this.world.visitor();
    await visitor.signIn(user);
    return this.browserOf(visitor, options);
  }

  /** Sends what is in the outbox; the mails, oldest first. */
  async mails(): Promise<Message[]> {
    const sent: Message[] = [];
    await deliverMails(this.world.services, (message) => Promise.resolve(void sent.push(message)));
    return sent;
  }

  /** Closes the browsers. @throws Error with all that went wrong in their pages */
  async closeBrowsers(): Promise<void> {
    const visits = this.visits.splice(0);
    await Promise.all(visits.map((visit) => visit.end()));
    const problems = visits.flatMap((visit) => visit.problems);
    if (problems.length > 0) throw new Error(problems.join("\n"));
  }
}

/** A port of this machine that answers with an app which is made later: the app needs to know its own address. */
export async function listenFor(app: () => World["app"]): Promise<Server> {
  const server = createServer((request, response) => app().express(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
}

export const addressOf = (server: Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/**
 * The app of `useWorld` on a port of its own, with APP_URL to match, and Chromium before it. A test fails on anything
 * that goes wrong in its pages, breaches of the content security policy included.
 */
export function useRunningProduct(variables: Variables = {}): { world: World; product: RunningProduct } {
  let server: Server;
  const world = useWorld(async () => {
    server = await listenFor(() => world.app);
    return { ...variables, APP_URL: addressOf(server) };
  });
  const product = new RunningProduct(world);
  before(async function () {
    this.timeout(30_000);
    await chromium();
  });
  afterEach(() => product.closeBrowsers());
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { world, product };
}
