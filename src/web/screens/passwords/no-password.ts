import { removePassword } from "../../../domain/passwords/password-removal.js";
import { requestPasswordReset } from "../../../domain/passwords/password-reset.js";
import { path } from "../../server/addresses.js";
import type { WebHandler } from "../../server/call.js";
import { mailed, redirect, success } from "../../server/responses/web-result.js";

export const submitPasswordRemoval: WebHandler = async (call) => {
  call.session.renew(await removePassword(call, call.session.current!));
  return redirect(`${path("security")}#password`, success("own_password.removed"));
};

/** An account without a password sets one by the same link as one whose owner forgot it. */
export const submitPasswordLink: WebHandler = async (call) => {
  await requestPasswordReset(call, call.actor.user.email);
  return redirect(`${path("security")}#password`, mailed("own_password.link_sent"));
};
