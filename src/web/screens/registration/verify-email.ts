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
import { pagePath, path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { takeRememberedNext } from "../../server/session/continuing.js";
import { emailAddress } from "../../forms/form.js";
import { homeOf } from "../../server/responses/navigation.js";
import {
  mailed,
  page,
  redirect,
  success,
  type PageOptions,
  type WebResult,
} from "../../server/responses/web-result.js";

/** The only page for an account that must verify its address first. */
export const showVerificationNotice: WebHandler = (call) => {
  if (!isVerificationOutstanding(call.account, call.settings))
    return redirect(takeRememberedNext(call) ?? homeOf(call));
  const data = { email: call.account.email };
  return page("registration/verify-notice", "verify.notice.title", data, { layout: "guest" });
};

/** The page for a guest, which reveals nothing about the entered address. */
export const showCheckYourMail: WebHandler = ({ form, next }) =>
  page("registration/verify-sent", "verify.sent.title", { again: false, email: form.text("email"), next });

/** Shows the page with the button again. */
export const showVerificationAgain: WebHandler = (call) =>
  call.isGuest ? showCheckYourMail(call) : showVerificationNotice(call);

const address = z.object({ email: emailAddress() });

export const sendVerification: WebHandler = async (call) => {
  if (call.isGuest) {
    const { email } = call.form.read(address);
    await requestVerification(call, email);
    return page("registration/verify-sent", "verify.sent.title", { again: true, email, next: call.next });
  }
  await resendVerification(call);
  const back = pagePath(call.referringPath) ?? path("verification.notice");
  return redirect(back, mailed("verify.resent"));
};

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
