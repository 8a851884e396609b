import { isVerificationOutstanding } from "../../../../domain/registration/email-verification.js";
import { visibleRoles } from "../../../../domain/roles/role-list.js";
import { EXPORT_COLUMNS, exportUsers } from "../../../../domain/users/user-export.js";
import { rightsOver } from "../../../../domain/access/user-rights.js";
import { listUsers, type ListedUser } from "../../../../domain/users/user-list.js";
import { startOfUtcDay } from "../../../../lib/clock.js";
import { text, type Text } from "../../../../texts/translate.js";
import { RESTORABLE_DAYS, restorableUntil } from "../../../../models/restorable.js";
import { USER_SORTS, type UserFilters } from "../../../../models/user-list.js";
import { path } from "../../../server/addresses.js";
import type { WebCall, WebHandler } from "../../../server/call.js";
import { roleLabel, roleOptions } from "../../../words/labels.js";
import { ListRequest, listOptions, listView } from "../../../lists/list-request.js";
import { csvFile } from "../../../../http/download.js";
import { download, page } from "../../../server/reply.js";
import { presentPerson, Statuses, twoFactorBadge } from "./account-view.js";

const NEWEST = { columns: USER_SORTS, byDefault: "-created_at" };
/** A deleted account doesn't change, so its last change is the deletion. */
const LATEST_DELETION = { columns: USER_SORTS, byDefault: "-updated_at" };
const DELETED = "only";

/** The request for the list, with the options of its filters. */
export async function userListRequest(call: WebCall) {
  const statuses = await Statuses.read(call);
  const roles = visibleRoles(call.actor);
  const sorts = call.query("deleted") === DELETED ? LATEST_DELETION : NEWEST;
  const request = new ListRequest("admin.users.index", call, sorts, {
    status: (value) => (statuses.find(value) ? null : text("users.filter.status", { value })),
    role: (value) => (roles.some(({ name }) => name === value) ? null : text("users.filter.role", { value })),
    created_from: checkDay,
    created_to: checkDay,
    deleted: (value) => (value === DELETED ? null : text("users.filter.deleted", { value })),
  });
  return { request, statuses, roles };
}

const checkDay = (value: string): Text | null =>
  startOfUtcDay(value) === null ? text("users.filter.date", { value }) : null;

function filtersOf({ search, filters }: ListRequest): UserFilters {
  const { status, role, created_from: from, created_to: to, deleted } = filters;
  return {
    ...(search === "" ? {} : { search }),
    ...(status === undefined ? {} : { status }),
    ...(role === undefined ? {} : { role }),
    ...(from === undefined ? {} : { createdFrom: startOfUtcDay(from)! }),
    ...(to === undefined ? {} : { createdTo: startOfUtcDay(to)! }),
    ...(deleted === undefined ? {} : { deleted: DELETED }),
  };
}

export const showUsers: WebHandler = async (call) => {
  const { actor, form, refusal, t, params } = call;
  const { request, statuses, roles } = await userListRequest(call);
  const found = await listUsers(call, { ...request, filters: filtersOf(request) });
  const showsDeleted = request.filters["deleted"] !== undefined;
  const data = {
    list: listView(request, found),
    users: found.items.map((row) => (showsDeleted ? presentDeleted : presentRow)(call, statuses, row)),
    showsDeleted,
    restorableDays: RESTORABLE_DAYS,
    // the row with the refused password is expanded
    refusedUser: refusal?.sentence === null ? (params["user"] ?? null) : null,
    filters: [
      { name: "status", label: t("field.status"), type: "select", options: statuses.choices },
      { name: "role", label: t("field.role"), type: "select", options: roleOptions(t, roles) },
    ],
    moreFilters: [
      { name: "created_from", label: t("users.created_from"), type: "date" },
      { name: "created_to", label: t("users.created_to"), type: "date" },
      ...(actor.can("users.delete") ? [deletedFilter(call)] : []),
    ],
    statuses: statuses.choices,
    selected: refusal ? form.list("users") : [],
    seesAll: actor.isSystemAdmin,
    exportTo: path("admin.users.export", request.query({ page: 1 })),
    createTo: actor.can("users.create") ? path("admin.users.create") : null,
  };
  return page("admin/users/list", "users.title", data, listOptions(request));
};

const deletedFilter = ({ t }: WebCall) => ({
  name: "deleted",
  label: t("users.deleted.filter"),
  type: "select",
  any: t("users.deleted.not"),
  options: [{ value: DELETED, label: t("users.deleted.only") }],
});

function presentCommon({ t }: WebCall, statuses: Statuses, { user, roles }: ListedUser) {
  const [role, ...others] = roles.map((one) => roleLabel(t, one));
  return {
    id: user.id,
    person: presentPerson(user),
    role: role ?? t("users.roles.none"),
    otherRoles: others.join(", "),
    status: statuses.badge(user.status),
  };
}

function presentRow(call: WebCall, statuses: Statuses, row: ListedUser) {
  const { actor, settings } = call;
  const { user } = row;
  return {
    ...presentCommon(call, statuses, row),
    isReader: user.id === actor.id,
    twoFactor: twoFactorBadge(call, row),
    isUnverified: isVerificationOutstanding(user, settings),
    createdAt: user.created_at,
    mayChangeStatus: rightsOver(actor, row).status === null,
    editTo: path("admin.users.edit", { user: user.id }),
  };
}

/** A deleted account has no page of its own. */
const presentDeleted = (call: WebCall, statuses: Statuses, row: ListedUser) => ({
  ...presentCommon(call, statuses, row),
  deletedAt: row.user.deleted_at!,
  restorableUntil: restorableUntil(row.user.deleted_at!),
  mayRestore: rightsOver(call.actor, row).deletion === null,
});

/** Exports all pages of the list. */
export const downloadUsers: WebHandler = async (call) => {
  const { request } = await userListRequest(call);
  request.assertSearchable();
  const { search, sort } = request;
  const { deleted: _never, ...filters } = request.filters;
  const recordedFilters = { ...(search === "" ? {} : { search }), ...filters, sort };
  const users = await exportUsers(call, {
    filters: filtersOf(request),
    sort,
    recordedFilters,
  });
  return download(csvFile("users", EXPORT_COLUMNS, users));
};
