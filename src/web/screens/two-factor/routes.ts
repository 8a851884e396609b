import {
  showRecoveryCodes,
  submitConfirmTwoFactor,
  submitDisableTwoFactor,
  submitEnableTwoFactor,
  submitRegenerateRecoveryCodes,
} from "./two-factor-settings.js";
import { showTwoFactorForm, showTwoFactorSetup } from "./two-factor-setup.js";
import { del, get, post, RECENT } from "../../server/table.js";

const OWN = ["auth.two-factor-setup", "feature:two_factor"] as const;
/** Pages for every kind of second factor. */
const ANY = ["auth.two-factor-setup", "feature:second_factor"] as const;

export const TWO_FACTOR_ROUTES = [
  get("two-factor.setup", ANY, showTwoFactorSetup),
  post("two-factor.enable", [...OWN, ...RECENT], submitEnableTwoFactor, { form: showTwoFactorForm }),
  post("two-factor.confirm", [...OWN, ...RECENT], submitConfirmTwoFactor, { form: showTwoFactorForm }),
  del("two-factor.disable", [...OWN, ...RECENT], submitDisableTwoFactor, { form: showTwoFactorForm }),
  get("two-factor.recovery-codes", [...ANY, "password.confirm"], showRecoveryCodes),
  post("two-factor.regenerate", [...ANY, ...RECENT], submitRegenerateRecoveryCodes),
];
