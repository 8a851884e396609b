import type { Server } from "node:http";
import { createApp, type App } from "../../../src/app.js";
import { shippedDocument } from "../../../src/contract/document.js";
import type { Variables } from "../../../src/config/env.js";
import type { StarterKit } from "../../../src/config/starter-kit.js";
import type { User } from "../../../src/models/user.js";
import { ApiClient } from "./client.js";
import { ConsentBrowser } from "../oauth/consent-browser.js";
import { addressOf, listenFor } from "../browser/running-product.js";
import { Visitor } from "./web.js";
import { useWorld, type World } from "./world.js";

export interface Served extends World {
  origin: string;
  /** An administrator who is signed in, over HTTP: the scopes of users open something to them. */
  consentBrowser(account?: User): Promise<{ user: User; browser: ConsentBrowser }>;
  /** The API as this token sees it where the contract lets clients in that act for themselves. */
  forClients(token: string): ApiClient;
}

/** The app of `useWorld` on a port of its own, with APP_URL to match: for programs that know no Express. */
export function useServed(variables: Variables = {}, published: Partial<StarterKit> = {}): Served {
  let server: Server;
  let open: App;
  const world = useWorld(async () => {
    server = await listenFor(() => world.app);
    return { ...variables, APP_URL: addressOf(server) };
  }, published);
  const served = world as Served;
  before(async () => {
    open = await createApp(world.services, { document: openToClients() });
    served.origin = addressOf(server);
    served.forClients = (token) => new ApiClient(open.express).as(token);
    served.consentBrowser = async (account) => {
      const user = account ?? (await world.make.user({ role: "admin" }));
      const visitor = new Visitor(served.origin);
      await visitor.signIn(user);
      return { user, browser: new ConsentBrowser(visitor) };
    };
  });
  after(() => {
    open.close();
    server.closeAllConnections();
    server.close();
  });
  return served;
}

/** The shipped document, in which a client may read the definitions without a user. */
function openToClients() {
  const document = shippedDocument();
  document.paths["/definitions"]!["get"]!["x-client-token"] = true;
  return document;
}
