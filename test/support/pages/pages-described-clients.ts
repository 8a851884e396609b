import { idForDocument } from "../../../src/domain/oauth/clients/client-ids.js";
import { HOUR, now } from "../../../src/lib/clock.js";
import type { RunningProduct } from "../browser/running-product.js";
import { authorizePath } from "../oauth/authorization-request.js";
import { makeClient } from "../oauth/oauth.js";
import { administrator, member, openClient, type OpenPage } from "./page-states.js";
import type { PageState } from "./pages.js";

const DOCUMENT = "https://agent.example.test/oauth/client-metadata.json";

/** A client with a document, and one that registered itself. */
async function addDescribed({ world }: RunningProduct): Promise<void> {
  await world.services.settings.write({ "oauth.client_id_documents": "any" });
  const redirect_uris = ["http://127.0.0.1/callback"];
  await makeClient(world, {
    id: idForDocument(DOCUMENT),
    ...{ name: "Example agent", type: "public", redirect_uris, document_url: DOCUMENT },
    ...{ document_fetched_at: now(), document_expires_at: now() + HOUR },
  });
  await makeClient(world, { name: "Old agent", type: "public", redirect_uris, registered_itself: true });
}

/** An agent on the user's device sends Ada to the consent page. */
const sentByAgent: OpenPage = async (product) => {
  const visit = await member("/profile")(product);
  await addDescribed(product);
  const agent = { id: DOCUMENT, redirect_uris: ["http://127.0.0.1:51234/callback"] };
  await visit.open(
    authorizePath(agent, { resource: `${product.world.services.config.env.APP_URL.origin}/mcp` }),
  );
  return visit;
};

/** The pages about clients that describe themselves. */
export const DESCRIBED_CLIENT_PAGES: PageState[] = [
  { name: "oauth-consent-agent", route: "oauth.authorize", show: sentByAgent, unpictured: true },
  {
    name: "api-clients-described",
    route: "admin.api-clients.index",
    show: administrator("/admin/api-clients", { prepare: addDescribed }),
    unpictured: true,
  },
  {
    name: "api-clients-document",
    route: "admin.api-clients.edit",
    show: administrator("/admin/api-clients", { prepare: addDescribed, then: openClient("Example agent") }),
    unpictured: true,
  },
];
