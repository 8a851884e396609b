import type { ActorCall } from "../context.js";
import type { Scheme } from "../settings/branding.js";
import { logoFiles, storeLogo } from "./logo-files.js";
import { replaceSettings } from "./settings-changes.js";

/**
 * Replaces a logo of the service, then deletes the old file.
 * @throws ValidationFailed on `logo`, ServiceBusy; ActionForbidden without the permission
 */
export const changeLogo = (caller: ActorCall, scheme: Scheme, bytes: Buffer): Promise<void> =>
  storeLogo(caller.services, bytes, (name) => replaceLogo(caller, scheme, name));

/** @throws ActionForbidden without the permission */
export const removeLogo = (caller: ActorCall, scheme: Scheme): Promise<void> =>
  replaceLogo(caller, scheme, "");

async function replaceLogo(caller: ActorCall, scheme: Scheme, name: string): Promise<void> {
  const key = `branding.logo_${scheme}` as const;
  const { before, changed } = await replaceSettings(caller, { values: { [key]: name } });
  if (changed.length > 0) await logoFiles(caller.services).remove(before.get(key));
}
