import { browserSignIn } from "../../../auth/browser-sign-in.js";
import { signInWithPasskey } from "../../../auth/passkey-sign-in.js";
import { requestPasskey } from "../../../domain/passkeys/assertions.js";
import { SIGN_IN, type ChallengeUse } from "../../../domain/passkeys/challenges.js";
import { challengedAccount } from "../../../domain/two-factor/challenges.js";
import { ChallengeFailed } from "../../../auth/two-factor-sign-in.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { readAnswer } from "../../forms/credential.js";
import { deviceOf } from "../../server/session/known-devices.js";
import { pendingSignInOf } from "../../server/session/pending-sign-in.js";
import { envelope, type WebResult } from "../../server/responses/web-result.js";
import { finishSignIn, verifyFirst } from "./login.js";

const options = async ({ services }: WebCall, use: ChallengeUse): Promise<WebResult> =>
  envelope(200, "The options for signing in with a passkey.", {
    public_key: await requestPasskey(services, use),
  });

export const submitLoginOptions: WebHandler = (call) => options(call, SIGN_IN);

export const submitPasskeyLogin: WebHandler = async (call) => {
  const surface = browserSignIn({ remember: call.form.flag("remember"), deviceOf: deviceOf(call) });
  const result = await signInWithPasskey(call, { credential: readAnswer(call.form) }, surface);
  if (result.outcome === "verification-required") return verifyFirst(call, call.next);
  return finishSignIn(call, result.user, result.access, call.next);
};

/** The challenge is of the account whose password was right. @throws ChallengeFailed without one */
async function secondFactorOf(call: WebCall): Promise<ChallengeUse> {
  const pending = pendingSignInOf(call);
  const account = pending && (await challengedAccount(call.services.knex, pending.challenge));
  if (!account) throw new ChallengeFailed();
  return { purpose: "second-factor", userId: account.id };
}

export const submitSecondFactorOptions: WebHandler = async (call) =>
  options(call, await secondFactorOf(call));

/** Answers the pending sign-in with a passkey. */
export async function answerWithPasskey(call: WebCall): Promise<WebResult> {
  const use = await secondFactorOf(call);
  const { challenge, remember, next } = pendingSignInOf(call)!;
  const surface = browserSignIn({ remember, deviceOf: deviceOf(call) });
  const answer = { credential: readAnswer(call.form), challenge, use };
  const result = await signInWithPasskey(call, answer, surface);
  if (result.outcome === "verification-required") return verifyFirst(call, next);
  return finishSignIn(call, result.user, result.access, next);
}
