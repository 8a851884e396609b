import * as z from "zod";
import { countActiveCredentials } from "../../../../domain/credentials/active-credentials.js";
import { deleteUser, updateUser } from "../../../../domain/users/user-administration.js";
import { rightsOver, type UserChanges } from "../../../../domain/access/user-rights.js";
import { VersionStale } from "../../../../lib/failures.js";
import { text, type MessageKey } from "../../../../texts/translate.js";
import { TEXT_FIELDS } from "../../../../models/account-fields.js";
import { fullNameOf } from "../../../../models/public-user.js";
import { path } from "../../../server/addresses.js";
import type { WebCall, WebHandler } from "../../../server/call.js";
import type { Difference } from "../../../forms/differences.js";
import { accountTexts, emailAddress, password, personName, type Form } from "../../../forms/form.js";
import { page, redirect, success, type WebResult } from "../../../server/responses/web-result.js";
import { endedInWords, userOf, userPageData } from "./page.js";
import { roleLabel } from "../../../words/labels.js";
import { Statuses } from "./account-view.js";

const UPDATE = "admin.users.update";

export const showUser: WebHandler = async (call) =>
  page("admin/users/view", "account.title", await dataOf(call));

/** Two forms submit to the same route, the account's and its password's; `rejectedForm` says which one was rejected. */
const dataOf = async (call: WebCall): Promise<object> => ({
  ...(await userPageData(call, await userOf(call))),
  differences: null,
  cutOff: null,
  rejectedForm: call.rejection?.route !== UPDATE ? null : isPasswordForm(call.form) ? "password" : "account",
});

const isPasswordForm = (form: Form): boolean => form.has("password") && !form.has("first_name");

/** Omitted fields stay as they are. The domain validates role and status. */
const changesOfAccount = z.object({
  first_name: personName().optional(),
  last_name: personName().optional(),
  ...accountTexts("administrator"),
  email: emailAddress().optional(),
  role: z.string().max(255).optional(),
  status: z.string().max(255).optional(),
});
const SENT_AGAIN = ["_version", ...Object.keys(changesOfAccount.shape)];
const changesOfPassword = z.object({ password: password(), password_confirmation: password() });

export const submitUserChanges: WebHandler = async (call) => {
  const { services, form } = call;
  const found = await userOf(call);
  const { user } = found;
  const changes = changesFrom(form);
  const isCutOff = services.statusPolicy.isCutOff(user.status, changes.status ?? user.status);
  const mayCutOff = isCutOff && rightsOver(call.actor, found).status === null;
  if (mayCutOff && !form.has("_confirmed")) return askToCutOff(call);
  const active = await countActiveCredentials(services.knex, user.id);
  try {
    const revoked = await updateUser(call, user.id, changes, versionOf(form));
    return answerTo(user.id, changes, revoked === null ? null : endedInWords(call, active));
  } catch (error) {
    if (!(error instanceof VersionStale)) throw error;
    return showStale(call);
  }
};

function changesFrom(form: Form): UserChanges {
  const { role, status, ...person } = form.read(changesOfAccount);
  const given = Object.entries(person).filter(([, value]) => value !== undefined);
  // an empty password beside other fields means no change
  const hasPassword = isPasswordForm(form) || form.text("password") !== "";
  return {
    ...Object.fromEntries(given),
    ...(role ? { role } : {}),
    ...(status ? { status } : {}),
    ...(hasPassword ? form.read(changesOfPassword) : {}),
  };
}

/** The version that the form was made from. Without one, any version is accepted. */
function versionOf(form: Form): ((version: number) => boolean) | null {
  return form.has("_version") ? (version) => form.text("_version") === String(version) : null;
}

function answerTo(id: string, changes: UserChanges, ended: string | null): WebResult {
  const isPassword = changes.password !== undefined;
  const key: MessageKey =
    ended === null ? "form.saved" : isPassword ? "account.password.saved" : "account.saved_cut_off";
  return redirect(
    path("admin.users.edit", { user: id }),
    success(key, ended === null ? {} : { what: ended }),
  );
}

/** The form with the entered values, and a dialog that asks before the account is cut off. Nothing is saved. */
async function askToCutOff(call: WebCall): Promise<WebResult> {
  call.rejection = { route: UPDATE, sentence: null, fields: {} };
  const { form } = call;
  const status = (await Statuses.read(call)).badge(form.text("status")).label;
  const names = SENT_AGAIN.filter((name) => form.has(name));
  const values = new Map([...names.map((name) => [name, form.text(name)] as const), ["_confirmed", "1"]]);
  const cutOff = { status, values: Object.fromEntries(values) };
  return page("admin/users/view", "account.title", { ...(await dataOf(call)), cutOff });
}

/** The form with the entered values and the differences to the stored ones, to be submitted again. */
async function showStale(call: WebCall): Promise<WebResult> {
  call.rejection = { route: UPDATE, sentence: text("form.stale"), fields: {} };
  const data = { ...(await dataOf(call)), differences: await differencesOf(call) };
  return page("admin/users/view", "account.title", data, { status: 409 });
}

async function differencesOf(call: WebCall): Promise<Difference[]> {
  const { user, roles } = await userOf(call);
  const { t, form } = call;
  const statuses = await Statuses.read(call);
  const fields: [field: string, value: string, now: string][] = [
    ["first_name", user.first_name, user.first_name],
    ["last_name", user.last_name, user.last_name],
    ...TEXT_FIELDS.map((name): [string, string, string] => [name, user[name], user[name]]),
    ["email", user.email, user.email],
    ["role", roles.length === 1 ? roles[0]!.name : "", roles.map((role) => roleLabel(t, role)).join(", ")],
    ["status", statuses.find(user.status)?.value ?? "", statuses.badge(user.status).label],
  ];
  return fields
    .filter(([name, value]) => form.has(name) && form.text(name) !== value)
    .map(([field, , now]) => ({ field, label: t(`field.${field}` as MessageKey), now }));
}

export const submitUserDeletion: WebHandler = async (call) => {
  const { user } = await userOf(call);
  await deleteUser(call, user.id, null);
  return redirect(path("admin.users.index"), success("account.deleted", { name: fullNameOf(user) }));
};
