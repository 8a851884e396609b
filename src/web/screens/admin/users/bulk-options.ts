import { assignableRoles } from "../../../../domain/access/assignable-roles.js";
import type { MessageKey } from "../../../../texts/translate.js";
import type { WebCall } from "../../../server/call.js";
import { roleLabel } from "../../../words/labels.js";
import type { Statuses } from "./account-view.js";

/** The options of the bar, in groups. */
export function bulkOptions({ actor, t }: WebCall, statuses: Statuses): object[] {
  const kinds = ["invitation", "access", ...(actor.can("users.delete") ? ["deletion"] : [])];
  return [
    {
      label: t("field.status"),
      options: statuses.choices.map(({ value, label }) => ({ value: `status:${value}`, label })),
    },
    {
      label: t("field.role"),
      options: assignableRoles(actor).map((role) => ({
        value: `role:${role.name}`,
        label: roleLabel(t, role),
      })),
    },
    {
      label: t("users.bulk.more"),
      options: kinds.map((value) => ({ value, label: t(`users.bulk.act.${value}` as MessageKey) })),
    },
  ];
}
