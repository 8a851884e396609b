import { checkTwoFactorRequirement } from "../../domain/requirements/two-factor-requirement.js";
import { isVerificationOutstanding } from "../../domain/registration/email-verification.js";
import { passwordDue } from "../../domain/passwords/password-expiry.js";
import { RegistrationDisabled } from "../../domain/registration/registration.js";
import { RowNotFound } from "../../lib/failures.js";
import { asksForFreshSignIn } from "../../oauth/openid/openid-request.js";
import { pagePath, path } from "./addresses.js";
import type { WebCall } from "./call.js";
import { requireCaptcha } from "./captcha.js";
import { answerClient } from "./responses/client-answer.js";
import { WebException } from "./responses/errors.js";
import { nextFor, rememberNext } from "./session/continuing.js";
import { homeOf } from "./responses/navigation.js";
import { hasRecentPassword, takeTypedPassword } from "./session/password-confirmation.js";
import type { RouteName } from "./paths.js";
import { redirect, type WebResult } from "./responses/web-result.js";
import { addressAfterProof } from "./session/sign-in-proof.js";

type GuardResult = WebResult | null;
/** Lets the request continue (null) or answers it. @throws a failure */
export type Guard = (call: WebCall) => Promise<GuardResult> | GuardResult;

/** The guards that decide about access. A route must have one of them. */
export const ACCESS = ["public", "guest", "auth", "auth.two-factor-setup", "auth.any", "oauth.auth"] as const;

export type GuardName =
  | (typeof ACCESS)[number]
  | "password.confirm"
  | "captcha"
  | `feature:${"registration" | "password_reset" | "two_factor" | "passkeys" | "second_factor" | "oauth" | "agents"}`;

/** The guards that a route can name. */
export const GUARDS: Record<GuardName, Guard> = {
  /** Everyone, signed in or not. */
  public: () => null,
  /** Only guests. Someone who has signed in meanwhile, in another tab, continues at the page that they asked for. */
  guest: (call) => (call.isGuest ? null : redirect(call.next ?? homeOf(call))),
  /**
   * Signed in, with a verified address and a second factor if they are required, and a password that doesn't have to be
   * replaced.
   */
  auth: async (call) => (await requireAccount(call)) ?? (await requireSecondFactor(call)),
  /** `auth` for the pages that set up the second factor. */
  "auth.two-factor-setup": (call) => requireAccount(call),
  /** Signed in, even if a verification, a new password or a second factor is outstanding. */
  "auth.any": (call) => requireSignIn(call),
  /** The password was entered recently, or is in this form. */
  "password.confirm": (call) => requireRecentPassword(call),
  /** The captcha, while it is on; always after the limiter. */
  captcha: (call) => requireCaptcha(call),
  /**
   * `auth` for an authorization request: a client that asks for no page gets an error in place of one (`prompt=none`), and a
   * guest whose sign-in must be fresh proves it by signing in.
   */
  "oauth.auth": async (call) => {
    const stopped = await GUARDS.auth(call);
    if (stopped === null) return null;
    const { authorization } = call.oauth!;
    const verdict = await authorization.validate(call.queryString, () => false, call.origin.ip);
    const rejection = authorization.silentRejection(verdict);
    if (rejection !== null) return answerClient(rejection);
    const asksForProof = call.isGuest && verdict.kind === "valid" && asksForFreshSignIn(verdict.request);
    return asksForProof
      ? redirect(path("login", { next: await nextFor(call, addressAfterProof(call)) }))
      : stopped;
  },
  "feature:registration": (call) => {
    if (!call.settings.get("auth.registration")) throw new RegistrationDisabled();
    return null;
  },
  "feature:password_reset": (call) => requireFeature(call.settings.get("auth.password_reset")),
  "feature:oauth": (call) => requireFeature(call.oauth !== null),
  "feature:agents": (call) => requireFeature(call.settings.get("agents.enabled")),
  "feature:two_factor": (call) => requireFeature(call.settings.get("auth.two_factor")),
  "feature:passkeys": (call) => requireFeature(call.settings.get("auth.passkeys")),
  "feature:second_factor": (call) =>
    requireFeature(call.settings.get("auth.two_factor") || call.settings.get("auth.passkeys")),
};

const requireAccount = async (call: WebCall): Promise<GuardResult> =>
  (await requireSignIn(call)) ?? (await requireVerification(call)) ?? (await requireFreshPassword(call));

/** The address of a screen that leads back to the page, or to the page with the form, which isn't sent again. */
const screen =
  (route: RouteName) =>
  async (call: WebCall): Promise<string> => {
    const back = call.isRead ? call.address : pagePath(call.referringPath);
    return path(route, { next: back === null ? undefined : await nextFor(call, back) });
  };

/** `screen` with an address without a query, because a link in a mail can lead on from it. */
const remembering =
  (route: RouteName) =>
  async (call: WebCall): Promise<string> => {
    if (call.isRead && call.address !== homeOf(call))
      rememberNext(call, (await nextFor(call, call.address)) ?? null);
    return path(route);
  };

const signInScreen = async (call: WebCall): Promise<string> =>
  path("login", { next: call.isRead ? await nextFor(call, call.address) : undefined });

/** Redirects a page to the screen that helps. A script gets a status and an error code. */
async function sendTo(
  call: WebCall,
  to: (call: WebCall) => Promise<string>,
  status: number,
  code: string,
): Promise<WebResult> {
  if (call.wantsJson) throw new WebException(status, code);
  return redirect(await to(call));
}

async function requireSignIn(call: WebCall): Promise<GuardResult> {
  if (!call.isGuest) return null;
  return sendTo(call, signInScreen, 401, "unauthenticated");
}

async function requireVerification(call: WebCall): Promise<GuardResult> {
  if (!isVerificationOutstanding(call.account, call.settings)) return null;
  return sendTo(call, remembering("verification.notice"), 403, "email_verification_required");
}

/** Scripts are redirected, too (docs/requirements.md, "Password expiry"). */
async function requireFreshPassword(call: WebCall): Promise<GuardResult> {
  if (passwordDue(call.account, call.settings) === null) return null;
  return redirect(await remembering("password.expired")(call));
}

async function requireSecondFactor(call: WebCall): Promise<GuardResult> {
  const { services, actor, settings } = call;
  const requirement = await checkTwoFactorRequirement(services, actor, settings);
  if (!requirement?.isOverdue) return null;
  return sendTo(call, screen("two-factor.setup"), 403, "two_factor_setup_required");
}

async function requireRecentPassword(call: WebCall): Promise<GuardResult> {
  if (hasRecentPassword(call)) return null;
  if (!call.isRead && call.form.has("current_password")) {
    await takeTypedPassword(call);
    return null;
  }
  return sendTo(call, screen("password.confirm"), 423, "password_confirmation_required");
}

function requireFeature(enabled: boolean): null {
  if (!enabled) throw new RowNotFound();
  return null;
}
