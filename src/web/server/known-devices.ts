import { randomBytes } from "node:crypto";
import type { Services } from "../../domain/services.js";
import { Signer } from "../../lib/signatures.js";
import type { User } from "../../models/user.js";
import type { WebCall } from "./call.js";
import { YEAR } from "./cookies.js";

const MAX_ACCOUNTS = 5;

/** An account that this browser has signed in to. */
interface KnownDevice {
  userId: string;
  /** Names this browser, to this account only. */
  device: string;
  /** When the password was set that it signed in with: another one ends the acquaintance. */
  passwordSetAt: number | null;
}

type Account = Pick<User, "id" | "password_changed_at">;

const signerOf = ({ encryption }: Services): Signer => new Signer(encryption, "known-device");

/** The latest first; kept in a signed cookie. */
function knownDevices(services: Services, cookie: string | undefined): KnownDevice[] {
  const known = signerOf(services).open(cookie);
  // releases before kept ids of accounts alone
  return Array.isArray(known) ? known.filter((entry): entry is KnownDevice => typeof entry === "object") : [];
}

/**
 * The browser as the account knows it; null unless it has signed in since the password was set.
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

/** The same for any account that the browser of this call may turn out to belong to. */
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
