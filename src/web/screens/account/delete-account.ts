import { z } from "zod";
import { deleteOwnAccount } from "../../../domain/users/delete-own-account.js";
import { path } from "../../server/addresses.js";
import type { WebHandler } from "../../server/call.js";
import { password } from "../../forms/form.js";
import { page, redirect, success } from "../../server/reply.js";

export const showDeleteAccount: WebHandler = () => page("account/delete-account", "delete_account.title");

/** Takes the password of this very form: a recent one says nothing about who sits here now. */
export const submitAccountDeletion: WebHandler = async (call) => {
  const { current_password } = call.form.read(z.object({ current_password: password() }));
  await deleteOwnAccount(call, current_password);
  call.session.forget();
  return redirect(path("login"), success("delete_account.done"));
};
