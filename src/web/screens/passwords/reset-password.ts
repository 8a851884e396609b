import { z } from "zod";
import {
  assertResetLink,
  ResetLinkInvalid,
  resetPassword,
} from "../../../domain/passwords/password-reset.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { password } from "../../forms/form.js";
import { page, redirect, success, type PageOptions, type WebReply } from "../../server/reply.js";

const OPTIONS: PageOptions = { layout: "guest", secretAddress: true };

/** The token is in the address, or in the form that is shown again. */
const tokenOf = ({ params, form }: WebCall): string => params["token"] ?? form.text("token");

export const showResetPassword: WebHandler = (call) =>
  catchInvalidLink(async () => {
    const token = tokenOf(call);
    await assertResetLink(call.services.knex, token);
    return page("passwords/reset-password", "reset.title", { token }, OPTIONS);
  });

const newPassword = z.object({ password: password(), password_confirmation: password() });

export const submitResetPassword: WebHandler = (call) =>
  catchInvalidLink(async () => {
    const sent = { token: tokenOf(call), ...call.form.read(newPassword) };
    await resetPassword(call, sent);
    return redirect(path("login"), success("reset.done"));
  });

async function catchInvalidLink(answer: () => Promise<WebReply>): Promise<WebReply> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof ResetLinkInvalid)) throw error;
    return page("passwords/reset-invalid", "reset.invalid.title", {}, { ...OPTIONS, status: 403 });
  }
}
