import { MINUTE, SECOND } from "../lib/clock.js";
import { ServiceBusy } from "../lib/failures.js";
import { sha256 } from "../lib/secrets.js";
import { normalizeEmail } from "../models/user.js";
import type { NoticeKind } from "./notices.js";
import type { Services } from "./services.js";

/**
 * Whether somebody who is not signed in may have this mail sent to the address again: once a minute, whatever the
 * address they come from. Counted whether or not there is such an account, so that nothing tells it.
 * @throws ServiceBusy when it cannot be counted
 */
export async function mayMailAgain(services: Services, kind: NoticeKind, email: string): Promise<boolean> {
  const key = `mail:${kind}:${sha256(normalizeEmail(email)).toString("base64url")}`;
  const { hits } = await services.counters.add(key, 1, MINUTE).catch((cause: unknown) => {
    throw new ServiceBusy(SECOND, { cause });
  });
  return hits === 1;
}
