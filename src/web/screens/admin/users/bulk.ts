import { ACTIVE } from "../../../../domain/accounts/account-status.js";
import { assignableRoles } from "../../../../domain/access/assignable-roles.js";
import {
  accessChange,
  deletionChange,
  invitationChange,
  roleChange,
  statusChange,
} from "../../../../domain/users/bulk-actions.js";
import {
  changeAccounts,
  planChanges,
  selectionProblem,
  type AffectedAccount,
  type BulkChange,
  type BulkPlan,
  type BulkRequest,
  type LeftOutAccount,
} from "../../../../domain/users/bulk-changes.js";
import { ValidationFailed } from "../../../../lib/failures.js";
import { say, text, type MessageKey } from "../../../../texts/translate.js";
import { path } from "../../../server/addresses.js";
import type { WebCall, WebHandler } from "../../../server/call.js";
import type { Form } from "../../../forms/form.js";
import { page, redirect, success } from "../../../server/responses/web-result.js";
import { roleLabel } from "../../../words/labels.js";
import { presentPerson, type Statuses } from "./account-view.js";
import { userListRequest } from "./list-filters.js";
import { usersPage } from "./list.js";

const LONGEST_ID = 64;

/** What the bar does, as its options name it: `status:banned`, `role:admin`, or a kind without a value. */
interface Act {
  kind: "status" | "role" | "invitation" | "access" | "deletion";
  value: string;
}

const ACT = /^(?:(status|role):(.{1,64})|(invitation|access|deletion))$/su;

function actIn(form: Form): Act | null {
  const [, kind, value = "", plain] = ACT.exec(form.text("act")) ?? [];
  const found = (kind ?? plain) as Act["kind"] | undefined;
  return found === undefined ? null : { kind: found, value };
}

/** Each check box has the id and, after a preview, the version that was shown. */
const requestsOf = (form: Form): BulkRequest[] =>
  form.list("users").map((value) => {
    const [, id, version] = /^(\S+) (\d{1,9})$/.exec(value) ?? [];
    return id === undefined
      ? { id: value.slice(0, LONGEST_ID), version: null }
      : { id: id.slice(0, LONGEST_ID), version: Number(version) };
  });

/** The submitted change. @throws ValidationFailed on `users` and `act`; ActionForbidden */
async function bulkOf(call: WebCall): Promise<{ act: Act; requests: BulkRequest[]; change: BulkChange }> {
  const act = actIn(call.form);
  const requests = requestsOf(call.form);
  const ids = [...new Set(requests.map(({ id }) => id))];
  const problem = selectionProblem(ids.length);
  if (act === null || problem !== null)
    throw new ValidationFailed({
      ...(problem && { users: [problem] }),
      ...(act === null && { act: [text("validation.required")] }),
    });
  try {
    return { act, requests, change: await changeOf(call, act, ids) };
  } catch (error) {
    // the bar has one field for all of them
    if (!(error instanceof ValidationFailed)) throw error;
    throw new ValidationFailed({ act: Object.values(error.fields).flat() });
  }
}

async function changeOf(call: WebCall, { kind, value }: Act, ids: readonly string[]): Promise<BulkChange> {
  switch (kind) {
    case "status":
      return statusChange(call, value);
    case "role":
      return roleChange(call, value);
    case "invitation":
      return invitationChange(call, ids);
    case "access":
      return accessChange(call);
    case "deletion":
      return deletionChange(call);
  }
}

/** The list, with a dialog of the accounts that would change and those that wouldn't. Nothing is changed. */
export const showBulkPreview: WebHandler = async (call) => {
  const { act, requests, change } = await bulkOf(call);
  const plan = await planChanges(call, requests, change);
  const preview = {
    isDone: false,
    ...(await presentPlan(call, plan, act)),
    consequence: consequenceOf(call, plan, act),
  };
  return usersPage(call, { preview, selected: requests.map(({ id }) => id) });
};

export const submitBulk: WebHandler = async (call) => {
  const { act, requests, change } = await bulkOf(call);
  const report = await changeAccounts(call, requests, change);
  if (report.leftOut.length > 0)
    return page("admin/users/bulk", "users.bulk.report.title", {
      isDone: true,
      ...(await presentPlan(call, report, act)),
      consequence: null,
    });
  const { request, statuses } = await userListRequest(call);
  const values = { count: report.affected.length, to: targetOf(call, act, statuses)?.label ?? "" };
  const done = `users.bulk.done.${act.kind}` as MessageKey;
  return redirect(path(request.route, request.query()), success(done, values));
};

/** What the accounts get, as a badge; null for an act without a value. */
function targetOf({ actor, t }: WebCall, { kind, value }: Act, statuses: Statuses) {
  if (kind === "status") return { ...statuses.badge(value), explanation: statuses.find(value)?.explanation };
  if (kind !== "role") return null;
  const role = assignableRoles(actor).find(({ name }) => name === value);
  return { label: role ? roleLabel(t, role) : value, colour: "bg-blue-lt", explanation: null };
}

async function presentPlan(call: WebCall, { affected, leftOut }: BulkPlan, act: Act) {
  const { request, statuses } = await userListRequest(call);
  const target = targetOf(call, act, statuses);
  return {
    list: request.query(),
    kind: act.kind,
    act: call.form.text("act"),
    title: call.t(`users.bulk.title.${act.kind}` as MessageKey, { to: target?.label ?? "" }),
    target,
    affected: affected.map((account) => presentAffected(call, statuses, account, act)),
    leftOut: leftOut.map((account) => presentLeftOut(call, statuses, account)),
  };
}

function presentAffected(
  { t }: WebCall,
  statuses: Statuses,
  { user, roles, isCutOff }: AffectedAccount,
  { kind }: Act,
) {
  const held = roles.map((role) => roleLabel(t, role)).join(", ") || t("users.roles.none");
  const from = { status: statuses.badge(user.status), role: { label: held, colour: "bg-blue-lt" } };
  return {
    value: `${user.id} ${user.version}`,
    person: presentPerson(user),
    from: kind === "status" || kind === "role" ? from[kind] : null,
    isCutOff,
  };
}

const presentLeftOut = ({ t }: WebCall, statuses: Statuses, { id, user, reason }: LeftOutAccount) => ({
  id,
  person: user && presentPerson(user),
  status: user && statuses.badge(user.status),
  reason: say(reason, t),
});

/** The consequence of the change, if it has one beyond its name. */
function consequenceOf(
  { services: { statusPolicy }, t }: WebCall,
  { affected }: BulkPlan,
  { kind, value }: Act,
): { text: string; isGrave: boolean } | null {
  const mild = (key: MessageKey) => ({ text: t(key), isGrave: false });
  const grave = (key: MessageKey) => ({ text: t(key), isGrave: true });
  if (affected.length === 0) return null;
  if (kind === "access") return grave("users.bulk.access");
  if (kind === "deletion") return grave("account.delete.intro");
  if (kind !== "status" || value === ACTIVE) return null;
  const count = affected.filter(({ isCutOff }) => isCutOff).length;
  if (count > 0) return { text: t("users.bulk.cut_off", { count }), isGrave: true };
  if (!statusPolicy.isDenied(value)) return mild("users.bulk.no_sign_in");
  return statusPolicy.enforced ? null : mild("users.bulk.not_enforced");
}
