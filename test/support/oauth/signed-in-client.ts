import { expect } from "chai";
import type { Variables } from "../../../src/config/env.js";
import type { StarterKit } from "../../../src/config/starter-kit.js";
import { authorizePath, VERIFIER } from "./authorization-request.js";
import { Reader } from "./consent-browser.js";
import { OAuthApi } from "./oauth-api.js";
import { caller, redemption, renewal } from "./oauth-grants.js";
import { makeClient, type MadeClient } from "./oauth.js";
import { useWorld, type World } from "../app/world.js";

/** A service with a client and somebody who is signed in. */
export interface Party extends World {
  oauth: OAuthApi;
  party: MadeClient;
  reader: Reader;
}

/** One of this configuration; the clock stands still. */
export function useParty(variables: Variables = {}, published: Partial<StarterKit> = {}): Party {
  const world = useWorld(variables, published) as Party;
  beforeEach(async () => {
    world.travel(0);
    world.party = await makeClient(world);
    world.oauth = new OAuthApi(world.app.express);
    world.reader = new Reader((await world.signedIn()).visitor);
  });
  return world;
}

/** What the client asks at the token endpoint. */
const ask = (world: Party, form: Record<string, string>) => world.oauth.token(form, caller(world.party));
export const refresh = (world: Party, token: string) => ask(world, renewal(token));
export const own = (world: Party, scope = "") => ask(world, { grant_type: "client_credentials", scope });
export const introspect = (world: Party, token: string) =>
  world.oauth.post("/oauth/introspect", { token }, caller(world.party));
export const me = (world: World, token: string) => world.api.as(token).get("/auth/me");

/** What the reader's consent gives, at the end of the whole way. */
export async function grant(world: Party, scope?: string): Promise<Record<string, string>> {
  const address = authorizePath(world.party.client, { scope });
  const code = (await world.reader.allow(address)).searchParams.get("code")!;
  const { status, body } = await ask(world, redemption({ code, verifier: VERIFIER }));
  expect(status).to.equal(200);
  return body as Record<string, string>;
}
