import {
  accountFigures,
  lastOtherSignIn,
  recentActivity,
  type RecentActivityRow,
} from "../../../domain/overview/account-overview.js";
import { twoFactorRequirement } from "../../../domain/requirements/two-factor-requirement.js";
import { devicesInWords, describeEvent } from "../../words/activity-words.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { roleLabel } from "../../words/labels.js";
import { permissionMatrix } from "../../forms/permission-matrix.js";
import { page } from "../../server/responses/web-result.js";
import { securityView } from "./security-view.js";
import { serviceView } from "./service-view.js";
import { setUpView } from "./set-up-view.js";

const SHOWN_EVENTS = 10;

export const showDashboard: WebHandler = async (call) => {
  const { knex, rows } = call.services;
  const [figures, security, activity, service, setUp] = await Promise.all([
    accountFigures(rows, call.actor.id),
    securityView(call),
    // the service's latest events contain the reader's own
    call.actor.can("activity-logs.read") ? null : recentActivity(knex, call.actor.id, SHOWN_EVENTS),
    serviceView(call),
    setUpView(call),
  ]);
  const deviceOf = devicesInWords(call.t);
  return page("dashboard/dashboard", "dashboard.title", {
    figures,
    lastSignIn: figures ? lastOtherSignIn(figures, call.session.current!.createdAt) : null,
    security,
    requirement: twoFactorRequirement(call.account, call.actor, call.settings),
    offersPasskey: offersPasskey(call),
    rights: rightsOf(call),
    service,
    setUp,
    activity: activity?.map((row) => presentActivity(call, row, deviceOf)) ?? null,
  });
};

/** Whether to offer a passkey: the account has none, and its owner hasn't declined. */
const offersPasskey = ({ account, settings }: WebCall): boolean =>
  settings.get("auth.passkeys") && account.passkey_count === 0 && account.passkey_offer_dismissed_at === null;

/** The user's permissions beyond their own account. */
function rightsOf({ actor, t }: WebCall): object {
  const areas = permissionMatrix(
    (permission) => actor.can(permission),
    () => false,
  )
    .filter(({ resource }) => resource !== "dashboard") // every account has this one
    .map(({ name, cells }) => ({
      name,
      actions: cells.flatMap((cell) => (cell?.isSelected ? [cell.action] : [])),
    }))
    .filter(({ actions }) => actions.length > 0);
  return { roles: actor.roles.map((role) => roleLabel(t, role)), areas };
}

function presentActivity(
  { t, actor }: WebCall,
  row: RecentActivityRow,
  deviceOf: (userAgent: string | null) => string,
): object {
  const byOther = row.actor_id !== null && row.actor_id !== actor.id;
  const ofOther = row.subject_type === "user" && row.subject_id !== actor.id;
  const device = deviceOf(row.user_agent);
  return {
    text: describeEvent(t, row.event),
    note: byOther ? t("activity.note.administrator") : ofOther ? t("activity.note.account") : null,
    // the actor's address isn't shown to the owner
    from: byOther || row.ip_address === null ? null : `${device}, ${row.ip_address}`,
    at: row.created_at,
  };
}
