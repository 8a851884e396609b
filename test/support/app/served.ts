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
  /** A browser in which a user is signed in, by default an administrator, who holds the scopes of users. */
  consentBrowser(account?: User): Promise<{ user: User; browser: ConsentBrowser }>;
  /** A client for the API with this token, under a contract that accepts client tokens for /definitions. */
  forClients(token: string): ApiClient;
}

/** Like `useWorld`, with the app on a port of its own and a matching APP_URL, for clients that need HTTP. */
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
    served.forClients = (token) => new ApiClient(open.listener).as(token);
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

/** The shipped contract, changed so that client tokens can read the definitions. */
function openToClients() {
  const document = shippedDocument();
  document.paths["/definitions"]!["get"]!["x-client-token"] = true;
  return document;
}
