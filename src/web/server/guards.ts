import { isVerificationOutstanding } from "../../domain/registration/email-verification.js";
import { passwordDue } from "../../domain/passwords/password-expiry.js";
import { RegistrationDisabled } from "../../domain/registration/registration.js";
import { RowNotFound } from "../../lib/failures.js";
import { pagePath, path } from "./addresses.js";
import type { WebCall } from "./call.js";
import { requireCaptcha } from "./captcha.js";
import { WebException } from "./errors.js";
import { homeOf } from "./navigation.js";
import { hasRecentPassword, takeTypedPassword } from "./password-confirmation.js";
import { redirect, type WebReply } from "./reply.js";

type Answer = WebReply | null;
/** Lets the request go on (null) or answers in its place. @throws a failure */
export type Guard = (call: WebCall) => Promise<Answer> | Answer;

/** The words that say who may come. A row without one does not start. */
export const ACCESS = ["public", "guest", "auth", "auth.any"] as const;

export type GuardName =
  | (typeof ACCESS)[number]
  | "password.confirm"
  | "captcha"
  | `feature:${"registration" | "password_reset" | "two_factor" | "oauth"}`;

/** What a row of the table may ask for, by name. */
export const GUARDS: Record<GuardName, Guard> = {
  /** Anybody, signed in or not. */
  public: () => null,
  /** Nobody who is signed in. */
  guest: (call) => (call.isGuest ? null : redirect(homeOf(call))),
  /** Signed in, with a verified address where that is asked for, and a password of one's own that has not expired. */
  auth: (call) => requireSignIn(call) ?? requireVerification(call) ?? requireFreshPassword(call),
  /** Signed in, whatever is outstanding. */
  "auth.any": (call) => requireSignIn(call),
  /** The password was typed in recently, or comes with this very form. */
  "password.confirm": (call) => requireRecentPassword(call),
  /** The check against robots, while it is switched on; always after the limiter. */
  captcha: (call) => requireCaptcha(call),
  "feature:registration": (call) => {
    if (!call.settings.get("auth.registration")) throw new RegistrationDisabled();
    return null;
  },
  "feature:password_reset": (call) => requireFeature(call.settings.get("auth.password_reset")),
  "feature:oauth": (call) => requireFeature(call.oauth !== null),
  "feature:two_factor": (call) => requireFeature(call.settings.get("auth.two_factor")),
};

/** A page leads to the screen that helps; a script is told what is missing, by a word that it can know. */
function sendTo(call: WebCall, to: () => string, status: number, code: string): WebReply {
  if (call.wantsJson) throw new WebException(status, code);
  return redirect(to());
}

/** After signing in the reader goes on where they wanted to go; a form that was sent is not sent again. */
function requireSignIn(call: WebCall): Answer {
  if (!call.isGuest) return null;
  const next = call.isRead ? call.address : undefined;
  return sendTo(call, () => path("login", { next }), 401, "unauthenticated");
}

function requireVerification(call: WebCall): Answer {
  if (!isVerificationOutstanding(call.account, call.settings)) return null;
  return sendTo(call, () => path("verification.notice"), 403, "email_verification_required");
}

/** Scripts are led there, too: service.md ("Password expiry") makes no difference. */
function requireFreshPassword(call: WebCall): Answer {
  return passwordDue(call.account, call.settings) !== null ? redirect(path("password.expired")) : null;
}

/** A page is asked for again after the confirmation; a form is not, so the page with the form is. */
async function requireRecentPassword(call: WebCall): Promise<Answer> {
  if (hasRecentPassword(call)) return null;
  if (!call.isRead && call.form.has("current_password")) {
    await takeTypedPassword(call);
    return null;
  }
  const back = call.isRead ? call.address : pagePath(call.referringPath);
  const confirm = () => path("password.confirm", { next: back ?? undefined });
  return sendTo(call, confirm, 423, "password_confirmation_required");
}

function requireFeature(enabled: boolean): null {
  if (!enabled) throw new RowNotFound();
  return null;
}
