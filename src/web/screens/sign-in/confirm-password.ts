import type { WebHandler } from "../../server/call.js";
import { homeOf } from "../../server/navigation.js";
import { takeTypedPassword } from "../../server/password-confirmation.js";
import { page, redirect } from "../../server/reply.js";

export const showConfirmPassword: WebHandler = ({ next }) =>
  page("sign-in/confirm-password", "confirm.title", { next }, { layout: "guest" });

export const submitConfirmPassword: WebHandler = async (call) => {
  const { form, next } = call;
  await takeTypedPassword(call, form.text("current_password") || form.text("password"));
  return redirect(next ?? homeOf(call));
};
