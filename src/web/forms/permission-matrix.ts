import { PERMISSIONS } from "../../domain/access/permissions.js";
import type { MessageKey } from "../../texts/translate.js";

export type Permission = (typeof PERMISSIONS)[number];
type Resource<Name = Permission> = Name extends `${infer Before}.${string}` ? Before : never;
type Action<Name = Permission> = Name extends `${string}.${infer After}` ? After : never;

/** The columns, in their order. */
export const ACTIONS = ["read", "create", "update", "delete"] as const satisfies readonly Action[];

const RESOURCES = [...new Set(PERMISSIONS.map((name) => name.split(".")[0] as Resource))];

interface Cell {
  permission: Permission;
  action: MessageKey;
  isSelected: boolean;
  mayChange: boolean;
}

/** A row of the partial `admin/permission-matrix`: one resource, null where it has no such permission. */
export interface MatrixRow {
  resource: Resource;
  name: MessageKey;
  hint: MessageKey;
  cells: (Cell | null)[];
}

export function permissionMatrix(
  isSelected: (permission: Permission) => boolean,
  mayChange: (permission: Permission) => boolean,
): MatrixRow[] {
  const cellOf = (resource: Resource, action: Action): Cell | null => {
    const permission = PERMISSIONS.find((name) => name === `${resource}.${action}`);
    return permission === undefined
      ? null
      : {
          permission,
          action: `roles.action.${action}`,
          isSelected: isSelected(permission),
          mayChange: mayChange(permission),
        };
  };
  return RESOURCES.map((resource) => ({
    resource,
    ...wordsOf(resource),
    cells: ACTIONS.map((action) => cellOf(resource, action)),
  }));
}

const wordsOf = (resource: Resource): { name: MessageKey; hint: MessageKey } => ({
  name: `roles.resource.${resource}`,
  hint: `roles.resource_hint.${resource}`,
});

/** The texts for a permission: its resource and its action. */
export function permissionWords(permission: Permission): { resource: MessageKey; action: MessageKey } {
  const [resource, action] = permission.split(".") as [Resource, Action];
  return { resource: wordsOf(resource).name, action: `roles.action.${action}` };
}
