import { z } from "zod";
import { startSession } from "../../../auth/web-sign-in.js";
import { registerAccount } from "../../../domain/registration/registration.js";
import type { WebHandler } from "../../server/call.js";
import { captchaOrigins, captchaView } from "../../server/captcha.js";
import { emailAddress, password, personName } from "../../forms/form.js";
import { deviceOf } from "../../server/known-devices.js";
import { page } from "../../server/reply.js";
import { welcome } from "../sign-in/login.js";
import { showCheckYourMail } from "./verify-email.js";

export const showRegister: WebHandler = (call) =>
  page("register", "register.title", { captcha: captchaView(call) }, captchaOrigins(call));

const person = z.object({
  first_name: personName(),
  last_name: personName(),
  email: emailAddress(),
  password: password(),
  password_confirmation: password(),
});

/** Where the address is to be verified first, nobody is signed in, and the page is the same for a taken address. */
export const submitRegister: WebHandler = async (call) => {
  const { services, settings, form, origin } = call;
  const registration = { ...form.read(person), locale: call.locale };
  const { user, access } = await registerAccount(services, settings, registration, origin, (trx, account) =>
    startSession(services, trx, settings, account, { remember: false, deviceOf: deviceOf(call) }, origin),
  );
  return access === null ? showCheckYourMail(call) : welcome(call, user, access, null);
};
