import { passwordDue } from "../../../domain/passwords/password-expiry.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { rememberedNext, takeRememberedNext } from "../../server/session/continuing.js";
import { homeOf } from "../../server/responses/navigation.js";
import { page, redirect } from "../../server/responses/web-result.js";
import { changePassword } from "./own-password.js";

/** Says whether the password has expired or someone else chose it. */
export const showPasswordExpired: WebHandler = (call) => {
  const due = dueOf(call);
  if (due === null) return redirect(takeRememberedNext(call) ?? homeOf(call));
  const title = due === "expired" ? "expired.title" : "expired.set_by_other.title";
  const days = call.settings.get("auth.password_expiry_days");
  return page(
    "passwords/password-expired",
    title,
    { due, days, next: call.next ?? rememberedNext(call) },
    { layout: "guest" },
  );
};

/** Continues at the page that the user asked for. */
export const submitPasswordExpired: WebHandler = (call) =>
  dueOf(call) === null
    ? redirect(takeRememberedNext(call) ?? homeOf(call))
    : changePassword(call, takeRememberedNext(call) ?? homeOf(call));

const dueOf = ({ account, settings }: WebCall) => passwordDue(account, settings);
