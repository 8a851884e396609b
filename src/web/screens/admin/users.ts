import { isVerificationOutstanding } from "../../../domain/email-verification.js";
import { visibleRoles } from "../../../domain/role-list.js";
import { exportUsers, type ExportedUser } from "../../../domain/user-export.js";
import { rightsOver } from "../../../domain/user-rights.js";
import { listUsers, type UserPage } from "../../../domain/users.js";
import { startOfUtcDay, toRfc3339 } from "../../../lib/clock.js";
import type { CsvColumns } from "../../../lib/csv.js";
import { text, type Text } from "../../../lib/i18n/translate.js";
import { USER_SORTS, type UserFilters } from "../../../models/user-list.js";
import { path } from "../../addresses.js";
import type { WebCall, WebHandler } from "../../call.js";
import { roleLabel, roleOptions } from "../../labels.js";
import { ListRequest, listOptions, listView } from "../../lists.js";
import { csvDownload, page } from "../../reply.js";
import { presentPerson, Statuses } from "../../user-view.js";

const SORTS = { columns: USER_SORTS, byDefault: "-created_at" };

/** The list as the address of this call asks for it, and what it may be narrowed to. */
export async function userListRequest(call: WebCall) {
  const statuses = await Statuses.read(call);
  const roles = visibleRoles(call.actor);
  const request = new ListRequest("admin.users.index", call, SORTS, {
    status: (value) => (statuses.find(value) ? null : text("users.filter.status", { value })),
    role: (value) => (roles.some(({ name }) => name === value) ? null : text("users.filter.role", { value })),
    created_from: checkDay,
    created_to: checkDay,
  });
  return { request, statuses, roles };
}

const checkDay = (value: string): Text | null =>
  startOfUtcDay(value) === null ? text("users.filter.date", { value }) : null;

function filtersOf({ search, filters }: ListRequest): UserFilters {
  const { status, role, created_from: from, created_to: to } = filters;
  return {
    ...(search === "" ? {} : { search }),
    ...(status === undefined ? {} : { status }),
    ...(role === undefined ? {} : { role }),
    ...(from === undefined ? {} : { createdFrom: startOfUtcDay(from)! }),
    ...(to === undefined ? {} : { createdTo: startOfUtcDay(to)! }),
  };
}

export const showUsers: WebHandler = async (call) => {
  const { actor, form, refusal, t } = call;
  const { request, statuses, roles } = await userListRequest(call);
  const found = await pageOf(call, request);
  const data = {
    list: listView(request, found),
    users: found.rows.map((row) => presentRow(call, statuses, row)),
    filters: [
      { name: "status", label: t("field.status"), type: "select", options: statuses.choices },
      { name: "role", label: t("field.role"), type: "select", options: roleOptions(t, roles) },
    ],
    moreFilters: [
      { name: "created_from", label: t("users.created_from"), type: "date" },
      { name: "created_to", label: t("users.created_to"), type: "date" },
    ],
    statuses: statuses.choices,
    ticked: refusal ? form.list("users") : [],
    seesAll: actor.isSystemAdmin,
    exportTo: path("admin.users.export", request.query({ page: 1 })),
    createTo: actor.can("users.create") ? path("admin.users.create") : null,
  };
  return page("admin/users", "users.title", data, listOptions(request));
};

/** A page after the last one, which was there before somebody was deleted, is the last one. */
async function pageOf({ services, actor }: WebCall, request: ListRequest): Promise<UserPage> {
  const { sort, perPage } = request;
  const at = (page: number): Promise<UserPage> =>
    listUsers(services, actor, { filters: filtersOf(request), sort, page, perPage });
  const found = await at(request.page);
  const last = Math.max(1, Math.ceil(found.total / perPage));
  return request.page <= last ? found : at(last);
}

function presentRow(
  { actor, settings, t }: WebCall,
  statuses: Statuses,
  { user, roles }: UserPage["rows"][number],
) {
  const [role, ...others] = roles.map((one) => roleLabel(t, one));
  return {
    id: user.id,
    person: presentPerson(user),
    isReader: user.id === actor.id,
    isUnverified: isVerificationOutstanding(user, settings),
    role: role ?? t("users.roles.none"),
    otherRoles: others.join(", "),
    status: statuses.badge(user.status),
    createdAt: user.created_at,
    mayChangeStatus: rightsOver(actor, { user, roles }).status === null,
    editTo: path("admin.users.edit", { user: user.id }),
  };
}

const COLUMNS: CsvColumns<ExportedUser> = {
  id: ({ user }) => user.id,
  first_name: ({ user }) => user.first_name,
  last_name: ({ user }) => user.last_name,
  email: ({ user }) => user.email,
  status: ({ user }) => user.status,
  role: ({ role }) => role,
  email_verified_at: ({ user }) => toRfc3339(user.email_verified_at),
  created_at: ({ user }) => toRfc3339(user.created_at),
};

/** The same people as the list, all pages of it. */
export const downloadUsers: WebHandler = async (call) => {
  const { services, actor, origin } = call;
  const { request } = await userListRequest(call);
  request.assertSearchable();
  const { search, sort, filters } = request;
  const wish = { ...(search === "" ? {} : { search }), ...filters, sort };
  const users = await exportUsers(services, actor, { filters: filtersOf(request), sort, wish }, origin);
  return csvDownload("users", COLUMNS, users);
};
