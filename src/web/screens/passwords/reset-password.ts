import * as z from "zod";
import {
  findResetLink,
  getResetLink,
  ResetLinkInvalid,
  resetPassword,
} from "../../../domain/passwords/password-reset.js";
import {
  acceptInvitationWithPasskey,
  offerPasskeyToInvited,
} from "../../../domain/passwords/invited-passkey.js";
import { RowNotFound } from "../../../lib/failures.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { readNewCredential } from "../../forms/credential.js";
import { takeRememberedNext } from "../../server/continuing.js";
import { password } from "../../forms/form.js";
import { envelope, page, redirect, success, type PageOptions, type WebReply } from "../../server/reply.js";

const OPTIONS: PageOptions = { layout: "guest", secretAddress: true };

/** The token is in the address, or in the form that is shown again. */
const tokenOf = ({ params, form }: WebCall): string => params["token"] ?? form.text("token");

export const showResetPassword: WebHandler = (call) =>
  catchInvalidLink(async () => {
    const token = tokenOf(call);
    await assertOffered(call, token);
    const { isInvitation } = await getResetLink(call.services.knex, token);
    const title = isInvitation ? "invitation.title" : "reset.title";
    const offersPasskey = isInvitation && call.settings.get("auth.passkeys");
    return page("passwords/reset-password", title, { token, isInvitation, offersPasskey }, OPTIONS);
  });

const newPassword = z.object({ password: password(), password_confirmation: password() });

export const submitResetPassword: WebHandler = (call) =>
  catchInvalidLink(async () => {
    const sent = { token: tokenOf(call), ...call.form.read(newPassword) };
    await assertOffered(call, sent.token);
    const { isInvitation } = await getResetLink(call.services.knex, sent.token);
    await resetPassword(call, sent);
    return redirect(
      path("login", { next: takeRememberedNext(call) ?? undefined }),
      success(isInvitation ? "invitation.done" : "reset.done"),
    );
  });

export const submitInvitationOptions: WebHandler = async (call) =>
  envelope(200, "The options for creating a passkey.", {
    public_key: await offerPasskeyToInvited(call, tokenOf(call)),
  });

export const submitInvitationPasskey: WebHandler = (call) =>
  catchInvalidLink(async () => {
    const created = { token: tokenOf(call), credential: readNewCredential(call.form), name: "" };
    await acceptInvitationWithPasskey(call, created);
    return redirect(
      path("login", { next: takeRememberedNext(call) ?? undefined }),
      success("invitation.done_with_passkey"),
    );
  });

/** While resets are turned off, only invitations work. @throws RowNotFound */
async function assertOffered({ services, settings }: WebCall, token: string): Promise<void> {
  if (settings.get("auth.password_reset")) return;
  if (!(await findResetLink(services.knex, token))?.isInvitation) throw new RowNotFound();
}

async function catchInvalidLink(answer: () => Promise<WebReply>): Promise<WebReply> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof ResetLinkInvalid)) throw error;
    return page("passwords/reset-invalid", "reset.invalid.title", {}, { ...OPTIONS, status: 403 });
  }
}
