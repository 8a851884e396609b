import { showProfile } from "../account/profile.js";
import {
  showRecoveryCodes,
  submitConfirmTwoFactor,
  submitDisableTwoFactor,
  submitEnableTwoFactor,
  submitRegenerateRecoveryCodes,
} from "./two-factor-settings.js";
import { del, get, post, RECENT } from "../../server/table.js";

export const TWO_FACTOR_ROUTES = [
  post("two-factor.enable", ["auth", "feature:two_factor", ...RECENT], submitEnableTwoFactor, {
    form: showProfile,
  }),
  post("two-factor.confirm", ["auth", "feature:two_factor", ...RECENT], submitConfirmTwoFactor, {
    form: showProfile,
  }),
  del("two-factor.disable", ["auth", "feature:two_factor", ...RECENT], submitDisableTwoFactor, {
    form: showProfile,
  }),
  get("two-factor.recovery-codes", ["auth", "feature:two_factor", "password.confirm"], showRecoveryCodes),
  post("two-factor.regenerate", ["auth", "feature:two_factor", ...RECENT], submitRegenerateRecoveryCodes),
];
