import { Signer } from "../lib/signatures.js";
import type { WebCall } from "./call.js";
import { YEAR } from "./cookies.js";

const MAX_ACCOUNTS = 5;

const signerOf = (call: WebCall): Signer => new Signer(call.services.encryption, "known-device");

/** The accounts that this browser has signed in to, the latest first; kept in a signed cookie. */
function knownAccounts(call: WebCall): string[] {
  const known = signerOf(call).open(call.readCookie("device"));
  return Array.isArray(known) ? (known as string[]) : [];
}

/** Whether this browser has signed in to the account before. */
export const knowsDevice =
  (call: WebCall) =>
  (userId: string): boolean =>
    knownAccounts(call).includes(userId);

export function rememberDevice(call: WebCall, userId: string): void {
  const others = knownAccounts(call).filter((id) => id !== userId);
  call.setCookie("device", signerOf(call).seal([userId, ...others].slice(0, MAX_ACCOUNTS)), YEAR);
}
