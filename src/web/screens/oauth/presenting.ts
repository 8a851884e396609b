import { SHIPPED_SCOPES } from "../../../config/starter-kit.js";
import type { MessageKey } from "../../../lib/i18n/translate.js";
import type { WebCall } from "../../call.js";
import { page, type PageOptions, type WebReply } from "../../reply.js";

/** Every screen about a client: the card, and an address that no other page is told. */
export const CARD: PageOptions = { layout: "guest", secretAddress: true };

/** What the client will be able to do, a sentence each. */
export function presentScopes({ services, t }: WebCall, scopes: readonly string[]): string[] {
  if (services.config.tokens.scopes.length === 0) return [t("oauth.may.everything")];
  // an operation that asks for no scope is open to every token
  return [t("oauth.may.common"), ...scopes.map((scope) => wordsFor(t, scope))];
}

/** The operator's own scopes are shown as they are named. */
const wordsFor = (t: WebCall["t"], scope: string): string =>
  SHIPPED_SCOPES.includes(scope) ? t(`oauth.may.${scope.replace(".", "_")}` as MessageKey) : scope;

/** Tells how it ended. @param icon of src/web/icons.ts */
export const outcome = (
  title: MessageKey,
  text: MessageKey,
  { icon, status = 200 }: { icon: string; status?: number },
): WebReply => page("oauth/outcome", title, { icon, text }, { ...CARD, status });

/** Instead of an answer that does not count. */
export const consentExpired = (): WebReply =>
  outcome("oauth.expired.title", "oauth.expired", { icon: "alert", status: 419 });
