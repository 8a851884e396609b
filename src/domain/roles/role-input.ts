import { ValidationFailed, type FieldSentences } from "../../lib/failures.js";
import { text, type Text } from "../../texts/translate.js";
import type { Actor } from "../access/actor.js";
import { PERMISSIONS } from "../access/permissions.js";
import { NAME_PATTERN } from "../accounts/person.js";

const ROLE_NAME = /^[a-z][a-z0-9_]{1,62}$/;
export const MAX_ROLE_NAME_LENGTH = 63;
export const MAX_LABEL_LENGTH = 128;
/** The first rank belongs to `system_admin` alone. */
const BEST_RANK = 2;
export const LAST_RANK = 9999;

/** What of a role may change. Its name may not: programs know it by that. */
export interface RoleChanges {
  label: string;
  /** As it was typed in. */
  rank: string;
  /** All that the role is to hold; left alone when it is left out. */
  permissions?: readonly string[];
}

export interface NewRole extends RoleChanges {
  name: string;
}

/** The wish in the form in which it is stored. */
interface Judged {
  label: string;
  rank: number;
}

/** The best rank that somebody may give: below their own. */
export const bestRankOf = (actor: Actor): number => Math.max(BEST_RANK, actor.rank + 1);

/**
 * @param nameProblems what is known to be wrong with the name of a new role
 * @throws ValidationFailed with everything that is wrong
 */
export function judgeRole(wish: RoleChanges, actor: Actor, nameProblems: Text[] = []): Judged {
  const label = wish.label.trim().normalize("NFC");
  const problems: Record<string, Text[]> = {
    label: labelProblems(label),
    name: nameProblems,
    rank: rankProblems(wish.rank.trim(), bestRankOf(actor)),
    permissions: permissionProblems(wish.permissions ?? []),
  };
  const wrong = Object.entries(problems).filter(([, sentences]) => sentences.length > 0);
  if (wrong.length > 0) throw new ValidationFailed(Object.fromEntries(wrong) as FieldSentences);
  return { label, rank: Number(wish.rank) };
}

export function roleNameProblems(name: string): Text[] {
  if (name === "") return [text("validation.required")];
  return ROLE_NAME.test(name) ? [] : [text("roles.validation.name", { max: MAX_ROLE_NAME_LENGTH })];
}

function labelProblems(label: string): Text[] {
  if (label === "") return [text("validation.required")];
  if ([...label].length > MAX_LABEL_LENGTH) return [text("validation.too_long", { max: MAX_LABEL_LENGTH })];
  return new RegExp(NAME_PATTERN).test(label) ? [] : [text("validation.characters")];
}

function rankProblems(typed: string, best: number): Text[] {
  if (typed === "") return [text("validation.required")];
  const rank = /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
  if (rank >= best && rank <= LAST_RANK) return [];
  return [text("roles.validation.rank", { best, last: LAST_RANK })];
}

const permissionProblems = (names: readonly string[]): Text[] =>
  names.every((name) => (PERMISSIONS as readonly string[]).includes(name))
    ? []
    : [text("roles.validation.permissions")];

/**
 * What the role holds afterwards: one gives and takes only what one holds, all else stays as it is; so does a
 * permission that another release of the service knows.
 */
export const grantsAfter = (
  actor: Actor,
  before: ReadonlySet<string>,
  wished: readonly string[],
): readonly string[] => [
  ...PERMISSIONS.filter((name) => (actor.can(name) ? wished.includes(name) : before.has(name))),
  ...[...before].filter((name) => !(PERMISSIONS as readonly string[]).includes(name)),
];
