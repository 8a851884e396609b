import { CaptchaFailed, testCaptcha } from "../../../../domain/captcha/captcha.js";
import { sendTestMail } from "../../../../domain/mail/mail-test.js";
import { path } from "../../../server/addresses.js";
import type { WebHandler } from "../../../server/call.js";
import { captchaResponse } from "../../../server/captcha.js";
import { mailed, redirect, success } from "../../../server/responses/web-result.js";

/** Sends a mail to the administrator's own address, with the saved settings. */
export const submitMailTest: WebHandler = async ({ services, settings, account, origin }) => {
  const trouble = await sendTestMail(services, settings, account, origin);
  return redirect(
    path("admin.settings.mail"),
    trouble === null
      ? mailed("settings.mail_test.sent", { email: account.email })
      : { kind: "danger", key: `settings.mail_test.${trouble}` },
  );
};

/** Checks the page's widget with the provider, whether or not the captcha is on. */
export const submitCaptchaTest: WebHandler = async (call) => {
  const verdict = await testCaptcha(call, captchaResponse(call.form));
  if (verdict !== "passed") throw new CaptchaFailed(`settings.captcha_test.${verdict}`);
  return redirect(path("admin.settings.captcha"), success("settings.captcha_test.passed"));
};
