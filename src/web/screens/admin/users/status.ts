import { ACTIVE } from "../../../../domain/accounts/account-status.js";
import {
  changeStatuses,
  planStatuses,
  type AffectedAccount,
  type LeftOutAccount,
  type StatusPlan,
  type StatusRequest,
} from "../../../../domain/users/bulk-status.js";
import { say, type MessageKey } from "../../../../texts/translate.js";
import { path } from "../../../server/addresses.js";
import type { WebCall, WebHandler } from "../../../server/call.js";
import type { Form } from "../../../forms/form.js";
import { page, redirect, success } from "../../../server/responses/web-result.js";
import { presentPerson, type Statuses } from "./account-view.js";
import { userListRequest } from "./list-filters.js";
import { usersPage } from "./list.js";

const LONGEST_ID = 64;

/** Each check box has the id and, after a preview, the version that was shown. */
const requestsOf = (form: Form): StatusRequest[] =>
  form.list("users").map((value) => {
    const [, id, version] = /^(\S+) (\d{1,9})$/.exec(value) ?? [];
    return id === undefined
      ? { id: value.slice(0, LONGEST_ID), version: null }
      : { id: id.slice(0, LONGEST_ID), version: Number(version) };
  });

/** The list, with a dialog of the accounts that would change and those that wouldn't. Nothing is changed. */
export const showStatusPreview: WebHandler = async (call) => {
  const { form } = call;
  const status = form.text("status");
  const requests = requestsOf(form);
  const plan = await planStatuses(call, requests, status);
  const preview = {
    isDone: false,
    ...(await presentPlan(call, plan, status)),
    consequence: consequenceOf(call, plan, status),
  };
  return usersPage(call, { preview, selected: requests.map(({ id }) => id) });
};

export const submitStatuses: WebHandler = async (call) => {
  const { form } = call;
  const status = form.text("status");
  const report = await changeStatuses(call, requestsOf(form), status);
  if (report.leftOut.length > 0)
    return page("admin/users/status", "users.bulk.report.title", {
      isDone: true,
      ...(await presentPlan(call, report, status)),
      consequence: null,
    });
  const { request, statuses } = await userListRequest(call);
  const values = { count: report.affected.length, status: statuses.badge(status).label };
  return redirect(path(request.route, request.query()), success("users.bulk.done", values));
};

async function presentPlan(call: WebCall, { affected, leftOut }: StatusPlan, status: string) {
  const { request, statuses } = await userListRequest(call);
  return {
    list: request.query(),
    status: { value: status, badge: statuses.badge(status), explanation: statuses.find(status)?.explanation },
    affected: affected.map((account) => presentAffected(statuses, account)),
    leftOut: leftOut.map((account) => presentLeftOut(call, statuses, account)),
  };
}

const presentAffected = (statuses: Statuses, { user, isCutOff }: AffectedAccount) => ({
  value: `${user.id} ${user.version}`,
  person: presentPerson(user),
  from: statuses.badge(user.status),
  isCutOff,
});

const presentLeftOut = ({ t }: WebCall, statuses: Statuses, { id, user, reason }: LeftOutAccount) => ({
  id,
  person: user && presentPerson(user),
  status: user && statuses.badge(user.status),
  reason: say(reason, t),
});

/** The consequence of the status, if it has one beyond its name. */
function consequenceOf(
  { services: { statusPolicy }, t }: WebCall,
  { affected }: StatusPlan,
  status: string,
): { text: string; isGrave: boolean } | null {
  const mild = (key: MessageKey) => ({ text: t(key), isGrave: false });
  if (affected.length === 0 || status === ACTIVE) return null;
  const count = affected.filter(({ isCutOff }) => isCutOff).length;
  if (count > 0) return { text: t("users.bulk.cut_off", { count }), isGrave: true };
  if (!statusPolicy.isDenied(status)) return mild("users.bulk.no_sign_in");
  return statusPolicy.enforced ? null : mild("users.bulk.not_enforced");
}
