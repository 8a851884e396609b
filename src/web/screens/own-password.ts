import { z } from "zod";
import { changeOwnPassword, livingTokensOf, revokeOwnTokens } from "../../domain/own-password.js";
import { path } from "../addresses.js";
import type { WebCall, WebHandler } from "../call.js";
import { password } from "../forms.js";
import { page, redirect, success } from "../reply.js";

const fields = z.object({
  current_password: password(),
  password: password(),
  password_confirmation: password(),
});

/**
 * Changes the password of who is signed in, for the profile and for the screen of expired ones. Access tokens go on
 * working, so whoever has some is shown them next.
 */
export const submitOwnPassword: WebHandler = async (call) => {
  const { services, settings, session, form, origin, actor } = call;
  session.renew(await changeOwnPassword(services, settings, session.current!, form.read(fields), origin));
  const tokens = await livingTokensOf(services.knex, actor.id);
  const next = tokens.length > 0 ? path("user-password.tokens") : path("profile");
  return redirect(next, success("own_password.changed"));
};

/** What a new password leaves working. */
export const showTokensAfterPassword: WebHandler = async ({ services, actor }: WebCall) => {
  const tokens = await livingTokensOf(services.knex, actor.id);
  if (tokens.length === 0) return redirect(path("profile"));
  const shown = tokens.map(({ name, last_used_at, expires_at }) => ({ name, last_used_at, expires_at }));
  return page("own-password-tokens", "own_password.tokens.title", { tokens: shown });
};

export const submitRevokeTokens: WebHandler = async ({ services, actor, origin }) => {
  const count = await revokeOwnTokens(services, actor.id, origin);
  return redirect(path("profile"), success("own_password.tokens.revoked", { count }));
};
