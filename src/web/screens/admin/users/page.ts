import { validate as isUuid } from "uuid";
import { listActivity, type ActivityEntry } from "../../../../domain/activity/activity-log.js";
import {
  countActiveCredentials,
  type ActiveCredentials,
} from "../../../../domain/credentials/active-credentials.js";
import { passwordDays } from "../../../../domain/passwords/password-expiry.js";
import { RoleHolder } from "../../../../domain/access/actor.js";
import { twoFactorStanding } from "../../../../domain/requirements/two-factor-requirement.js";
import { listPasskeysOf } from "../../../../domain/passkeys/removal.js";
import { listIdentitiesOf } from "../../../../domain/providers/identities-of-users.js";
import { assignableRoles } from "../../../../domain/access/assignable-roles.js";
import { rightsOver } from "../../../../domain/access/user-rights.js";
import { getVisibleUser, type VisibleUser } from "../../../../domain/access/visible-users.js";
import { awaitsPassword, pendingInvitations } from "../../../../domain/users/invitations.js";
import { canGetResetLink } from "../../../../domain/users/reset-link.js";
import { awaitsVerification } from "../../../../domain/registration/verification-reminder.js";
import { RowNotFound } from "../../../../lib/failures.js";
import { formatLocale, localeOf } from "../../../../texts/translate.js";
import { eachPreference, textsEditedBy } from "../../../../models/account-fields.js";
import { User } from "../../../../models/user.js";
import { devicesInWords, describeEvent } from "../../../words/activity-words.js";
import type { WebCall } from "../../../server/call.js";
import { roleLabel, roleOptions } from "../../../words/labels.js";
import { ungrouped, type SelectGroup } from "../../../forms/select-groups.js";
import { presentPerson, Statuses } from "./account-view.js";
import { statusActions } from "./status-actions.js";
import { factorsOf } from "./sign-in-methods.js";

const SHOWN_EVENTS = 8;
const ACTIVITY = "activity-logs.read";

/** The account in the address, if the user can see it. @throws RowNotFound */
export async function userOf({ services, actor, params }: WebCall): Promise<VisibleUser> {
  const id = params["user"]!;
  if (!isUuid(id)) throw new RowNotFound(); // MariaDB raises an error when it compares an id with non-ASCII text
  return getVisibleUser(services.knex, actor, id);
}

/** The data of an account's page, with the user's rights over the account. */
export async function userPageData(call: WebCall, found: VisibleUser): Promise<object> {
  const { services, settings, actor } = call;
  const { user } = found;
  const [account, passkeys, identities, open, invitations, statuses, activity] = await Promise.all([
    User.query(services.knex).findById(user.id).throwIfNotFound(),
    listPasskeysOf(call, user.id),
    listIdentitiesOf(call, user.id),
    countActiveCredentials(services.knex, user.id),
    pendingInvitations(call, [user.id]),
    Statuses.read(call),
    actor.can(ACTIVITY) ? activityOf(call, user.id) : null,
  ]);
  return {
    account: {
      ...presentAccount(call, found, account),
      ...factorsOf(call, account, passkeys, identities),
      status: statuses.badge(user.status),
    },
    isOneself: user.id === actor.id,
    isAbove: !actor.hasAllPermissionsOfAccount(found.roles),
    rights: rightsOver(actor, found),
    endings: endingsOf(call, open),
    verifies: settings.get("auth.email_verification"),
    canGetResetLink: canGetResetLink(settings, account),
    canBeInvited: awaitsPassword(account),
    invitation: invitations.get(user.id),
    // the invitation verifies the address, too
    awaitsVerification: !account.isInvited && awaitsVerification(user, settings),
    role: roleChoice(call, found),
    status: statusChoice(user.status, statuses),
    ...statusActions(call, account, statuses),
    statusHint: statusHint(call, statuses),
    activity,
  };
}

/** What ends with all access, in words. */
function endingsOf({ t }: WebCall, open: Readonly<ActiveCredentials>): string[] {
  const kinds = ["sessions", "tokens", "applications"] as const;
  return kinds
    .filter((kind) => open[kind] > 0)
    .map((kind) => t(`account.access.${kind}`, { count: open[kind] }));
}

