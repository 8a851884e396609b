import * as z from "zod";
import { startSession } from "../../../auth/browser-sign-in.js";
import { registerAccount } from "../../../domain/registration/registration.js";
import type { WebHandler } from "../../server/call.js";
import { captchaOrigins, captchaView } from "../../server/captcha.js";
import { rememberNext } from "../../server/session/continuing.js";
import { emailAddress, password, personName } from "../../forms/form.js";
import { deviceOf } from "../../server/session/known-devices.js";
import { path } from "../../server/addresses.js";
import { keepRegistration } from "../../server/session/pending-registration.js";
import { page, redirect } from "../../server/responses/web-result.js";
import { finishSignIn } from "../sign-in/login.js";

export const showRegister: WebHandler = async (call) => {
  const enabled = await call.services.enabledProviders.list(call.settings);
  const providers = enabled.filter((provider) => provider.creates_accounts);
  const data = { captcha: captchaView(call), providers, next: call.next };
  return page("registration/register", "register.title", data, captchaOrigins(call));
};

const person = z.object({
  first_name: personName(),
  last_name: personName(),
  email: emailAddress(),
  password: password(),
  password_confirmation: password(),
});

/** If the address must be verified first, the user isn't signed in, and the page is the same for a taken address. */
export const submitRegister: WebHandler = async (call) => {
  const registration = {
    ...call.form.read(person),
    locale: call.locale,
    timezone: call.form.text("timezone"), // filled in by a script
  };
  const browser = { remember: false, deviceOf: deviceOf(call) };
  const registered = await registerAccount(call, registration, (context, account) =>
    startSession(context, account, browser, "password"),
  );
  if (registered.access !== null) return finishSignIn(call, registered.user, registered.access, call.next);
  rememberNext(call);
  keepRegistration(call, registered.pending);
  return redirect(path("verification.notice"));
};
