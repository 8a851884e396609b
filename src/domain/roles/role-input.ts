import { ValidationFailed, type FieldSentences } from "../../lib/failures.js";
import { normalForm } from "../../lib/text/normal-form.js";
import { text, type Text } from "../../texts/translate.js";
import type { Administrator } from "../access/actor.js";
import { PERMISSIONS } from "../access/permissions.js";
import { NAME_PATTERN } from "../accounts/person.js";

const ROLE_NAME = /^[a-z][a-z0-9_]{1,62}$/;
export const MAX_ROLE_NAME_LENGTH = 63;
export const MAX_LABEL_LENGTH = 128;
/** The best rank is reserved for `system_admin`. */
const BEST_RANK = 2;
export const LAST_RANK = 9999;

/** Editable role fields. The name isn't editable, because programs identify the role by it. */
export interface RoleChanges {
  label: string;
  /** As entered. */
  rank: string;
  /** All permissions of the role; left as they are when absent. */
  permissions?: readonly string[];
}

export interface NewRole extends RoleChanges {
  name: string;
}

/** The validated input in the form in which it is stored. */
interface ValidatedRole {
  label: string;
  rank: number;
}

/** The best rank that the actor can give to a role, which is below its own. */
export const bestRankOf = (actor: Administrator): number => Math.max(BEST_RANK, actor.rank + 1);

/**
 * @param nameProblems known problems with the name of a new role
 * @throws ValidationFailed with all problems
 */
export function validateRole(
  input: RoleChanges,
  actor: Administrator,
  nameProblems: Text[] = [],
): ValidatedRole {
  const label = normalForm(input.label.trim(), MAX_LABEL_LENGTH);
  const problems: Record<string, Text[]> = {
    label: labelProblems(label),
    name: nameProblems,
    rank: rankProblems(input.rank.trim(), bestRankOf(actor)),
    permissions: permissionProblems(input.permissions ?? []),
  };
  const wrong = Object.entries(problems).filter(([, sentences]) => sentences.length > 0);
  if (wrong.length > 0) throw new ValidationFailed(Object.fromEntries(wrong) as FieldSentences);
  return { label, rank: Number(input.rank) };
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
 * The role's permissions after the change. An actor grants and removes only permissions that it holds; others stay,
 * including permissions known only to another release.
 */
export const grantsAfter = (
  actor: Administrator,
  before: ReadonlySet<string>,
  requested: readonly string[],
): readonly string[] => [
  ...PERMISSIONS.filter((name) => (actor.can(name) ? requested.includes(name) : before.has(name))),
  ...[...before].filter((name) => !(PERMISSIONS as readonly string[]).includes(name)),
];
