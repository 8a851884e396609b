import * as z from "zod";
import { requestPasswordReset } from "../../../domain/passwords/password-reset.js";
import type { WebHandler } from "../../server/call.js";
import { captchaOrigins, captchaView } from "../../server/captcha.js";
import { rememberNext } from "../../server/session/continuing.js";
import { emailAddress } from "../../forms/form.js";
import { page } from "../../server/responses/web-result.js";

/** Also for signed-in users, who may not know their current password. */
export const showForgotPassword: WebHandler = (call) =>
  page(
    "passwords/forgot-password",
    "forgot.title",
    { captcha: captchaView(call), next: call.next },
    { layout: "guest", ...captchaOrigins(call) },
  );

const address = z.object({ email: emailAddress() });

/** The answer is the same for every address. */
export const submitForgotPassword: WebHandler = async (call) => {
  const { email } = call.form.read(address);
  await requestPasswordReset(call, email);
  rememberNext(call);
  return page("passwords/reset-sent", "verify.sent.title", { email, next: call.next }, { layout: "guest" });
};
