/** The forms of the name of a resource. */
export interface Names {
  /** `support-tickets`: for permissions, the path and files. */
  plural: string;
  /** `support_tickets` */
  table: string;
  /** `support_ticket`: for the path parameter and as a subject in the activity log. */
  singular: string;
  /** `SupportTicket` */
  model: string;
  /** `SupportTickets` */
  models: string;
  /** `supportTicket` */
  variable: string;
  /** `supportTickets` */
  variables: string;
  /** `Support tickets`: for the tag of the contract and for screens. */
  label: string;
  /** `support ticket` */
  word: string;
  /** `a support ticket`, by the rules of `articleOf`. The written texts can be edited. */
  aWord: string;
  /** `support tickets` */
  words: string;
}

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** @returns null unless both names are in kebab case and differ */
export function namesOf(plural: string, singular = singularOf(plural)): Names | null {
  if (!NAME.test(plural) || !NAME.test(singular) || plural === singular) return null;
  const pascal = (name: string): string =>
    name.replaceAll(/(?:^|-)([a-z0-9])/g, (_, first: string) => first.toUpperCase());
  const camel = (name: string): string =>
    name.replaceAll(/-([a-z0-9])/g, (_, first: string) => first.toUpperCase());
  const spaced = (name: string): string => name.replaceAll("-", " ");
  const snake = (name: string): string => name.replaceAll("-", "_");
  return {
    plural,
    table: snake(plural),
    singular: snake(singular),
    model: pascal(singular),
    models: pascal(plural),
    variable: camel(singular),
    variables: camel(plural),
    label: spaced(plural).replace(/^./, (first) => first.toUpperCase()),
    word: spaced(singular),
    aWord: `${articleOf(singular)} ${spaced(singular)}`,
    words: spaced(plural),
  };
}

const SILENT_H = /^(?:heir|honest|honou?r|hour)/;
/** Vowels that sound like a consonant: user, unit, European, one-time code. */
const CONSONANT_SOUND = /^(?:u[^aeiou][aeiou]|eu|one(?:-|$))/;

/** The article for the sound of a name. English has more exceptions than these rules. */
const articleOf = (name: string): "a" | "an" =>
  SILENT_H.test(name) || (/^[aeiou]/.test(name) && !CONSONANT_SOUND.test(name)) ? "an" : "a";

const singularOf = (plural: string): string => plural.replace(/ies$/, "y").replace(/s$/, "");
