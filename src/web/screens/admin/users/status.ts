import * as z from "zod";
import { ACTIVE } from "../../../../domain/accounts/account-status.js";
import { NAME_PATTERN } from "../../../../domain/accounts/person.js";
import {
  getStatusTerms,
  MAX_REASON_LENGTH,
  type StatusTerms,
} from "../../../../domain/accounts/status-terms.js";
import { updateUser } from "../../../../domain/users/user-administration.js";
import { DAY, now } from "../../../../lib/clock.js";
import { ValidationFailed } from "../../../../lib/failures.js";
import { text, type MessageKey } from "../../../../texts/translate.js";
import { path } from "../../../server/addresses.js";
import type { WebHandler } from "../../../server/call.js";
import type { Form } from "../../../forms/form.js";
import { redirect, success } from "../../../server/responses/web-result.js";
import { userOf } from "./page.js";
import { daysLeft, isTold } from "./status-actions.js";

const MAX_DAYS = 3650;

const reasonField = z.object({
  reason: z
    .string()
    .trim()
    .max(MAX_REASON_LENGTH)
    .regex(new RegExp(`^$|${NAME_PATTERN}`)),
});

export const submitStatus: WebHandler = async (call) => {
  const { services, form } = call;
  const { user } = await userOf(call);
  const status = form.text("status");
  const { until } = await getStatusTerms(services.knex, user.id);
  const terms = status === ACTIVE ? {} : { terms: termsIn(form, until) };
  await updateUser(call, user.id, { status, ...terms }, null);
  const saved: MessageKey = status === ACTIVE ? "account.status.activated" : "account.status.changed";
  return redirect(path("admin.users.edit", { user: user.id }), success(saved));
};

function termsIn(form: Form, until: number | null): StatusTerms {
  const { reason } = form.read(reasonField);
  return { reason: reason || null, tell: isTold(form) ?? false, until: untilIn(form, until) };
}

/** @param until the present end, which stays if the days are as the form showed them. @throws ValidationFailed on `days` */
function untilIn(form: Form, until: number | null): number | null {
  const days = form.text("days").trim();
  if (days === daysLeft(until)) return until;
  if (days === "") return null;
  if (!/^\d{1,4}$/.test(days) || Number(days) < 1 || Number(days) > MAX_DAYS)
    throw new ValidationFailed({ days: [text("validation.status.days", { max: MAX_DAYS })] });
  return now() + Number(days) * DAY;
}
