import { ACTIVE } from "../../../../domain/accounts/account-status.js";
import { MAX_REASON_LENGTH, termsOf } from "../../../../domain/accounts/status-terms.js";
import { DAY, now } from "../../../../lib/clock.js";
import type { User } from "../../../../models/user.js";
import type { WebCall } from "../../../server/call.js";
import type { Form } from "../../../forms/form.js";
import type { Statuses } from "./account-view.js";

const ROUTE = "admin.users.status";
/** The statuses with a button of their own; others are in the account's form. */
const DENIALS = ["banned", "inactive"];

/** The buttons that change the status, and what is noted with the present one. */
export function statusActions(
  { services, rejection, form }: WebCall,
  user: User,
  statuses: Statuses,
): object {
  const rejected = rejection?.route === ROUTE ? form.text("status") : null;
  const offered = DENIALS.filter((value) => value === user.status || !DENIALS.includes(user.status ?? ""));
  return {
    terms: termsOf(user),
    actions: offered
      .filter((value) => statuses.find(value))
      .map((value) => ({
        value,
        isPresent: user.status === value,
        isDenied: services.statusPolicy.isCutOff(user.status, value),
        isRejected: rejected === value,
      })),
    activation: user.status !== ACTIVE && statuses.find(ACTIVE) ? { isRejected: rejected === ACTIVE } : null,
    tells: isTold(form) ?? user.status_told,
    daysLeft: daysLeft(user.status_until),
    maxReason: MAX_REASON_LENGTH,
  };
}

/** Whether the box is ticked, if the form was sent. The box sends a second value beside the hidden field. */
export const isTold = (form: Form): boolean | null =>
  form.list("tell").length === 0 ? null : form.list("tell").includes("1");

/** The days until the end of the status, rounded up, as the form shows them; empty without an end. */
export const daysLeft = (until: number | null): string =>
  until === null ? "" : String(Math.max(1, Math.ceil((until - now()) / DAY)));
