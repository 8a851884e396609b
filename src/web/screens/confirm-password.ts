import { localPath, path } from "../addresses.js";
import type { WebCall, WebHandler } from "../call.js";
import { takeTypedPassword } from "../password-confirmation.js";
import { page, redirect } from "../reply.js";

export const showConfirmPassword: WebHandler = (call) =>
  page("confirm-password", "confirm.title", { next: nextOf(call) }, { layout: "guest" });

export const submitConfirmPassword: WebHandler = async (call) => {
  const { form } = call;
  await takeTypedPassword(call, form.text("current_password") || form.text("password"));
  return redirect(nextOf(call) ?? path("dashboard"));
};

const nextOf = (call: WebCall): string | null => localPath(call.form.text("next") || call.query("next"));
