import { CaptchaFailed, tryCaptcha } from "../../../../domain/captcha/captcha.js";
import { sendTestMail } from "../../../../domain/mail/mail-test.js";
import { path } from "../../../server/addresses.js";
import type { WebHandler } from "../../../server/call.js";
import { captchaResponse } from "../../../server/captcha.js";
import { redirect, success } from "../../../server/reply.js";

/** To the administrator's own address, by what is saved. */
export const submitMailTest: WebHandler = async ({ services, settings, account, origin }) => {
  const trouble = await sendTestMail(services, settings, account, origin);
  return redirect(
    path("admin.settings.mail"),
    trouble === null
      ? success("settings.mail_test.sent", { email: account.email })
      : { kind: "danger", key: `settings.mail_test.${trouble}` },
  );
};

/** Asks the provider about the widget of the page, whether or not the captcha is switched on. */
export const submitCaptchaTest: WebHandler = async (call) => {
  const verdict = await tryCaptcha(call, captchaResponse(call.form));
  if (verdict !== "passed") throw new CaptchaFailed(`settings.captcha_test.${verdict}`);
  return redirect(path("admin.settings.captcha"), success("settings.captcha_test.passed"));
};
