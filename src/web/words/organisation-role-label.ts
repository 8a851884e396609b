import { isBuiltInRole } from "../../domain/organisations/organisation-roles.js";
import type { Translate } from "../../texts/translate.js";

/** What a role of an organisation is called: a built-in one by the reader's language. @param label of a custom role */
export const organisationRoleLabel = (t: Translate, name: string, label: string | null): string =>
  label ?? (isBuiltInRole(name) ? t(`organisations.role.${name}`) : name);
