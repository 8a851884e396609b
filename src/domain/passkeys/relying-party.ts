import type { Environment } from "../../config/env.js";
import { uuidBytes } from "../../lib/uuids.js";

/** The service as browsers and authenticators know it. */
export interface RelyingParty {
  /** The domain that passkeys belong to: the host of APP_URL, or WEBAUTHN_RP_ID. */
  id: string;
  /** The origins whose pages can use them, compared exactly. */
  origins: string[];
}

type Named = Pick<Environment, "APP_URL" | "WEBAUTHN_RP_ID" | "WEBAUTHN_RELATED_ORIGINS">;

export const relyingPartyOf = (env: Named): RelyingParty => ({
  id: env.WEBAUTHN_RP_ID ?? env.APP_URL.hostname,
  origins: [env.APP_URL.origin, ...env.WEBAUTHN_RELATED_ORIGINS],
});

/** The account as the authenticator stores it. It is returned with every sign-in without an email address. */
export const userHandleOf = (userId: string): Buffer => uuidBytes(userId);
