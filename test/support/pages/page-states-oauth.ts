import { createDeviceCodes } from "../../../src/domain/oauth/grants/device-codes.js";
import { sha256 } from "../../../src/lib/secrets.js";
import type { OAuthClient } from "../../../src/models/oauth-client.js";
import { authorizePath, CHALLENGE, type Query } from "../oauth/authorization-request.js";
import type { Visit } from "../browser/chromium.js";
import { storeRing } from "./logo.js";
import { makeClient } from "../oauth/oauth.js";
import { member, type OpenPage } from "./page-states.js";
import type { RunningProduct } from "../browser/running-product.js";

const TEAL = [12, 133, 153];
const SCOPES = "users.read files.read files.write";

/** A client sends Ada to the consent page. */
export const sentByClient =
  ({ changes = {}, ...columns }: Partial<OAuthClient> & { changes?: Query } = {}): OpenPage =>
  async (product) => {
    const visit = await member("/profile")(product);
    const { client } = await makeClient(product.world, {
      homepage_url: "https://client.example.test",
      logo: await storeRing(product.world.services, TEAL),
      ...columns,
    });
    await visit.open(authorizePath(client, { scope: SCOPES, ...changes }));
    return visit;
  };

/** Ada has allowed the client before. The page stays open instead of redirecting automatically. */
export const allowedBefore: OpenPage = async (product) => {
  const visit = await member("/profile")(product);
  const { client } = await makeClient(product.world);
  await allow(product, client.id);
  await visit.page.route("**/oauth/authorize?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(" data-go-on", "") });
  });
  await visit.open(authorizePath(client, { scope: undefined }));
  return visit;
};

/** A client asks to sign Ada out. */
export const signedOutByClient =
  (changes: Query = {}): OpenPage =>
  async (product) => {
    const visit = await member("/profile")(product);
    const { client } = await makeClient(product.world);
    await visit.open(`/oauth/logout?${new URLSearchParams({ client_id: client.id, ...changes }).toString()}`);
    return visit;
  };

async function allow({ world }: RunningProduct, client_id: string): Promise<void> {
  const { id: user_id } = (await world.services.knex("users").first("id")) as { id: string };
  await world.services.knex("oauth_authorization_codes").insert({
    id: client_id,
    family_id: client_id,
    client_id,
    user_id,
    code_hash: sha256("redeemed"),
    scopes: "[]",
    redirect_uri: "",
    code_challenge: CHALLENGE,
    expires_at: 0,
    redeemed_at: 0,
    created_at: 0,
  });
}

/** Ada enters the code BCDF-GHJK of a device. */
export const withDevice =
  (then?: (visit: Visit) => Promise<unknown>): OpenPage =>
  async (product) => {
    const visit = await member("/profile")(product);
    const { client } = await makeClient(product.world, {
      name: "Screen in the hall",
      homepage_url: "https://hall.example.test",
      logo: await storeRing(product.world.services, TEAL),
    });
    await createDeviceCodes(product.world.services, client.id, ["files.read"]);
    await product.world.services.knex("oauth_device_codes").update({ user_code_hash: sha256("BCDFGHJK") });
    await visit.open("/oauth/device?user_code=BCDF-GHJK");
    await visit.leaving(() => visit.page.locator('main button[type="submit"]').click());
    await then?.(visit);
    return visit;
  };

export const decide =
  (decision: "allow" | "deny") =>
  (visit: Visit): Promise<void> =>
    visit.leaving(() => visit.page.locator(`button[value="${decision}"]`).click());
