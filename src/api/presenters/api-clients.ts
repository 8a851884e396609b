import { createHash } from "node:crypto";
import { readClientUse } from "../../domain/oauth/clients/client-list.js";
import { roleOfClient } from "../../domain/oauth/clients/client-role.js";
import { clientStamp } from "../../domain/oauth/clients/client-stamps.js";
import { logoPath } from "../../domain/settings/branding.js";
import type { ClientSnapshot } from "../../domain/audit/snapshots.js";
import type { Services } from "../../domain/services.js";
import { toRfc3339 } from "../../lib/clock.js";
import { requiresPkce, type ClientOptions } from "../../models/client-options.js";
import type { OAuthClient } from "../../models/oauth-client.js";
import type { Schema } from "../types.js";

/** The absolute address of a logo. */
export const logoUrl = ({ config }: Services, logo: string | null): string | null =>
  logo === null ? null : new URL(logoPath(logo), config.env.APP_URL).href;

/** The keys have only public members. */
const presentOptions = ({ jwks, ...options }: ClientOptions) => ({
  ...options,
  require_pkce: requiresPkce({ jwks, ...options }),
  jwks: jwks as Schema<"OAuthClient">["jwks"],
});

interface Shown {
  /** The name of its role. */
  role: string | null;
  activeTokens: number;
  /** Milliseconds since the epoch. */
  lastUsedAt: number | null;
}

export const presentClient = (
  services: Services,
  client: Omit<ClientSnapshot, "role">,
  shown: Shown,
): Schema<"OAuthClient"> => ({
  id: client.id,
  name: client.name,
  type: client.type,
  grant_types: client.grant_types,
  redirect_uris: client.redirect_uris,
  post_logout_redirect_uris: client.post_logout_redirect_uris,
  ...presentOptions(client.options),
  homepage_url: client.homepage_url,
  logo_url: logoUrl(services, client.logo),
  may_introspect: client.may_introspect,
  role: shown.role,
  document_url: client.document_url,
  registered_itself: client.registered_itself,
  // events of a former release don't have it
  organisation_id: client.organisation_id ?? null,
  active_tokens: shown.activeTokens,
  last_used_at: toRfc3339(shown.lastUsedAt),
  created_at: toRfc3339(client.created_at),
  updated_at: toRfc3339(client.updated_at),
});

/** `presentClient` with the current use and the version of the client. */
export async function presentClientNow(services: Services, client: OAuthClient) {
  const presented = presentClient(services, client, {
    role: roleOfClient(await services.authority.current(), client)?.name ?? null,
    ...(await readClientUse(services, client.id)),
  });
  return { client: presented, headers: { ETag: clientTag(services, client, presented) } };
}

/**
 * The stamp of the client and a digest of what is presented. `If-Match` compares only the stamp, so that a client
 * isn't stale because it has used a token.
 */
function clientTag(services: Services, client: OAuthClient, presented: Schema<"OAuthClient">): string {
  const digest = createHash("sha256").update(JSON.stringify(presented)).digest("base64url").slice(0, 16);
  return `"${clientStamp(services, client)}.${digest}"`;
}
