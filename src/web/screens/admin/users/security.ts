import { endAccess } from "../../../../domain/credentials/active-credentials.js";
import { removePasskeyOf } from "../../../../domain/passkeys/removal.js";
import { removeIdentityOf } from "../../../../domain/providers/identities-of-users.js";
import { removeTwoFactor } from "../../../../domain/two-factor/removal.js";
import { TwoFactorStateWrong } from "../../../../domain/two-factor/set-up.js";
import { remindOfVerification } from "../../../../domain/registration/verification-reminder.js";
import { inviteAgain } from "../../../../domain/users/invitations.js";
import { sendResetLink } from "../../../../domain/users/reset-link.js";
import { path } from "../../../server/addresses.js";
import type { WebHandler } from "../../../server/call.js";
import { mailed, redirect, success } from "../../../server/responses/web-result.js";
import { endedInWords, userOf } from "./page.js";

const back = (user: string): string => `${path("admin.users.edit", { user })}#security`;

export const submitAccessEnd: WebHandler = async (call) => {
  const { user } = await userOf(call);
  const ended = await endAccess(call, user.id);
  return redirect(
    back(user.id),
    ended
      ? success("account.access.ended", { what: endedInWords(call, ended) })
      : { kind: "info", key: "account.access.nothing_ended" },
  );
};

export const submitTwoFactorRemoval: WebHandler = async (call) => {
  const { user } = await userOf(call);
  try {
    await removeTwoFactor(call, user.id);
  } catch (error) {
    // another tab has turned it off already
    if (!(error instanceof TwoFactorStateWrong)) throw error;
    return redirect(back(user.id), { kind: "warning", key: error.reason.key });
  }
  return redirect(back(user.id), success("account.two_factor.removed"));
};

export const submitPasskeyRemovalOf: WebHandler = async (call) => {
  const { user } = await userOf(call);
  await removePasskeyOf(call, user.id, call.params["passkey"]!);
  return redirect(back(user.id), success("passkeys.removed"));
};

export const submitIdentityRemovalOf: WebHandler = async (call) => {
  const { user } = await userOf(call);
  await removeIdentityOf(call, user.id, call.params["identity"]!);
  return redirect(back(user.id), success("identity.removed"));
};

/** Mails the owner of the account, if there is something to send. */
const mailing =
  (send: typeof sendResetLink, mail: "verification" | "invitation" | "reset_link"): WebHandler =>
  async (call) => {
    const { user } = await userOf(call);
    const sent = await send(call, user.id);
    return redirect(
      back(user.id),
      sent
        ? mailed(`account.${mail}.sent`, { email: user.email })
        : { kind: "warning", key: `account.${mail}.nothing` },
    );
  };

export const submitVerificationReminder = mailing(remindOfVerification, "verification");
export const submitInvitation = mailing(inviteAgain, "invitation");
export const submitResetLink = mailing(sendResetLink, "reset_link");
