import type { WebHandler } from "../call.js";
import { homeOf } from "../navigation.js";
import { takeTypedPassword } from "../password-confirmation.js";
import { page, redirect } from "../reply.js";

export const showConfirmPassword: WebHandler = ({ next }) =>
  page("confirm-password", "confirm.title", { next }, { layout: "guest" });

export const submitConfirmPassword: WebHandler = async (call) => {
  const { form, next } = call;
  await takeTypedPassword(call, form.text("current_password") || form.text("password"));
  return redirect(next ?? homeOf(call));
};
