import { expect } from "chai";
import type { Variables } from "../../../src/config/env.js";
import type { StarterKit } from "../../../src/config/starter-kit.js";
import { authorizePath, VERIFIER } from "./authorization-request.js";
import { ConsentBrowser } from "./consent-browser.js";
import { OAuthApi } from "./oauth-api.js";
import { credentialsOf, redemption, renewal } from "./oauth-grants.js";
import { makeClient, type RegisteredClient } from "./oauth.js";
import { useWorld, type World } from "../app/world.js";

/** A service with a client and somebody who is signed in. */
export interface SignedInClientWorld extends World {
  oauth: OAuthApi;
  testClient: RegisteredClient;
  consentBrowser: ConsentBrowser;
}

/** One of this configuration; the clock stands still. */
export function useSignedInClient(
  variables: Variables = {},
  published: Partial<StarterKit> = {},
): SignedInClientWorld {
  const world = useWorld(variables, published) as SignedInClientWorld;
  beforeEach(async () => {
    world.freezeTime();
    world.testClient = await makeClient(world);
    world.oauth = new OAuthApi(world.app.express);
    world.consentBrowser = new ConsentBrowser((await world.signedIn()).visitor);
  });
  return world;
}

/** What the client asks at the token endpoint. */
const ask = (world: SignedInClientWorld, form: Record<string, string>) =>
  world.oauth.token(form, credentialsOf(world.testClient));
export const refresh = (world: SignedInClientWorld, token: string) => ask(world, renewal(token));
export const own = (world: SignedInClientWorld, scope = "") =>
  ask(world, { grant_type: "client_credentials", scope });
export const introspect = (world: SignedInClientWorld, token: string) =>
  world.oauth.post("/oauth/introspect", { token }, credentialsOf(world.testClient));
export const me = (world: World, token: string) => world.api.as(token).get("/auth/me");

/** What the reader's consent gives, at the end of the whole way. */
export async function grant(world: SignedInClientWorld, scope?: string): Promise<Record<string, string>> {
  const address = authorizePath(world.testClient.client, { scope });
  const code = (await world.consentBrowser.allow(address)).searchParams.get("code")!;
  const { status, body } = await ask(world, redemption({ code, verifier: VERIFIER }));
  expect(status).to.equal(200);
  return body as Record<string, string>;
}
