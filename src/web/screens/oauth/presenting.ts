import type { HasPermission } from "../../../domain/oauth/scope-access.js";
import type { MessageKey } from "../../../texts/translate.js";
import type { WebCall } from "../../server/call.js";
import { page, type PageOptions, type WebReply } from "../../server/reply.js";

/** Options of every screen about a client: the card layout, and an address that isn't sent as a referrer. */
export const CARD: PageOptions = { layout: "guest", secretAddress: true };

/** Whether the user holds a permission. */
export const holdsOf =
  ({ actor }: WebCall): HasPermission =>
  (permission) =>
    actor.can(permission);

/** The sentences about what the client can do: exactly what the scopes grant for this user. */
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

/** One line per resource: "Users: view, change". */
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

/** Scopes of the shipped catalogue that no operation requires. The operator's own are shown as they are. */
const FOREIGN: Record<string, MessageKey> = {
  "files.read": "oauth.may.files_read",
  "files.write": "oauth.may.files_write",
};

const wordsForScope = (t: WebCall["t"], scope: string): string =>
  Object.hasOwn(FOREIGN, scope) ? t(FOREIGN[scope]!) : scope;

/** A page with the result. @param icon of src/web/server/icons.ts */
export const outcome = (
  title: MessageKey,
  text: MessageKey,
  { icon, status = 200 }: { icon: string; status?: number },
): WebReply => page("oauth/outcome", title, { icon, text }, { ...CARD, status });

/** The page for an answer that isn't accepted any more. */
export const consentExpired = (): WebReply =>
  outcome("oauth.expired.title", "oauth.expired", { icon: "alert", status: 419 });
