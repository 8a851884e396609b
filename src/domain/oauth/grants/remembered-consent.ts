import type { Knex } from "knex";
import type { TokenRules } from "../../../config/lifetimes.js";
import type { RegisteredClient } from "../../../models/oauth-client.js";
import type { RequestedClaims } from "./logins.js";
import { leadsToDevice } from "../clients/redirect-uris.js";
import { readResources, type Resources } from "../tokens/resources.js";
import { heldScopes } from "../tokens/scopes.js";

/** What a client asks a user for. */
export interface AskedConsent {
  client: RegisteredClient;
  userId: string;
  /** The organisation that the access is for; null for none. */
  organisationId: string | null;
  /** Where the answer goes. */
  redirectUri: string;
  resources: Resources;
  /** The scopes that the consent page would show. */
  scopes: readonly string[];
}

interface GrantRow {
  scopes: string;
  redirect_uri: string;
  resources: string | null;
  claims: string | null;
  created_at: number;
  registered: string;
  client_updated_at: number;
}

/**
 * Whether anyone can pretend to be the client: it is public, and its address leads to a program on the user's device (RFC
 * 6749, section 10.2, and RFC 8252, section 8.6). An https address belongs to the client.
 */
export const canBeImpersonated = ({ secret_hash: secret }: RegisteredClient, redirectUri: string): boolean =>
  secret === null && leadsToDevice(redirectUri);

/**
 * Whether the user has consented to all of this before, in one grant or several that still exist. A consent is for the origin
 * that the page showed, because the client's administrator can register other addresses, and for the named resources and
 * organisation.
 * @param scopesOf the scopes whose meaning the user read because of single claims
 */
export async function hasConsented(
  knex: Knex,
  rules: TokenRules,
  asked: AskedConsent,
  scopesOf: (claims: RequestedClaims) => string[],
): Promise<boolean> {
  const { client, userId, organisationId, redirectUri } = asked;
  if (canBeImpersonated(client, redirectUri)) return false;
  const rows = (await knex("oauth_authorization_codes as t")
    .join("oauth_clients as c", "c.id", "t.client_id")
    .leftJoin("oauth_logins as l", "l.family_id", "t.family_id")
    .where({ "t.user_id": userId, "t.client_id": client.id, "t.organisation_id": organisationId })
    .whereNotNull("t.redeemed_at")
    .whereNull("t.revoked_at")
    .select(
      ...["t.scopes", "t.redirect_uri", "t.resources", "t.created_at", "l.claims"],
      "c.redirect_uris as registered",
      "c.updated_at as client_updated_at",
    )) as GrantRow[];
  const grants = rows.filter((row) => isFor(row, asked));
  const consented = new Set(
    grants.flatMap(({ scopes, claims }) => [
      ...heldScopes(JSON.parse(scopes) as string[], rules),
      ...(claims === null ? [] : scopesOf(JSON.parse(claims) as RequestedClaims)),
    ]),
  );
  return grants.length > 0 && heldScopes([...asked.scopes], rules).every((scope) => consented.has(scope));
}

function isFor(row: GrantRow, { redirectUri, resources }: AskedConsent): boolean {
  const granted = readResources(row.resources);
  const coversResources =
    resources === null ? granted === null : resources.every((uri) => granted?.includes(uri));
  const address = addressOf(row);
  return coversResources && address !== null && new URL(address).origin === new URL(redirectUri).origin;
}

/** An omitted address meant the only one registered at that time; null when the client was changed since. */
function addressOf({ redirect_uri: sent, registered, ...row }: GrantRow): string | null {
  if (sent !== "") return sent;
  return row.client_updated_at > row.created_at ? null : (JSON.parse(registered) as string[])[0]!;
}
