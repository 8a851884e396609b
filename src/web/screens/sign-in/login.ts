import * as z from "zod";
import { browserSignIn } from "../../../auth/browser-sign-in.js";
import { signIn } from "../../../auth/sign-in.js";
import { homeRealmOf, type HomeRealm } from "../../../domain/organisations/home-realm.js";
import { requirementOfAccount } from "../../../domain/requirements/two-factor-requirement.js";
import { signOut, type Session } from "../../../domain/sessions/sessions.js";
import { normalizeEmail, type User } from "../../../models/user.js";
import { localeOf } from "../../../texts/translate.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { captchaOrigins, captchaView } from "../../server/captcha.js";
import { relyingPartyOf } from "../../../domain/passkeys/relying-party.js";
import { credentialIdIn } from "../../forms/credential.js";
import { emailAddress, password } from "../../forms/form.js";
import { rememberNext } from "../../server/session/continuing.js";
import { deviceOf, rememberDevice } from "../../server/session/known-devices.js";
import { keepPendingSignIn } from "../../server/session/pending-sign-in.js";
import { findHints } from "../../server/request-hints.js";
import { page, redirect, success, type Flash, type WebResult } from "../../server/responses/web-result.js";
import { dateIn } from "../../words/times.js";

export const showLogin: WebHandler = async (call) =>
  page(
    "sign-in/login",
    "login.title",
    {
      next: call.next,
      loginHint: (await findHints(call.services, call.next)).login?.slice(0, 254) ?? null,
      canRegister: call.settings.get("auth.registration"),
      canReset: call.settings.get("auth.password_reset"),
      captcha: captchaView(call),
      providers: await call.services.enabledProviders.list(call.settings),
      passkeys: call.settings.get("auth.passkeys") ? { unknown: unknownCredential(call) } : null,
    },
    captchaOrigins(call),
  );

/** The passkey that was rejected because no account has it, for the browser to forget. */
function unknownCredential({ rejection, form, services }: WebCall): object | null {
  const sentence = rejection?.sentence ?? null;
  const isUnknown = typeof sentence === "object" && sentence?.key === "failure.passkey_unknown";
  const id = isUnknown ? credentialIdIn(form) : null;
  return id === null ? null : { id, rpId: relyingPartyOf(services.config.env).id };
}

const credentials = z.object({ email: emailAddress(), password: password() });

export const submitLogin: WebHandler = async (call) => {
  const { form, next } = call;
  const realm = form.flag("password_here")
    ? null
    : await homeRealmOf(call.services.knex, normalizeEmail(form.text("email")));
  if (realm) return leadHome(call, realm);
  const remember = form.flag("remember");
  const surface = browserSignIn({ remember, deviceOf: deviceOf(call) });
  const result = await signIn(call, form.read(credentials), surface);
  switch (result.outcome) {
    case "signed-in":
      return finishSignIn(call, result.user, result.access, next);
    case "two-factor-required":
      keepPendingSignIn(call, {
        challenge: result.challenge,
        email: form.text("email"),
        remember,
        next,
      });
      return redirect(path("two-factor.login"));
    case "verification-required":
      return verifyFirst(call, next);
  }
};

/** The page again, with the way to the provider of the organisation. The password can still be used. */
const leadHome = ({ form, next }: WebCall, { domain, provider }: HomeRealm): WebResult =>
  redirect(path("login", { next: next ?? undefined }), {
    kind: "info",
    key: "login.home_realm",
    values: { domain, provider: provider.name },
    link: {
      to: path("providers.begin", { provider: provider.id, next: next ?? undefined }),
      label: "login.home_realm.link",
    },
    entered: { email: form.text("email"), password_here: "1" },
  });

/** The sign-in continues when the address has been verified. */
export function verifyFirst(call: WebCall, next: string | null): WebResult {
  rememberNext(call, next);
  return redirect(path("verification.notice"));
}

/** Signs the browser in. */
export async function finishSignIn(
  call: WebCall,
  user: User,
  session: Session,
  next: string | null,
): Promise<WebResult> {
  call.session.adopt(session);
  call.clearCookie("challenge");
  if (call.readCookie("registration") !== undefined) call.clearCookie("registration");
  rememberDevice(call, user);
  // the dashboard shows the notice itself
  const notice = next === null ? null : await twoFactorNotice(call, user);
  return redirect(next ?? path("dashboard"), notice);
}

/** Says until when the account must have a second factor; null when it needn't set one up, or is led to the setup. */
async function twoFactorNotice({ services, settings }: WebCall, user: User): Promise<Flash | null> {
  const requirement = await requirementOfAccount(services, user, settings);
  if (requirement === null || requirement.isOverdue) return null;
  return {
    kind: "warning",
    key: "two_factor.required.notice",
    values: { time: dateIn(requirement.dueAt, localeOf(user), user.timezone) },
    link: { to: path("two-factor.setup"), label: "two_factor.required.link" },
  };
}

/** Keeps the page to continue at, for a user who signs in with another account. */
export const submitLogout: WebHandler = async ({ services, session, origin, next }) => {
  await signOut(services, session.current!, origin);
  session.clear();
  return redirect(path("login", { next: next ?? undefined }), success("login.signed_out"));
};
