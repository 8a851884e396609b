import {
  twoFactorRequirement,
  type TwoFactorRequirement,
} from "../../../domain/requirements/two-factor-requirement.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { homeOf } from "../../server/responses/navigation.js";
import { page, redirect } from "../../server/responses/web-result.js";
import { showSecurity } from "../account/security.js";
import { showsKey, twoFactorSection } from "../account/two-factor-section.js";

/** The screen for an account that must have a second factor and has none. After the grace period all pages lead here. */
export const showTwoFactorSetup: WebHandler = async (call) => {
  const requirement = requirementOf(call);
  if (requirement === null) return redirect(call.next ?? homeOf(call));
  const twoFactor = await twoFactorSection(call);
  const data = {
    ...requirement,
    next: call.next,
    later: requirement.isOverdue ? null : (call.next ?? homeOf(call)),
    twoFactor,
    offersPasskey: call.settings.get("auth.passkeys"),
  };
  return page("two-factor/setup", "two_factor.required.title", data, {
    layout: "guest",
    secret: showsKey(twoFactor),
  });
};

/** The page with the form that was rejected. */
export const showTwoFactorForm: WebHandler = (call) =>
  requirementOf(call) === null ? showSecurity(call) : showTwoFactorSetup(call);

/** The page with the forms of the second factor, with the page to continue at after a required setup. */
export const twoFactorPage = (call: WebCall): string =>
  requirementOf(call) === null
    ? `${path("security")}#two-factor`
    : path("two-factor.setup", { next: call.next ?? undefined });

const requirementOf = ({ account, actor, settings }: WebCall): TwoFactorRequirement | null =>
  twoFactorRequirement(account, actor, settings);
