import * as z from "zod";
import { revokeApplications } from "../../../domain/oauth/grants/applications.js";
import {
  changeOwnPassword,
  activePersonalTokens,
  revokeOwnTokens,
} from "../../../domain/passwords/own-password.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { User } from "../../../models/user.js";
import { password } from "../../forms/form.js";
import { rememberDevice } from "../../server/session/known-devices.js";
import { page, redirect, success, type WebResult } from "../../server/responses/web-result.js";
import { presentApplications } from "../oauth/client-view.js";

const fields = z.object({
  current_password: password(),
  password: password(),
  password_confirmation: password(),
});

/**
 * Changes the user's own password, for the security page and for the screen of expired ones. Access tokens and applications
 * stay active, so they are shown next, unless the password had to be changed on the way to another page.
 */
export const submitOwnPassword: WebHandler = (call) => changePassword(call, path("security"));

/** @param home the page to continue at, if the form names none and there is no access to show */
export async function changePassword(call: WebCall, home: string): Promise<WebResult> {
  const { services, session, form, actor } = call;
  session.renew(await changeOwnPassword(call, session.current!, form.read(fields)));
  // the password change has invalidated the known-device cookie
  rememberDevice(call, await User.query(services.knex).findById(actor.id).throwIfNotFound());
  return redirect(call.next ?? (await nextPage(call, home)), success("own_password.changed"));
}

/** The page of the active tokens and applications, if there are any. */
async function nextPage(call: WebCall, home = path("security")): Promise<string> {
  const { isEmpty } = await remainingAccess(call);
  return isEmpty ? home : path("user-password.access");
}

/** The access that stays active after a password change. */
async function remainingAccess(call: WebCall) {
  const [tokens, applications] = await Promise.all([
    activePersonalTokens(call.services.knex, call.actor.id),
    presentApplications(call),
  ]);
  return { tokens, applications, isEmpty: tokens.length === 0 && applications.length === 0 };
}

export const showAccessAfterPassword: WebHandler = async (call) => {
  const { tokens, applications, isEmpty } = await remainingAccess(call);
  if (isEmpty) return redirect(path("security"));
  return page("passwords/own-password-access", "own_password.access.title", {
    tokens: tokens.map(({ name, last_used_at, expires_at }) => ({ name, last_used_at, expires_at })),
    applications,
    hasCatalogue: call.services.config.tokens.scopes.length > 0,
  });
};

export const submitRevokeTokens: WebHandler = async (call) => {
  const count = await revokeOwnTokens(call);
  return redirect(await nextPage(call), success("own_password.tokens.revoked", { count }));
};

export const submitRevokeApplications: WebHandler = async (call) => {
  const count = await revokeApplications(call);
  return redirect(await nextPage(call), success("own_password.applications.revoked", { count }));
};
