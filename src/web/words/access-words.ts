import type { ScopeMeanings } from "../../domain/oauth/tokens/scope-access.js";
import type { Actor } from "../../domain/access/actor.js";
import { knownText, type Locale, type MessageKey, type Translate } from "../../texts/translate.js";

/** The language of the page. */
interface Language {
  t: Translate;
  locale: Locale;
}

/** What the permissions allow, one sentence each; "Projects: view" for an added resource. */
export const sentencesForPermissions = ({ t, locale }: Language, permissions: readonly string[]): string[] =>
  permissions.map((permission) => {
    const sentence = knownText(t, `oauth.may.${permission}`);
    if (sentence !== null) return sentence;
    const [resource, action] = permission.split(".") as [string, string];
    const word = t(`roles.action.${action}` as MessageKey).toLocaleLowerCase(locale);
    return `${t(`roles.resource.${resource}` as MessageKey)}: ${word}`;
  });

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
  const { permissions, summaries, ofOrganisations, foreign } = meanings.accessOf([scope], (permission) =>
    language.actor.can(permission),
  );
  return [
    ...sentencesForPermissions(language, permissions),
    ...summaries,
    ...[...ofOrganisations, ...foreign].map((each) => wordsForScope(language, each)),
  ];
}
