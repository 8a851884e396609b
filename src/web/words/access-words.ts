import type { ScopeMeanings } from "../../domain/oauth/tokens/scope-access.js";
import type { Actor } from "../../domain/access/actor.js";
import { knownText, type Locale, type MessageKey, type Translate } from "../../texts/translate.js";

/** The language of the page. */
interface Language {
  t: Translate;
  locale: Locale;
}

/** What the permissions allow: one sentence each, and "Projects: view, edit" for an added resource. */
export function sentencesForPermissions({ t, locale }: Language, permissions: readonly string[]): string[] {
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
export const wordsForScope = ({ t }: Pick<Language, "t">, scope: string): string =>
  knownText(t, `oauth.scope.${scope}`) ?? scope;

/**
 * What a scope opens to the actor, in the words of the consent screen.
 * @param meanings undefined where the OAuth2 server is missing
 */
export function sentencesForScope(
  language: Language & { actor: Actor },
  meanings: ScopeMeanings | undefined,
  scope: string,
): string[] {
  if (meanings === undefined) return [wordsForScope(language, scope)];
  const { permissions, summaries, foreign } = meanings.accessOf([scope], (permission) =>
    language.actor.can(permission),
  );
  return [
    ...sentencesForPermissions(language, permissions),
    ...summaries,
    ...foreign.map((each) => wordsForScope(language, each)),
  ];
}
