import { pendingEmailOf } from "../../../domain/profile/own-profile.js";
import { textsEditedBy } from "../../../models/account-fields.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { page } from "../../server/responses/web-result.js";
import { localeGroups, timezoneGroups } from "../../forms/select-groups.js";

/** A page of cards. Each card is a form, which is shown here again when it is rejected. */
export const showProfile: WebHandler = async (call) =>
  page("account/profile", "profile.title", {
    information: await informationSection(call),
  });

async function informationSection(call: WebCall): Promise<object> {
  const { account, services, t } = call;
  return {
    firstName: account.first_name,
    lastName: account.last_name,
    texts: textsEditedBy("owner").map((field) => ({ ...field, value: account[field.name] })),
    email: account.email,
    isVerified: account.email_verified_at !== null,
    pendingEmail: await pendingEmailOf(services.knex, account.id),
    locale: account.locale,
    locales: localeGroups(t),
    timezone: account.timezone,
    timezones: timezoneGroups(account.timezone),
  };
}
