import { answerChallenge, assertAnswered, ChallengeFailed } from "../../../auth/two-factor-sign-in.js";
import { browserSignIn } from "../../../auth/browser-sign-in.js";
import { challengedAccount } from "../../../domain/two-factor/challenges.js";
import { usesRecoveryCode } from "../../../domain/two-factor/two-factor.js";
import { ValidationFailed } from "../../../lib/failures.js";
import { text } from "../../../texts/translate.js";
import { path } from "../../server/addresses.js";
import type { Rejection } from "../../forms/form-view.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { deviceOf } from "../../server/session/known-devices.js";
import {
  dropPendingSignIn,
  pendingSignInOf,
  type PendingSignIn,
} from "../../server/session/pending-sign-in.js";
import { page, redirect, type Flash } from "../../server/responses/web-result.js";
import { CREDENTIAL } from "../../forms/credential.js";
import { enabledFactors } from "../../../domain/requirements/two-factor-requirement.js";
import { User } from "../../../models/user.js";
import { finishSignIn } from "./login.js";
import { answerWithPasskey } from "./passkey-login.js";

/** The browser's pending sign-in; null for none or while second factors are off. */
const pendingSignIn = (call: WebCall): PendingSignIn | null =>
  isFactorUsed(call) ? pendingSignInOf(call) : null;

function isFactorUsed({ settings }: WebCall): boolean {
  const { code, passkey } = enabledFactors(settings);
  return code || passkey;
}

export const showTwoFactorChallenge: WebHandler = async (call) => {
  const pending = pendingSignIn(call);
  if (!pending) return redirect(path("login"));
  const account = await challengedAccount(call.services.knex, pending.challenge);
  if (account !== null)
    return page("sign-in/two-factor-challenge", "challenge.title", await answersOf(call, account.id));
  call.clearCookie("challenge");
  return redirect(loginFor(pending), {
    kind: "warning",
    key: "challenge.expired",
    entered: enteredIn(pending),
  });
};

/** How this account can answer, besides its recovery codes. */
async function answersOf({ services, settings }: WebCall, userId: string): Promise<object> {
  const user = await User.query(services.knex).findById(userId).throwIfNotFound();
  const { code, passkey } = enabledFactors(settings);
  return { takesCode: code && user.hasTwoFactor, takesPasskey: passkey && user.passkey_count > 0 };
}

/**
 * If several fields are filled in, the passkey decides, then the code.
 * @throws ValidationFailed for an empty or wrong code that can be corrected; other failures end the sign-in
 */
export const submitTwoFactorChallenge: WebHandler = async (call) => {
  const { form } = call;
  const pending = pendingSignIn(call);
  if (!pending) throw new ChallengeFailed();
  if (form.text(CREDENTIAL) !== "") return answerWithPasskey(call);
  const { challenge, remember, providerId, next } = pending;
  const answer = { challenge, code: form.text("code"), recovery_code: form.text("recovery_code") };
  assertAnswered(answer); // before the challenge is claimed, so that an empty answer isn't an attempt
  const surface = { ...browserSignIn({ remember, deviceOf: deviceOf(call), providerId }), retries: true };
  const { user, access: session } = await answerChallenge(call, answer, surface).catch((error: unknown) => {
    if (!(error instanceof ChallengeFailed) || !error.mayRetry) throw error;
    const field = usesRecoveryCode(answer) ? "recovery_code" : "code";
    throw new ValidationFailed({ [field]: [text("two_factor.wrong_either")] });
  });
  return finishSignIn(call, user, session, next);
};

/**
 * Runs after any failure. A code can be corrected; after anything else, such as a failure of the limiter, the sign-in starts again
 * with the password.
 */
export const showRejectedChallenge: WebHandler = async (call) => {
  if (Object.keys(call.rejection?.fields ?? {}).length > 0) return showTwoFactorChallenge(call);
  const pending = pendingSignInOf(call);
  await dropPendingSignIn(call);
  return redirect(loginFor(pending), {
    ...flashOf(call.rejection),
    ...(pending && { entered: enteredIn(pending) }),
  });
};

const loginFor = (pending: PendingSignIn | null): string =>
  path("login", { next: pending?.next ?? undefined });

/** What the sign-in page is filled with, so that only the password must be entered again. */
const enteredIn = ({ email, remember }: PendingSignIn): Record<string, string> => ({
  email,
  remember: remember ? "1" : "",
});

function flashOf(rejection: Rejection | null): Flash {
  const sentence = rejection?.sentence ?? null;
  if (sentence === null || typeof sentence === "string") return { kind: "danger", key: "failure.challenge" };
  return { kind: "danger", key: sentence.key, values: sentence.values };
}
