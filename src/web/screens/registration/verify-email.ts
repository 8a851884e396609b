import * as z from "zod";
import {
  isVerificationOutstanding,
  readVerificationLink,
  requestVerification,
  resendVerification,
  verifyAddress,
  VerificationLinkInvalid,
  type VerificationLink,
} from "../../../domain/registration/email-verification.js";
import {
  cancelEmailChange,
  isOtherAddress,
  pendingEmailOf,
  updateOwnProfile,
} from "../../../domain/profile/own-profile.js";
import { correctAddress, isRegistrationVerified } from "../../../domain/registration/registration.js";
import { pagePath, path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { rememberedNext, takeRememberedNext } from "../../server/session/continuing.js";
import { requirePasswordForEmail } from "../../server/session/password-confirmation.js";
import { keepRegistration, keptRegistration } from "../../server/session/pending-registration.js";
import { emailAddress } from "../../forms/form.js";
import { homeOf } from "../../server/responses/navigation.js";
import {
  envelope,
  mailed,
  page,
  redirect,
  success,
  type PageOptions,
  type WebResult,
} from "../../server/responses/web-result.js";

/** The page of an account, or of a registration in this browser, that must verify its address first. */
export const showVerificationNotice: WebHandler = async (call) => {
  if (await isAwaited(call)) return call.isGuest ? checkYourMail(call, false) : notice(call);
  if (!call.isGuest) return redirect(takeRememberedNext(call) ?? homeOf(call));
  return toLogin(call);
};

/** Whether the account of this browser, or the one that it registered, waits for verification. */
async function isAwaited(call: WebCall): Promise<boolean> {
  if (!call.isGuest) return isVerificationOutstanding(call.account, call.settings);
  const pending = keptRegistration(call);
  if (pending === null || !call.settings.get("auth.email_verification")) return false;
  return !(await isRegistrationVerified(call.services, pending));
}

/** Asked by a script while the page waits, because another device can open the link. */
export const showVerificationStatus: WebHandler = async (call) =>
  envelope(200, "OK", { waiting: await isAwaited(call) });

/** The sign-in page; with the address of the registration that has been verified. */
function toLogin(call: WebCall): WebResult {
  const pending = keptRegistration(call);
  const next = takeRememberedNext(call) ?? undefined;
  if (pending === null) return redirect(path("login", { next }));
  call.clearCookie("registration");
  const isVerified = call.settings.get("auth.email_verification");
  const entered = { email: pending.account.email };
  return redirect(path("login", { next }), isVerified ? { ...success("verify.done"), entered } : null);
}

async function notice(call: WebCall): Promise<WebResult> {
  const { account, services } = call;
  const email = (await pendingEmailOf(services.knex, account.id)) ?? account.email;
  return page("registration/verify-notice", "verify.notice.title", { email }, { layout: "guest" });
}

/** The page for a guest, which reveals nothing about the entered address. */
function checkYourMail(call: WebCall, again: boolean): WebResult {
  const registered = keptRegistration(call)?.account.email;
  const data = {
    again,
    email: registered ?? call.form.text("email"),
    isOwn: registered !== undefined,
    next: call.next ?? rememberedNext(call),
  };
  return page("registration/verify-sent", "verify.sent.title", data);
}

/** Shows the page with the button again. */
export const showVerificationAgain: WebHandler = (call) =>
  call.isGuest ? checkYourMail(call, false) : showVerificationNotice(call);

const address = z.object({ email: emailAddress() });

export const sendVerification: WebHandler = async (call) => {
  if (call.isGuest) {
    await requestVerification(call, call.form.read(address).email);
    return checkYourMail(call, true);
  }
  await resendVerification(call);
  const back = pagePath(call.referringPath) ?? path("verification.notice");
  return redirect(back, mailed("verify.resent"));
};

/** Replaces an address that nobody has verified. Only a mail to another account reveals that the new one is taken. */
export const changeUnverifiedAddress: WebHandler = async (call) => {
  const { email } = call.form.read(address);
  if (await isAwaited(call))
    await (call.isGuest ? registerAgain(call, email) : changeOwnAddress(call, email));
  return redirect(path("verification.notice"));
};

const registerAgain = async (call: WebCall, email: string): Promise<void> =>
  keepRegistration(call, await correctAddress(call, keptRegistration(call)!, email));

async function changeOwnAddress(call: WebCall, email: string): Promise<void> {
  if (isOtherAddress(call.account, email)) {
    await requirePasswordForEmail(call);
    return updateOwnProfile(call, {}, email);
  }
  await cancelEmailChange(call);
  await resendVerification(call);
}

const OPTIONS: PageOptions = { layout: "guest", secretAddress: true };

const linkOf = (call: WebCall): VerificationLink => ({
  id: call.params["id"]!,
  hash: call.params["hash"]!,
  expires: call.query("expires") ?? "",
  signature: call.query("signature") ?? "",
});

/** Opening the link changes nothing, because mail scanners open links, too. */
export const showVerification: WebHandler = (call) =>
  catchInvalidLink(call, async () => {
    const link = linkOf(call);
    const { email, state } = await readVerificationLink(call.services, link);
    return page("registration/verify-link", "verify.link.title", { link, email, state }, OPTIONS);
  });

/** Verifies the address without signing in. */
export const confirmVerification: WebHandler = (call) =>
  catchInvalidLink(call, async () => {
    const { state } = await verifyAddress(call, linkOf(call));
    const key = state === "pending" ? "verify.changed" : "verify.done";
    const next = takeRememberedNext(call);
    return redirect(
      call.isGuest ? path("login", { next: next ?? undefined }) : (next ?? path("dashboard")),
      success(key),
    );
  });

async function catchInvalidLink(call: WebCall, answer: () => Promise<WebResult>): Promise<WebResult> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof VerificationLinkInvalid)) throw error;
    const data = { canResend: call.settings.get("auth.email_verification") };
    return page("registration/verify-invalid", "verify.invalid.title", data, { ...OPTIONS, status: 403 });
  }
}
