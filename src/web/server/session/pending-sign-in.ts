import type { Request } from "express";
import type { Services } from "../../../domain/services.js";
import { CHALLENGE_LIFETIME, claimChallenge } from "../../../domain/two-factor/challenges.js";
import { Signer } from "../../../lib/signatures.js";
import type { WebCall } from "../call.js";
import type { Cookies } from "./cookies.js";

/**
 * A sign-in that waits for the second factor. It is stored in a signed cookie and, hashed, in the table of
 * challenges. There is no session yet, so other pages treat the browser as a guest.
 */
export interface PendingSignIn {
  challenge: string;
  /** As entered, for the sign-in page after a wrong code. */
  email: string;
  remember: boolean;
  /** The provider at which the user signed in, if it is one. */
  providerId?: string;
  /** The address to continue at afterwards. */
  next: string | null;
}

const signerOf = ({ encryption }: Services): Signer => new Signer(encryption, "pending-sign-in");

export function keepPendingSignIn(call: WebCall, pending: PendingSignIn): void {
  call.setCookie("challenge", signerOf(call.services).seal(pending), CHALLENGE_LIFETIME);
}

export const pendingSignInOf = (call: WebCall): PendingSignIn | null =>
  signerOf(call.services).open(call.readCookie("challenge")) as PendingSignIn | null;

export const readPendingSignIn = (
  services: Services,
  cookies: Cookies,
  request: Request,
): PendingSignIn | null =>
  signerOf(services).open(cookies.read(request, "challenge")) as PendingSignIn | null;

/** Ends it, so that neither this browser nor a copy of its cookie can answer the challenge. */
export async function dropPendingSignIn(call: WebCall): Promise<void> {
  const pending = pendingSignInOf(call);
  if (pending) await claimChallenge(call.services.knex, pending.challenge);
  call.clearCookie("challenge");
}
