import type { Holds } from "../../../domain/oauth/openings.js";
import type { MessageKey } from "../../../texts/translate.js";
import type { WebCall } from "../../server/call.js";
import { page, type PageOptions, type WebReply } from "../../server/reply.js";

/** Every screen about a client: the card, and an address that no other page is told. */
export const CARD: PageOptions = { layout: "guest", secretAddress: true };

/** Whether the reader holds a permission. */
export const holdsOf =
  ({ actor }: WebCall): Holds =>
  (permission) =>
    actor.can(permission);

/** What the client will be able to do, a sentence each: exactly what the scopes open to the reader. */
export function presentScopes(call: WebCall, scopes: readonly string[]): string[] {
  const { services, t, oauth, locale } = call;
  if (services.config.tokens.scopes.length === 0) return [t("oauth.may.everything")];
  const { permissions, summaries, foreign } = oauth!.openings.opened(scopes, holdsOf(call));
  return [
    t("oauth.may.common"), // an operation that asks for no scope is open to every token
    ...wordsForPermissions(t, locale, permissions),
    ...summaries,
    ...foreign.map((scope) => wordsForScope(t, scope)),
  ];
}

/** One line for each resource: "Users: view, change". */
function wordsForPermissions(t: WebCall["t"], locale: string, permissions: readonly string[]): string[] {
  const actions = new Map<string, string[]>();
  for (const permission of permissions) {
    const [resource, action] = permission.split(".") as [string, string];
    const word = t(`roles.action.${action}` as MessageKey).toLocaleLowerCase(locale);
    actions.set(resource, [...(actions.get(resource) ?? []), word]);
  }
  return [...actions].map(
    ([resource, words]) => `${t(`roles.resource.${resource}` as MessageKey)}: ${words.join(", ")}`,
  );
}

/** Scopes of the shipped catalogue that no operation of the contract asks for; the operator's own are shown as they are. */
const FOREIGN: Record<string, MessageKey> = {
  "files.read": "oauth.may.files_read",
  "files.write": "oauth.may.files_write",
};

const wordsForScope = (t: WebCall["t"], scope: string): string =>
  Object.hasOwn(FOREIGN, scope) ? t(FOREIGN[scope]!) : scope;

/** Tells how it ended. @param icon of src/web/server/icons.ts */
export const outcome = (
  title: MessageKey,
  text: MessageKey,
  { icon, status = 200 }: { icon: string; status?: number },
): WebReply => page("oauth/outcome", title, { icon, text }, { ...CARD, status });

/** Instead of an answer that does not count. */
export const consentExpired = (): WebReply =>
  outcome("oauth.expired.title", "oauth.expired", { icon: "alert", status: 419 });
