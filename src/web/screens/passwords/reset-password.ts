import * as z from "zod";
import {
  findResetLink,
  getResetLink,
  removeWhatResetLeft,
  ResetLinkInvalid,
  resetPassword,
  type ResetAccount,
} from "../../../domain/passwords/password-reset.js";
import {
  acceptInvitationWithPasskey,
  offerPasskeyToInvited,
} from "../../../domain/passwords/invited-passkey.js";
import { MINUTE, now } from "../../../lib/clock.js";
import { RowNotFound } from "../../../lib/failures.js";
import { Signer } from "../../../lib/signatures.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { readNewCredential } from "../../forms/credential.js";
import { rememberedNext, takeRememberedNext } from "../../server/session/continuing.js";
import { password } from "../../forms/form.js";
import {
  envelope,
  page,
  redirect,
  success,
  type PageOptions,
  type WebResult,
} from "../../server/responses/web-result.js";

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
    const left = await resetPassword(call, sent);
    if (left.passkeys.length + left.providers.length > 0) return showWhatIsLeft(call, left);
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

/** How long the page after a reset can remove what it shows. */
const LIFETIME = 10 * MINUTE;

interface Removal {
  userId: string;
  changedAt: number;
  until: number;
}

const signerOf = ({ services }: WebCall): Signer => new Signer(services.encryption, "reset-ways-in");

/** Whoever knew the old password may have added a way in that doesn't need it. */
function showWhatIsLeft(call: WebCall, { userId, changedAt, ...left }: ResetAccount): WebResult {
  const removal: Removal = { userId, changedAt, until: now() + LIFETIME };
  const data = { ...left, removal: signerOf(call).seal(removal), next: rememberedNext(call) };
  return page("passwords/reset-left", "reset.left.title", data, OPTIONS);
}

export const submitRemovalAfterReset: WebHandler = (call) =>
  catchInvalidLink(async () => {
    const removal = signerOf(call).open(call.form.text("removal")) as Removal | null;
    if (removal === null || removal.until <= now()) throw new ResetLinkInvalid();
    await removeWhatResetLeft(call, removal);
    return redirect(
      path("login", { next: takeRememberedNext(call) ?? undefined }),
      success("reset.left.done"),
    );
  });

/** While resets are turned off, only invitations work. @throws RowNotFound */
async function assertOffered({ services, settings }: WebCall, token: string): Promise<void> {
  if (settings.get("auth.password_reset")) return;
  if (!(await findResetLink(services.knex, token))?.isInvitation) throw new RowNotFound();
}

async function catchInvalidLink(answer: () => Promise<WebResult>): Promise<WebResult> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof ResetLinkInvalid)) throw error;
    return page("passwords/reset-invalid", "reset.invalid.title", {}, { ...OPTIONS, status: 403 });
  }
}
