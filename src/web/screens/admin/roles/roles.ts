import type { RoleView } from "../../../../domain/access/authority.js";
import {
  createRole,
  deleteRole,
  getVisibleRole,
  mayDelete,
  RoleHeld,
  roleStamp,
  updateRole,
} from "../../../../domain/roles/role-administration.js";
import {
  countHolders,
  heldBy,
  listRoles,
  ROLE_SORTS,
  visibleRoles,
} from "../../../../domain/roles/role-list.js";
import { bestRankOf, type RoleChanges } from "../../../../domain/roles/role-input.js";
import { VersionStale } from "../../../../lib/failures.js";
import { text, type Sentence } from "../../../../texts/translate.js";
import { path } from "../../../server/addresses.js";
import type { WebCall, WebHandler } from "../../../server/call.js";
import type { Difference } from "../../../forms/differences.js";
import { roleLabel } from "../../../words/labels.js";
import { ListRequest, listOptions, listView } from "../../../lists/list-request.js";
import { page, redirect, success, type Flash, type WebResult } from "../../../server/responses/web-result.js";
import { differencesOf, matrixFor, presentRole, readOnlyReason, roleLimits } from "./role-view.js";
import type { RouteName } from "../../../server/paths.js";

const SORTS = { columns: ROLE_SORTS, byDefault: "rank" };
const UPDATE = "admin.roles.update";

export const showRoles: WebHandler = async (call) => {
  const { locale, t } = call;
  const request = new ListRequest("admin.roles.index", call, SORTS);
  const labelOf = (role: RoleView): string => roleLabel(t, role);
  const found = await listRoles(call, { ...request, labelOf, locale });
  const data = {
    roles: found.items.map(({ role, holders }) => ({ ...presentRole(call, role), holders })),
    list: listView(request, found),
    linksHolders: linksHolders(call),
  };
  return page("admin/roles/list", "roles.title", data, listOptions(request));
};

/** Whether the user can see the holders of a role. */
const linksHolders = ({ actor }: WebCall): boolean => actor.can("users.read");

/**
 * The form for a new role. If the address names a role, its rank and permissions are preselected, as far as they can
 * be given.
 */
export const showNewRole: WebHandler = (call) => {
  const { actor, rejection, t } = call;
  const readable = actor.can("roles.read") ? visibleRoles(actor) : [];
  const model = rejection ? undefined : readable.find(({ id }) => id === call.query("from"));
  const requested = rejection ? (selectedIn(call) ?? []) : model ? [...heldBy(model)] : [];
  return page("admin/roles/create", "roles.create.title", {
    copiedFrom: model ? roleLabel(t, model) : null,
    rank: model ? String(Math.max(model.rank, bestRankOf(actor))) : "",
    matrix: matrixFor(call, new Set(), requested),
    isLimited: !actor.isSystemAdmin,
    limits: roleLimits(call),
  });
};

export const submitRole: WebHandler = async (call) => {
  const name = call.form.text("name");
  const { id, label, isReduced } = await createRole(call, { name, ...changesOf(call) });
  return redirect(placeOf(call, id), saved("created", isReduced, { label }));
};

/** The domain validates the values. */
function changesOf(call: WebCall): RoleChanges {
  const { form } = call;
  const permissions = selectedIn(call);
  const fields = { label: form.text("label"), rank: form.text("rank") };
  return permissions ? { ...fields, permissions } : fields;
}

/**
 * The permissions in the form. The matrix has a hidden field, so an empty selection is an empty list; undefined
 * without a matrix.
 */
function selectedIn({ form }: WebCall): string[] | undefined {
  const sent = form.list("permissions");
  return sent.length === 0 ? undefined : sent.filter((name) => name !== "");
}

const saved = (what: "created" | "saved", isReduced: boolean, values: Record<string, string> = {}): Flash =>
  isReduced ? { kind: "warning", key: `roles.${what}_less`, values } : success(`roles.${what}`, values);

/** The client's page, or the next one that the user can read. */
function placeOf({ actor }: WebCall, role?: string): string {
  if (actor.can("roles.read"))
    return role === undefined ? path("admin.roles.index") : path("admin.roles.edit", { role });
  return path(actor.can("roles.create") ? "admin.roles.create" : "home");
}

export const showRole: WebHandler = (call) =>
  rolePage(call, getVisibleRole(call.actor, call.params["role"]!));

/** @param differences to the stored role, after someone else changed it */
async function rolePage(
  call: WebCall,
  role: RoleView,
  differences: Difference[] | null = null,
  status = 200,
): Promise<WebResult> {
  const { services, actor, rejection, form } = call;
  const readOnly = readOnlyReason(call, role);
  const isRejected = rejection?.route === UPDATE;
  const selected = (isRejected ? selectedIn(call) : undefined) ?? [...role.permissions];
  const data = {
    role: { ...presentRole(call, role), ...(await factsOf(call, role)) },
    readOnly,
    differences,
    // the form keeps its state until the user has seen the differences
    stamp: isRejected && differences === null ? form.text("_stamp") : roleStamp(services, role),
    matrix: matrixFor(call, heldBy(role), readOnly === null ? selected : null),
    isLimited: readOnly === null && !actor.isSystemAdmin,
    mayDelete: actor.can("roles.delete") && mayDelete(actor, role),
    limits: roleLimits(call),
    linksHolders: linksHolders(call),
  };
  return page("admin/roles/edit", "roles.edit.title", data, { status });
}

async function factsOf(call: WebCall, { id, createdAt, updatedAt }: RoleView) {
  const holders = await countHolders(call, id);
  return { holders: holders.get(id) ?? 0, createdAt, updatedAt };
}

export const submitRoleChanges: WebHandler = async (call) => {
  const { params, form } = call;
  const changes = changesOf(call);
  try {
    const stamp = form.text("_stamp");
    const { id, isReduced } = await updateRole(call, params["role"]!, changes, [stamp]);
    return redirect(placeOf(call, id), saved("saved", isReduced));
  } catch (error) {
    if (!(error instanceof VersionStale)) throw error;
    return conflict(call, UPDATE, text("form.stale"), changes);
  }
};

export const submitRoleDeletion: WebHandler = async (call) => {
  const { params, t } = call;
  try {
    const role = await deleteRole(call, params["role"]!);
    return redirect(placeOf(call), success("roles.deleted", { label: roleLabel(t, role) }));
  } catch (error) {
    if (!(error instanceof RoleHeld)) throw error;
    return conflict(call, "admin.roles.destroy", error.sentence);
  }
};

/** The page with the stored role and the entered values. */
function conflict(
  call: WebCall,
  route: RouteName,
  sentence: Sentence,
  typed?: RoleChanges,
): Promise<WebResult> {
  const role = getVisibleRole(call.actor, call.params["role"]!);
  call.rejection = { route, sentence, fields: {} };
  return rolePage(call, role, typed ? differencesOf(call, role, typed) : null, 409);
}
