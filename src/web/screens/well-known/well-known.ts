import { DAY, now, SECOND } from "../../../lib/clock.js";
import { relyingPartyOf } from "../../../domain/passkeys/relying-party.js";
import { LOCALES } from "../../../texts/translate.js";
import { path } from "../../server/addresses.js";
import type { WebHandler } from "../../server/call.js";
import { content, redirect } from "../../server/reply.js";

/** The target of password managers (W3C "A Well-Known URL for Changing Passwords"). */
export const showChangePassword: WebHandler = () => redirect(`${path("security")}#password`);

/** RFC 9116 §2.5.5 recommends less than a year. */
const VALID_FOR = 180 * DAY;

const CACHED = { "Cache-Control": `public, max-age=${DAY / SECOND}` };

/** RFC 9116. */
export const showSecurityContact: WebHandler = ({ services }) => {
  const { APP_URL, SECURITY_CONTACT } = services.config.env;
  const lines = [
    `Contact: ${SECURITY_CONTACT?.href ?? APP_URL.origin}`,
    `Expires: ${new Date(now() + VALID_FOR).toISOString()}`,
    `Preferred-Languages: ${LOCALES.join(", ")}`,
    `Canonical: ${APP_URL.origin}${path("well-known.security")}`,
  ];
  return content("text/plain; charset=utf-8", `${lines.join("\n")}\n`, CACHED);
};

const json = (document: object) => content("application/json", JSON.stringify(document), CACHED);

/** The origins that can use the passkeys of this domain (WebAuthn level 3, section 5.11). */
export const showRelatedOrigins: WebHandler = ({ services }) =>
  json({ origins: relyingPartyOf(services.config.env).origins });

/** Where password managers send users to create and manage passkeys (W3C "Passkey Endpoints"). */
export const showPasskeyEndpoints: WebHandler = ({ services }) => {
  const address = (page: "passkeys" | "passkeys.create") => services.config.env.APP_URL.origin + path(page);
  return json({ enroll: address("passkeys.create"), manage: address("passkeys") });
};
