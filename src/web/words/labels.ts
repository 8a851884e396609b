import type { RoleView } from "../../domain/access/authority.js";
import { inEnglish, text, type MessageKey, type Translate } from "../../texts/translate.js";

/** Shipped roles have names in the reader's language, unless an operator has changed the label. */
export function roleLabel(t: Translate, { name, label }: Pick<RoleView, "name" | "label">): string {
  const key = `label.role.${name}` as MessageKey;
  return inEnglish(text(key)) === label ? t(key) : label;
}

/** Options for choosing a role. */
export const roleOptions = (t: Translate, roles: readonly RoleView[]): { value: string; label: string }[] =>
  roles.map((role) => ({ value: role.name, label: roleLabel(t, role) }));
