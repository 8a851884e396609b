import { randomBytes } from "node:crypto";
import type { Services } from "../../../domain/services.js";
import { Signer } from "../../../lib/signatures.js";
import type { User } from "../../../models/user.js";
import type { WebCall } from "../call.js";
import { YEAR } from "./cookies.js";

const MAX_ACCOUNTS = 5;

/** An account that this browser has signed in to. */
interface KnownDevice {
  userId: string;
  /** The browser's id for this account only. */
  device: string;
  /** When the password of that sign-in was set. After a password change the device isn't known any more. */
  passwordSetAt: number | null;
}

type Account = Pick<User, "id" | "password_changed_at">;

const signerOf = ({ encryption }: Services): Signer => new Signer(encryption, "known-device");

/** Latest first; stored in a signed cookie. */
function knownDevices(services: Services, cookie: string | undefined): KnownDevice[] {
  const known = signerOf(services).open(cookie);
  // earlier releases stored only the ids of accounts
  return Array.isArray(known) ? known.filter((entry): entry is KnownDevice => typeof entry === "object") : [];
}

/**
 * The account's id for the browser; null unless it has signed in since the password was set.
 * @param cookie that it sent
 */
export const findDevice = (
  services: Services,
  cookie: string | undefined,
  { id, password_changed_at }: Account,
): string | null =>
  knownDevices(services, cookie).find(
    ({ userId, passwordSetAt }) => userId === id && passwordSetAt === password_changed_at,
  )?.device ?? null;

/** `findDevice` for an account that isn't known yet. */
export const deviceOf =
  (call: WebCall) =>
  (account: Account): string | null =>
    findDevice(call.services, call.readCookie("device"), account);

export function rememberDevice(call: WebCall, account: Account): void {
  const device = deviceOf(call)(account) ?? randomBytes(16).toString("base64url");
  const others = knownDevices(call.services, call.readCookie("device")).filter(
    ({ userId }) => userId !== account.id,
  );
  const entry: KnownDevice = { userId: account.id, device, passwordSetAt: account.password_changed_at };
  call.setCookie("device", signerOf(call.services).seal([entry, ...others].slice(0, MAX_ACCOUNTS)), YEAR);
}
