import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContextOptions } from "playwright-core";
import type { Variables } from "../../src/config/env.js";
import { deliverMails } from "../../src/domain/mail-delivery.js";
import type { Message } from "../../src/lib/mailer.js";
import { chromium, Visit } from "./chromium.js";
import { PASSWORD } from "./factories.js";
import { useWorld, type World } from "./world.js";

export interface Browsing extends World {
  origin: string;
  /** Another person, or another browser of the same. */
  visit(options?: BrowserContextOptions): Promise<Visit>;
  /** A browser that has signed in with the form. */
  signedIn(user: { email: string }, options?: BrowserContextOptions): Promise<Visit>;
  /** Sends what is in the outbox; the mails, oldest first. */
  mails(): Promise<Message[]>;
}

/**
 * The app of `useWorld` on a port of its own, with APP_URL to match, and Chromium in front of it. A test fails on
 * anything that its pages say in the console, breaches of the content security policy included.
 */
export function useBrowser(variables: Variables = {}): Browsing {
  const visits: Visit[] = [];
  let server: Server;
  const world = useWorld(async () => {
    server = createServer((request, response) => world.app.express(request, response));
    await once(server.listen(0, "127.0.0.1"), "listening");
    return { ...variables, APP_URL: `http://localhost:${(server.address() as AddressInfo).port}` };
  }) as Browsing;
  before(async function () {
    this.timeout(30_000);
    await chromium();
    world.origin = world.services.config.env.APP_URL.origin;
    world.visit = async (options) => {
      const visit = await Visit.begin(world.origin, options);
      visits.push(visit);
      return visit;
    };
    world.signedIn = async (user, options) => {
      const visit = await world.visit(options);
      await visit.open("/login");
      await visit.fill({ Email: user.email, Password: PASSWORD });
      await visit.press("Sign in");
      return visit;
    };
    world.mails = async () => {
      const sent: Message[] = [];
      await deliverMails(world.services, (message) => Promise.resolve(void sent.push(message)));
      return sent;
    };
  });
  afterEach(async function () {
    const problems = visits.flatMap((visit) => visit.problems);
    await Promise.all(visits.splice(0).map((visit) => visit.end()));
    if (problems.length > 0 && this.currentTest?.state !== "failed") throw new Error(problems.join("\n"));
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return world;
}
