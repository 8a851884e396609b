import { del, get, post, RECENT } from "../../server/table.js";
import { showSecurity } from "../account/security.js";
import { beginConfirmation, beginLink, beginSignIn } from "./begin.js";
import { showCallback } from "./callback.js";
import { showLink, submitLink, submitUnlinking } from "./links.js";

export const PROVIDER_ROUTES = [
  get("providers.begin", ["guest", "throttle:provider"], beginSignIn),
  get("providers.callback", ["public", "throttle:provider"], showCallback),
  get("password.confirm.provider", ["auth.two-factor-setup", "throttle:provider"], beginConfirmation),
  get("identities.link", ["auth", "throttle:provider", "password.confirm"], beginLink),
  get("identities.create", ["auth", "password.confirm"], showLink),
  post("identities.store", ["auth", ...RECENT], submitLink, { form: showLink }),
  del("identities.destroy", ["auth", ...RECENT], submitUnlinking, { form: showSecurity }),
];
