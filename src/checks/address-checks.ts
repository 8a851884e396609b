import { isExampleHost } from "../config/addresses.js";
import type { Environment } from "../config/env.js";
import type { SettingsSnapshot } from "../domain/settings/settings.js";
import { failed, ok, type Finding } from "./finding.js";

/**
 * Addresses of the examples, which belong to nobody: mails to them are lost, and links lead nowhere.
 * @param settings null if they can't be read
 */
export function checkAddresses(env: Environment, settings: SettingsSnapshot | null): Finding[] {
  if (env.APP_ENV !== "production") return [];
  const examples = Object.entries({ ...inEnvironment(env), ...(settings && inSettings(settings)) }).filter(
    ([, address]) => isExampleHost(hostOf(address)),
  );
  if (examples.length === 0) return [ok("addresses", "none is an example")];
  return examples.map(([name, address]) =>
    failed("addresses", `${name} is only an example: ${address}`, `Replace it in ${name} by your own.`),
  );
}

const inEnvironment = ({ APP_URL, MAIL_FROM, SECURITY_CONTACT }: Environment): Record<string, string> => ({
  APP_URL: APP_URL.hostname,
  MAIL_FROM,
  SECURITY_CONTACT: SECURITY_CONTACT?.href ?? "",
});

const inSettings = (settings: SettingsSnapshot): Record<string, string> => ({
  "mail.from_address": settings.get("mail.override") ? settings.get("mail.from_address") : "",
  "branding.support_email": settings.get("branding.support_email"),
});

/** "Accounts <no-reply@id.example.com>" → "id.example.com". */
function hostOf(address: string): string {
  if (URL.canParse(address) && address.startsWith("https:")) return new URL(address).hostname;
  const host = address.slice(address.lastIndexOf("@") + 1).trim();
  return host.endsWith(">") ? host.slice(0, -1) : host;
}
