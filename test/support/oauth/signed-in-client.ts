import { expect } from "chai";
import type { Variables } from "../../../src/config/env.js";
import type { StarterKit } from "../../../src/config/starter-kit.js";
import { authorizePath, VERIFIER } from "./authorization-request.js";
import { ConsentBrowser } from "./consent-browser.js";
import { OAuthApi } from "./oauth-api.js";
import { credentialsOf, redemption, renewal } from "./oauth-grants.js";
import { makeClient, type RegisteredClient } from "./oauth.js";
import { useWorld, type World } from "../app/world.js";

/** A world with a registered client and a signed-in browser. */
export interface SignedInClientWorld extends World {
  oauth: OAuthApi;
  testClient: RegisteredClient;
  consentBrowser: ConsentBrowser;
}

/** Registers the client and signs in before each test, with the clock stopped. */
export function useSignedInClient(
  variables: Variables = {},
  published: Partial<StarterKit> = {},
): SignedInClientWorld {
  const world = useWorld(variables, published) as SignedInClientWorld;
  beforeEach(async () => {
    world.freezeTime();
    world.testClient = await makeClient(world);
    world.oauth = new OAuthApi(world.server);
    world.consentBrowser = new ConsentBrowser((await world.signedIn()).visitor);
  });
  return world;
}

/** Sends a request of the client to the token endpoint. */
const ask = (world: SignedInClientWorld, form: Record<string, string>) =>
  world.oauth.token(form, credentialsOf(world.testClient));
export const refresh = (world: SignedInClientWorld, token: string) => ask(world, renewal(token));
export const own = (world: SignedInClientWorld, scope = "") =>
  ask(world, { grant_type: "client_credentials", scope });
export const introspect = (world: SignedInClientWorld, token: string) =>
  world.oauth.post("/oauth/introspect", { token }, credentialsOf(world.testClient));
export const me = (world: World, token: string) => world.api.as(token).get("/auth/me");

/** Runs the whole authorization-code flow. @returns the token response */
export async function grant(world: SignedInClientWorld, scope?: string): Promise<Record<string, string>> {
  const address = authorizePath(world.testClient.client, { scope });
  const code = (await world.consentBrowser.allow(address)).searchParams.get("code")!;
  const { status, body } = await ask(world, redemption({ code, verifier: VERIFIER }));
  expect(status).to.equal(200);
  return body as Record<string, string>;
}
