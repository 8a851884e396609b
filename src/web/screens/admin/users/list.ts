import { isVerificationOutstanding } from "../../../../domain/registration/email-verification.js";
import { EXPORT_COLUMNS, exportUsers } from "../../../../domain/users/user-export.js";
import { rightsOver } from "../../../../domain/access/user-rights.js";
import { pendingInvitations } from "../../../../domain/users/invitations.js";
import { listUsers, type ListedUser } from "../../../../domain/users/user-list.js";
import { RESTORABLE_DAYS, restorableUntil } from "../../../../models/restorable.js";
import { path } from "../../../server/addresses.js";
import type { WebCall, WebHandler } from "../../../server/call.js";
import { roleLabel } from "../../../words/labels.js";
import { listOptions, listView, MOST_COUNTED } from "../../../lists/list-request.js";
import { csvFile } from "../../../../http/download.js";
import { download, page, type WebResult } from "../../../server/responses/web-result.js";
import { bulkOptions } from "./bulk-options.js";
import { presentPerson, twoFactorBadge, type Statuses } from "./account-view.js";
import { filterControls, filtersOf, userListRequest } from "./list-filters.js";

export const showUsers: WebHandler = (call) =>
  usersPage(call, { preview: null, selected: call.rejection ? call.form.list("users") : [] });

/** The list, with the selected accounts and the preview of a change, which asks for confirmation. */
export async function usersPage(
  call: WebCall,
  { preview, selected }: { preview: object | null; selected: readonly string[] },
): Promise<WebResult> {
  const { actor, rejection, params } = call;
  const { request, statuses, roles } = await userListRequest(call);
  const found = await listUsers(call, { ...request, filters: filtersOf(request), upTo: MOST_COUNTED });
  const showsDeleted = request.filters["deleted"] !== undefined;
  const invitations = await pendingInvitations(
    call,
    found.items.map(({ user }) => user.id),
  );
  const data = {
    list: listView(request, found),
    users: found.items.map((row) =>
      showsDeleted ? presentDeleted(call, statuses, row) : presentRow(call, statuses, row, invitations),
    ),
    showsDeleted,
    restorableDays: RESTORABLE_DAYS,
    // the row with the rejected password is expanded
    rejectedUser: rejection?.sentence === null ? (params["user"] ?? null) : null,
    ...filterControls(call, { statuses, roles }),
    bulkOptions: bulkOptions(call, statuses),
    selected,
    preview,
    seesAll: actor.isSystemAdmin,
    exportTo: path("admin.users.export", request.query({ page: 1 })),
    importTo: actor.can("users.create") ? path("admin.users.imports") : null,
    createTo: actor.can("users.create") ? path("admin.users.create") : null,
  };
  return page("admin/users/list", "users.title", data, listOptions(request));
}

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

function presentRow(
  call: WebCall,
  statuses: Statuses,
  row: ListedUser,
  invitations: ReadonlyMap<string, number | null>,
) {
  const { actor, settings } = call;
  const { user } = row;
  return {
    isReader: user.id === actor.id,
    twoFactor: twoFactorBadge(call, row),
    isUnverified: !invitations.has(user.id) && isVerificationOutstanding(user, settings),
    // undefined for an account without an invitation, null for one whose invitation has expired
    invitation: invitations.get(user.id),
    createdAt: user.created_at,
    lastSignInAt: user.last_login_at,
    mayChangeStatus: rightsOver(actor, row).status === null,
    editTo: path("admin.users.edit", { user: user.id }),
    ...presentCommon(call, statuses, row),
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
