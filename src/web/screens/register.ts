import { z } from "zod";
import { startSession } from "../../auth/web-sign-in.js";
import { registerAccount, registerDiscreetly } from "../../domain/registration.js";
import type { WebHandler } from "../call.js";
import { captchaOrigins, captchaView } from "../captcha.js";
import { emailAddress, password, personName } from "../forms.js";
import { knowsDevice } from "../known-devices.js";
import { page } from "../reply.js";
import { welcome } from "./login.js";
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
  if (settings.get("auth.email_verification")) {
    await registerDiscreetly(services, settings, registration, origin);
    return showCheckYourMail(call);
  }
  const { access } = await registerAccount(services, settings, registration, origin, (trx, user) =>
    startSession(services, trx, settings, user, { remember: false, knows: knowsDevice(call) }, origin),
  );
  return welcome(call, access!, null);
};
