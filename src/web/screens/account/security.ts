import { accountFigures } from "../../../domain/overview/account-overview.js";
import type { WebHandler } from "../../server/call.js";
import { page } from "../../server/reply.js";
import { showsKey, twoFactorSection } from "./two-factor-section.js";

/** Password, second factor, and what is signed in. A refused form is shown here again. */
export const showSecurity: WebHandler = async (call) => {
  const [twoFactor, figures] = await Promise.all([
    twoFactorSection(call),
    accountFigures(call.services.rows, call.actor.id),
  ]);
  const data = { twoFactor, figures };
  return page("account/security", "security.title", data, { secret: showsKey(twoFactor) });
};
