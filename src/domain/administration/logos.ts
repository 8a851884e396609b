import type { ActorCall } from "../context.js";
import type { Scheme } from "../settings/branding.js";
import { logoFiles, storeLogo } from "./logo-files.js";
import { replaceSettings } from "./settings-changes.js";

/**
 * Replaces a logo of the service, then deletes the old file.
 * @throws ValidationFailed on `logo`, ServiceBusy; ActionForbidden without the permission
 */
export const changeLogo = (call: ActorCall, scheme: Scheme, bytes: Buffer): Promise<void> =>
  storeLogo(call.services, bytes, (name) => replaceLogo(call, scheme, name));

/** @throws ActionForbidden without the permission */
export const removeLogo = (call: ActorCall, scheme: Scheme): Promise<void> => replaceLogo(call, scheme, "");

async function replaceLogo(call: ActorCall, scheme: Scheme, name: string): Promise<void> {
  const key = `branding.logo_${scheme}` as const;
  const { before, changed } = await replaceSettings(call, { values: { [key]: name } });
  if (changed.length > 0) await logoFiles(call.services).remove(before.get(key));
}
