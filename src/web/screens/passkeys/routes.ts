import { showSecurity } from "../account/security.js";
import {
  showCreatePasskey,
  submitCreationOptions,
  submitOfferDismissal,
  submitPasskey,
} from "./create-passkey.js";
import {
  showPasskeys,
  submitConfirmationOptions,
  submitPasskeyName,
  submitPasskeyRemoval,
} from "./manage-passkeys.js";
import { del, get, post, put, RECENT } from "../../server/table.js";

const OWN = ["auth.two-factor-setup", "feature:passkeys"] as const;

export const PASSKEY_ROUTES = [
  get("passkeys", ["auth", "feature:passkeys"], showPasskeys),
  get("passkeys.create", [...OWN, "password.confirm"], showCreatePasskey),
  post("passkeys.options", [...OWN, "throttle:own-passkey-options", ...RECENT], submitCreationOptions),
  post("passkeys.store", [...OWN, ...RECENT], submitPasskey, { form: showCreatePasskey }),
  post("passkeys.offer.dismiss", ["auth"], submitOfferDismissal),
  put("passkeys.update", [...OWN, ...RECENT], submitPasskeyName, { form: showSecurity }),
  del("passkeys.destroy", [...OWN, ...RECENT], submitPasskeyRemoval, { form: showSecurity }),
  post(
    "password.confirm.passkey-options",
    [...OWN, "throttle:own-passkey-options"],
    submitConfirmationOptions,
  ),
];
