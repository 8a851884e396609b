import type { MessageKey } from "../../../texts/translate.js";
import type { WebCall } from "../../server/call.js";

/** The permissions with a sentence of their own. Those of added resources are named by resource and action. */
const DESCRIBED = [
  "users.read",
  "users.create",
  "users.update",
  "users.delete",
  "roles.read",
  "roles.create",
  "roles.update",
  "roles.delete",
  "settings.read",
  "settings.update",
  "activity-logs.read",
  "api-clients.read",
  "api-clients.create",
  "api-clients.update",
  "api-clients.delete",
  "api-tokens.read",
  "api-tokens.create",
  "api-tokens.delete",
] as const;

/** The scopes of the shipped catalogue. The operator's own are shown as they are. */
const SCOPES = ["users.read", "users.write", "files.read", "files.write", "admin"] as const;

const includes = <Item extends string>(list: readonly Item[], name: string): name is Item =>
  (list as readonly string[]).includes(name);

/** What the permissions allow: one sentence each, and "Projects: view, edit" for an added resource. */
export function sentencesForPermissions({ t, locale }: WebCall, permissions: readonly string[]): string[] {
  const sentences: string[] = [];
  const added = new Map<string, string[]>();
  for (const permission of permissions) {
    if (includes(DESCRIBED, permission)) sentences.push(t(`oauth.may.${permission}`));
    else {
      const [resource, action] = permission.split(".") as [string, string];
      const word = t(`roles.action.${action}` as MessageKey).toLocaleLowerCase(locale);
      added.set(resource, [...(added.get(resource) ?? []), word]);
    }
  }
  for (const [resource, words] of added)
    sentences.push(`${t(`roles.resource.${resource}` as MessageKey)}: ${words.join(", ")}`);
  return sentences;
}

/** The meaning of a scope in a few words. */
export const wordsForScope = ({ t }: WebCall, scope: string): string =>
  includes(SCOPES, scope) ? t(`oauth.scope.${scope}`) : scope;
