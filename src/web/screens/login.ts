import { z } from "zod";
import { signInBrowser } from "../../auth/web-sign-in.js";
import { recordActivity } from "../../domain/audit.js";
import { closeSession, type Session } from "../../domain/sessions.js";
import { inTransaction } from "../../database/transaction.js";
import { localPath, path } from "../addresses.js";
import type { WebCall, WebHandler } from "../call.js";
import { captchaOrigins, captchaView } from "../captcha.js";
import { emailAddress, password } from "../forms.js";
import { knowsDevice, rememberDevice } from "../known-devices.js";
import { keepPendingSignIn } from "../pending-sign-in.js";
import { page, redirect, type WebReply } from "../reply.js";

export const showLogin: WebHandler = (call) =>
  page(
    "login",
    "login.title",
    {
      next: nextOf(call),
      canRegister: call.settings.get("auth.registration"),
      canReset: call.settings.get("auth.password_reset"),
      captcha: captchaView(call),
    },
    captchaOrigins(call),
  );

const credentials = z.object({ email: emailAddress(), password: password() });

export const submitLogin: WebHandler = async (call) => {
  const { services, settings, form, origin } = call;
  const remember = form.flag("remember");
  const knows = knowsDevice(call);
  const result = await signInBrowser(
    services,
    settings,
    { ...form.read(credentials), remember, knows },
    origin,
  );
  if (result.outcome === "two-factor-required") {
    keepPendingSignIn(call, { challenge: result.challenge, remember, next: nextOf(call) });
    return redirect(path("two-factor.login"));
  }
  return welcome(call, result.session, nextOf(call));
};

/** Where to go on: a field of the form, or the query of its page. Whatever is no path of this service is dropped. */
const nextOf = (call: WebCall): string | null => localPath(call.form.text("next") || call.query("next"));

/** The browser is signed in. */
export function welcome(call: WebCall, session: Session, next: string | null): WebReply {
  call.session.adopt(session);
  call.clearCookie("challenge");
  rememberDevice(call, session.userId);
  return redirect(next ?? path("dashboard"));
}

export const submitLogout: WebHandler = async (call) => {
  const { services, session, actor, origin } = call;
  await inTransaction(services.knex, async (trx) => {
    await closeSession(trx, session.current!.id);
    const subject = { type: "user", id: actor.id };
    await recordActivity(trx, { event: "logout", actorId: actor.id, subject }, origin);
  });
  session.forget();
  return redirect(path("login"), { kind: "success", key: "login.signed_out" });
};
