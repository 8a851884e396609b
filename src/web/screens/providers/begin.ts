import { getEnabledProvider } from "../../../domain/providers/identities.js";
import { beginAtProvider } from "../../../domain/providers/round-trip.js";
import type { ProviderPurpose } from "../../../domain/providers/states.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { redirectToClient } from "../../server/responses/web-result.js";
import { keepBrowserSecret } from "./browser-secret.js";
import { catchRejection } from "./rejections.js";

/**
 * Sends the browser to the provider. These are links and not forms, because the content security policy keeps forms from
 * leading to other sites. Nothing changes before the browser comes back, and a link must be confirmed then.
 */
const begin =
  (purpose: ProviderPurpose): WebHandler =>
  (call) =>
    catchRejection(call, async () => {
      const { services, params, next } = call;
      const provider = await getEnabledProvider(services.knex, params["provider"]!);
      const beginning = { browser: keepBrowserSecret(call), purpose, userId: userOf(call), next };
      return redirectToClient(await beginAtProvider(services, provider, beginning));
    });

const userOf = (call: WebCall): string | null => (call.isGuest ? null : call.actor.id);

export const beginSignIn = begin("sign-in");
export const beginLink = begin("link");
export const beginConfirmation = begin("confirmation");
