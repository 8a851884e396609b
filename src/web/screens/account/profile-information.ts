import * as z from "zod";
import {
  cancelEmailChange,
  isOtherAddress,
  resendEmailChange,
  updateOwnProfile,
} from "../../../domain/profile/own-profile.js";
import { isTimezone } from "../../../lib/timezones.js";
import { LOCALES } from "../../../texts/translate.js";
import { path } from "../../server/addresses.js";
import type { WebHandler } from "../../server/call.js";
import { YEAR } from "../../server/session/cookies.js";
import { accountTexts, emailAddress, personName } from "../../forms/form.js";
import { requirePasswordForEmail } from "../../server/session/password-confirmation.js";
import { mailed, redirect, success } from "../../server/responses/web-result.js";

const information = (ownTimezone: string) =>
  z.object({
    first_name: personName(),
    last_name: personName(),
    ...accountTexts("owner"),
    email: emailAddress(),
    locale: z.enum(LOCALES),
    timezone: z.string().refine((zone) => zone === ownTimezone || isTimezone(zone)),
  });

export const submitProfileInformation: WebHandler = async (call) => {
  const { account, form } = call;
  const { email, ...profile } = form.read(information(account.timezone));
  const newEmail = isOtherAddress(account, email) ? email : null;
  if (newEmail !== null) await requirePasswordForEmail(call);
  await updateOwnProfile(call, profile, newEmail);
  call.setCookie("locale", profile.locale, YEAR);
  return redirect(
    path("profile"),
    newEmail === null ? success("profile.saved") : mailed("profile.saved_pending"),
  );
};

export const submitPendingEmail: WebHandler = async (call) => {
  await resendEmailChange(call);
  return redirect(path("profile"), mailed("profile.pending.sent"));
};

export const submitPendingEmailCancel: WebHandler = async (call) => {
  await cancelEmailChange(call);
  return redirect(path("profile"), success("profile.pending.cancelled"));
};
