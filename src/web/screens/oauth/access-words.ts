import { knownText, type MessageKey } from "../../../texts/translate.js";
import type { WebCall } from "../../server/call.js";

/** What the permissions allow: one sentence each, and "Projects: view, edit" for an added resource. */
export function sentencesForPermissions({ t, locale }: WebCall, permissions: readonly string[]): string[] {
  const sentences: string[] = [];
  const added = new Map<string, string[]>();
  for (const permission of permissions) {
    const sentence = knownText(t, `oauth.may.${permission}`);
    if (sentence !== null) sentences.push(sentence);
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

/** The meaning of a scope of the shipped catalogue in a few words. The operator's own are shown as they are. */
export const wordsForScope = ({ t }: WebCall, scope: string): string =>
  knownText(t, `oauth.scope.${scope}`) ?? scope;
