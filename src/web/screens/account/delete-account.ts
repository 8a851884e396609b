import * as z from "zod";
import { deleteOwnAccount } from "../../../domain/users/delete-own-account.js";
import { path } from "../../server/addresses.js";
import type { WebHandler } from "../../server/call.js";
import { password } from "../../forms/form.js";
import { page, redirect, success } from "../../server/responses/web-result.js";

export const showDeleteAccount: WebHandler = ({ account }) =>
  page("account/delete-account", "delete_account.title", { hasPassword: Boolean(account.has_password) });

/** Requires the password in this form: a recent confirmation doesn't prove who is using the browser now. */
export const submitAccountDeletion: WebHandler = async (call) => {
  const { current_password } = call.form.read(z.object({ current_password: password() }));
  await deleteOwnAccount(call, current_password);
  call.session.clear();
  return redirect(path("login"), success("delete_account.done"));
};
