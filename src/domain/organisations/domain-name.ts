import { domainToASCII } from "node:url";
import { MAX_DOMAIN } from "../../models/organisations/domains.js";
import { text, type Text } from "../../texts/translate.js";

/** Mail providers at which anyone gets an address, so that no organisation has them for its people. */
const PUBLIC_PROVIDERS: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk live.com msn.com yahoo.com yahoo.co.uk ymail.com icloud.com
  me.com mac.com aol.com proton.me protonmail.com pm.me zoho.com hey.com fastmail.com tuta.com tutanota.com mail.com gmx.com
  gmx.net gmx.de gmx.at web.de t-online.de freenet.de orange.fr free.fr laposte.net libero.it mynet.com yandex.com yandex.ru
  yandex.com.tr mail.ru qq.com 163.com 126.com naver.com`.split(/\s+/),
);

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The domain in the form in which it is stored; an empty text for none. */
export const normalDomain = (typed: string): string =>
  domainToASCII(typed.trim().replace(/^@/, "").replace(/\.$/, "")).toLowerCase();

/** @param domain in its normal form */
export function domainProblems(domain: string): Text[] {
  if (domain.length > MAX_DOMAIN || !DOMAIN.test(domain)) return [text("organisations.validation.domain")];
  return PUBLIC_PROVIDERS.has(domain) ? [text("organisations.validation.domain_public")] : [];
}