/** What has ended, for a message. */
export function endedInWords(call: WebCall, ended: ActiveCredentials): string {
  const kinds = endingsOf(call, ended);
  return kinds.length === 0
    ? call.t("account.access.none")
    : new Intl.ListFormat(formatLocale(call.locale), { type: "unit" }).format(kinds);
}

function presentAccount(
  { t, settings, actor }: WebCall,
  { user, roles }: VisibleUser,
  account: User,
): object {
  return {
    ...presentPerson(user),
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    texts: textsEditedBy("administrator").map((field) => ({ ...field, value: user[field.name] })),
    version: user.version,
    roles: roles.map((role) => roleLabel(t, role)),
    verifiedAt: user.email_verified_at,
    pendingEmail: account.pending_email,
    twoFactorSince: account.two_factor_confirmed_at,
    twoFactorIsUsed: settings.get("auth.two_factor"),
    twoFactor: twoFactorStanding(user, new RoleHolder(roles, actor.allRoles), settings),
    isInvited: account.isInvited,
    hasPassword: account.password !== null,
    passwordAge: passwordDays(account, settings).age,
    lastLoginAt: account.last_login_at,
    lastLoginIp: account.last_login_ip,
    ...eachPreference((name) => user[name]),
    locale: localeOf(user),
    createdAt: user.created_at,
    updatedAt: user.updated_at,
  };
}

/** The options of the partial `forms/select`. The empty value means no change. */
interface Choice {
  value: string;
  groups: SelectGroup[];
}

const choiceOf = (value: string, options: SelectGroup["options"]): Choice => ({
  value,
  groups: ungrouped(options),
});

/**
 * Choosing a role replaces all others, so an account without exactly one role keeps its roles unless another one is
 * chosen.
 */
function roleChoice({ actor, t }: WebCall, { roles }: VisibleUser): Choice {
  const options = roleOptions(t, assignableRoles(actor));
  if (roles.length === 1) return choiceOf(roles[0]!.name, options);
  const label = roles.map((role) => roleLabel(t, role)).join(", ") || t("users.roles.none");
  return choiceOf("", [{ value: "", label }, ...options]);
}

/** A status that isn't defined any more is kept, too. */
function statusChoice(status: string | null, statuses: Statuses): Choice {
  const { choices } = statuses;
  if (status !== null && statuses.find(status)) return choiceOf(status, choices);
  return choiceOf("", [{ value: "", label: statuses.badge(status).label }, ...choices]);
}

/** The hint under the status field: which statuses end all access. */
export function statusHint({ services, locale, t }: WebCall, statuses: Statuses): string {
  const { statusPolicy } = services;
  if (!statusPolicy.enforced) return t("account.status.hint_off");
  const denied = statuses.choices.filter(({ value }) => statusPolicy.isDenied(value));
  if (denied.length === 0) return "";
  const list = new Intl.ListFormat(formatLocale(locale)).format(denied.map(({ label }) => label));
  return t("account.status.hint", { count: denied.length, statuses: list });
}

/** The latest rows with the account as actor or subject that the user's rank allows. */
async function activityOf(call: WebCall, id: string): Promise<object[]> {
  const [done, suffered] = await Promise.all(
    [{ actor: id }, { subject: id }].map((request) => listActivity(call, request, null, SHOWN_EVENTS)),
  );
  const entries = new Map([...done!.entries, ...suffered!.entries].map((entry) => [entry.id, entry]));
  return [...entries.values()]
    .sort((left, right) => right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1))
    .slice(0, SHOWN_EVENTS)
    .map((entry) => presentEntry(call, id, entry));
}

function presentEntry({ t }: WebCall, id: string, entry: ActivityEntry): object {
  const { event, actor, actorId, userAgent, ip } = entry;
  const device = userAgent === null ? null : devicesInWords(t)(userAgent);
  return {
    text: describeEvent(t, event),
    note: actor !== null && actorId !== id ? t("account.activity.by", { name: actor.name }) : null,
    from: [device, ip].filter((part) => part !== null).join(", "),
    at: entry.createdAt,
  };
}
