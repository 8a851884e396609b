import { visibleRoles } from "../../../../domain/roles/role-list.js";
import { DAY, now, startOfUtcDay } from "../../../../lib/clock.js";
import { USER_SCREEN_SORTS } from "../../../../models/lists/user-list.js";
import type { UserFilters } from "../../../../models/lists/user-filters.js";
import { text, type MessageKey, type Text, type Translate } from "../../../../texts/translate.js";
import { ListRequest } from "../../../lists/list-request.js";
import type { WebCall } from "../../../server/call.js";
import { roleOptions } from "../../../words/labels.js";
import { Statuses } from "./account-view.js";

const NEWEST = { columns: USER_SCREEN_SORTS, byDefault: "-created_at" };
/** A deleted account doesn't change, so its last change is the deletion. */
const LATEST_DELETION = { columns: USER_SCREEN_SORTS, byDefault: "-updated_at" };
const ONLY = "only";
const TWO_FACTOR = ["on", "off"];
const LAST_SIGN_IN = ["within_7", "within_30", "before_30", "before_90", "before_365", "never"];

type UserListRequest = Awaited<ReturnType<typeof userListRequest>>;

/** The request for the list, with the options of its filters. */
export async function userListRequest(call: WebCall) {
  const statuses = await Statuses.read(call);
  const roles = visibleRoles(call.actor);
  const sorts = call.query("deleted") === ONLY ? LATEST_DELETION : NEWEST;
  const request = new ListRequest("admin.users.index", call, sorts, {
    status: (value) => (statuses.find(value) ? null : text("users.filter.status", { value })),
    role: (value) => (roles.some(({ name }) => name === value) ? null : text("users.filter.role", { value })),
    created_from: checkDay,
    created_to: checkDay,
    two_factor: oneOf(TWO_FACTOR),
    last_sign_in: oneOf(LAST_SIGN_IN),
    invited: oneOf([ONLY]),
    deleted: oneOf([ONLY]),
  });
  return { request, statuses, roles };
}

const oneOf =
  (values: readonly string[]) =>
  (value: string): Text | null =>
    values.includes(value) ? null : text("users.filter.unknown", { value });

const checkDay = (value: string): Text | null =>
  startOfUtcDay(value) === null ? text("users.filter.date", { value }) : null;

/** The options of the filter by last sign-in: within or before a number of days, or never. */
function lastSignInOf(option: string | undefined): UserFilters {
  if (option === undefined) return {};
  if (option === "never") return { neverSignedIn: true };
  const [kind, days] = option.split("_");
  const since = now() - Number(days) * DAY;
  return kind === "within" ? { signedInSince: since } : { notSignedInSince: since };
}

export function filtersOf({ search, filters }: ListRequest): UserFilters {
  const {
    status,
    role,
    created_from: from,
    created_to: to,
    two_factor: twoFactor,
    invited,
    deleted,
  } = filters;
  return {
    ...(search === "" ? {} : { search }),
    ...(status === undefined ? {} : { status }),
    ...(role === undefined ? {} : { role }),
    ...(from === undefined ? {} : { createdFrom: startOfUtcDay(from)! }),
    ...(to === undefined ? {} : { createdTo: startOfUtcDay(to)! }),
    ...(twoFactor === undefined ? {} : { twoFactor: twoFactor === "on" }),
    ...lastSignInOf(filters["last_sign_in"]),
    ...(invited === undefined ? {} : { invited: ONLY }),
    ...(deleted === undefined ? {} : { deleted: ONLY }),
  };
}

/** The filters that the list shows: those at once, and those behind a button. */
export function filterControls(
  { actor, t }: WebCall,
  { statuses, roles }: Pick<UserListRequest, "statuses" | "roles">,
) {
  const options = (key: "two_factor" | "last_sign_in", values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`users.${key}.${value}` as MessageKey) }));
  return {
    filters: [
      { name: "status", label: t("field.status"), type: "select", options: statuses.choices },
      { name: "role", label: t("field.role"), type: "select", options: roleOptions(t, roles) },
    ],
    moreFilters: [
      {
        name: "invited",
        label: t("users.invited.filter"),
        type: "select",
        options: [{ value: ONLY, label: t("users.invited.only") }],
      },
      {
        name: "two_factor",
        label: t("users.two_factor"),
        type: "select",
        options: options("two_factor", TWO_FACTOR),
      },
      {
        name: "last_sign_in",
        label: t("users.last_sign_in"),
        type: "select",
        options: options("last_sign_in", LAST_SIGN_IN),
      },
      { name: "created_from", label: t("users.created_from"), type: "date" },
      { name: "created_to", label: t("users.created_to"), type: "date" },
      ...(actor.can("users.delete") ? [deletedFilter(t)] : []),
    ],
  };
}

const deletedFilter = (t: Translate) => ({
  name: "deleted",
  label: t("users.deleted.filter"),
  type: "select",
  any: t("users.deleted.not"),
  options: [{ value: ONLY, label: t("users.deleted.only") }],
});
