import { now, SECOND } from "../../../lib/clock.js";
import {
  isAccessToken,
  isWellFormedToken,
  PERSONAL_TOKEN,
  REFRESH_TOKEN,
  sha256Hex,
} from "../../../lib/secrets.js";
import { parseOptions } from "../../../models/client-options.js";
import type { RegisteredClient } from "../../../models/oauth-client.js";
import {
  CLIENT,
  HAS_ACCESS,
  isParentActive,
  NO_CLIENT,
  ORGANISATION_ROLE,
} from "../../../models/principals.js";
import type { Services } from "../../services.js";
import { ownResource, readResources, type Resources } from "./resources.js";
import { subjectOf } from "../openid/subjects.js";
import { heldScopes, ORGANISATION_SCOPE } from "./scopes.js";
import { hasPublishedKey } from "../openid/signed-tokens.js";

/** The properties of an active token (RFC 7662, section 2.2). Times are seconds since the epoch. */
export interface TokenAttributes {
  scope: string | undefined;
  client_id: string | undefined;
  /** The account, as the client of the token knows it; undefined for a client's own token. */
  sub: string | undefined;
  /** The email address, for a token with the scope `email`. */
  username: string | undefined;
  token_type: "Bearer" | "DPoP" | undefined;
  /** The resources that the token is for (RFC 8707); undefined for a token that names none. */
  aud: Resources | undefined;
  /** The key that must come with the token (RFC 9449, section 6.2), by its thumbprint. */
  cnf: { jkt: string } | undefined;
  /** The organisation that the token is for, and the roles there of whom it acts for; undefined for none. */
  org_id: string | undefined;
  org_slug: string | undefined;
  org_roles: string[] | undefined;
  exp: number;
  iat: number;
}

interface Row {
  client_id: string | null;
  document_url: string | null;
  user_id: string | null;
  account_id: string | null;
  /** The organisation that the token is for; null for none. */
  organisation_id: string | null;
  organisation_slug: string | null;
  organisation_role: string | null;
  status: string | null;
  email: string | null;
  /** The options and the key of the token's client, which decide its ids of users. */
  client_options: string | null;
  subject_salt: string | null;
  scopes: string;
  resources: string | null;
  key_thumbprint: Buffer | null;
  /** The bound token that created this one. */
  parent_token_id: string | null;
  expires_at: number;
  created_at: number;
  revoked_at: number | null;
  spent_at: number | null;
}

const OF_GRANT =
  "t.resources, t.key_thumbprint, null as parent_token_id, c.subject_salt, c.document_url, " +
  "t.organisation_id, (select o.slug from organisations o where o.id = t.organisation_id) as organisation_slug, " +
  ORGANISATION_ROLE;
const statement = (table: string, client: typeof CLIENT, spentAt = "null", bounds = OF_GRANT): string => `
  select ${client.columns}, ${bounds}, t.user_id, u.id as account_id, u.status, u.email, t.scopes, t.expires_at, t.created_at,
    ${spentAt} as spent_at
  from ${table} t ${client.join} left join users u on u.id = t.user_id and ${HAS_ACCESS}
  where t.token_hash = unhex(?)`;

const KINDS = [
  { matches: isAccessToken, opens: true, isOfResources: true, sql: statement("oauth_access_tokens", CLIENT) },
  {
    matches: (token: string) => isWellFormedToken(token, REFRESH_TOKEN),
    opens: false,
    isOfResources: false,
    sql: statement("oauth_refresh_tokens", CLIENT, "t.rotated_at"),
  },
  {
    matches: (token: string) => isWellFormedToken(token, PERSONAL_TOKEN),
    opens: true,
    isOfResources: false,
    sql: statement(
      "personal_access_tokens",
      NO_CLIENT,
      "null",
      "null as resources, null as key_thumbprint, t.parent_token_id, null as subject_salt, null as document_url, " +
        "null as organisation_id, null as organisation_slug, null as organisation_role",
    ),
  },
];

/**
 * Introspects a token for a client: its own tokens and, if an administrator has allowed it, access tokens for the named resources or
 * any token. Null for everything else: unknown, mistyped, expired, revoked, signed by a removed key, created by a token
 * that has ended, of another client, or of a denied account.
 */
export async function inspectToken(
  { rows, config, statusPolicy }: Services,
  client: RegisteredClient,
  token: string,
): Promise<TokenAttributes | null> {
  const kind = KINDS.find(({ matches }) => matches(token));
  if (!kind) return null;
  const row = await rows.one<Row>(kind.sql, [sha256Hex(token)]);
  if (!row || !isActive(row) || !mayInspect(client, row, kind.isOfResources, config.env.APP_URL)) return null;
  if (statusPolicy.enforced && statusPolicy.isDenied(row.status)) return null;
  if (!(await hasPublishedKey(rows, token)) || !(await isParentActive(rows, row.parent_token_id)))
    return null;
  const scopes = heldScopes(JSON.parse(row.scopes) as string[], config.tokens);
  const { client_id, document_url, user_id, resources, key_thumbprint } = row;
  const ofOrganisation = row.organisation_id !== null && scopes.includes(ORGANISATION_SCOPE);
  // undefined isn't sent; objects with the same properties have one hidden class, and JSON of them takes a fifth of the time
  return {
    scope: scopes.length > 0 ? scopes.join(" ") : undefined,
    client_id: document_url ?? client_id ?? undefined,
    sub: user_id === null ? undefined : subjectFor(row, user_id),
    username: scopes.includes("email") ? (row.email ?? undefined) : undefined,
    token_type: !kind.opens ? undefined : key_thumbprint === null ? "Bearer" : "DPoP",
    aud: resources === null ? undefined : readResources(resources),
    cnf: key_thumbprint === null ? undefined : { jkt: key_thumbprint.toString("base64url") },
    org_id: ofOrganisation ? row.organisation_id! : undefined,
    org_slug: ofOrganisation ? row.organisation_slug! : undefined,
    org_roles: ofOrganisation ? [row.organisation_role!] : undefined,
    exp: Math.floor(row.expires_at / SECOND),
    iat: Math.floor(row.created_at / SECOND),
  };
}

/** @param isOfResources whether the token is one that resource servers get */
function mayInspect(
  { id, may_introspect: mayIntrospect, options }: RegisteredClient,
  { client_id: owner, resources }: Row,
  isOfResources: boolean,
  appUrl: URL,
): boolean {
  if (owner === id) return true;
  const { introspection_resources: named } = options;
  if (!mayIntrospect || named.length === 0) return mayIntrospect;
  return (
    isOfResources && (readResources(resources) ?? [ownResource(appUrl)]).some((uri) => named.includes(uri))
  );
}

/** As the token's own client knows the user, so that introspection doesn't join the users of pairwise clients. */
function subjectFor({ client_options: stored, subject_salt }: Row, userId: string): string {
  if (stored === null) return userId;
  return subjectOf({ options: parseOptions(stored), subject_salt }, userId);
}

function isActive(row: Row): boolean {
  const { revoked_at, spent_at, expires_at, user_id, account_id, client_id } = row;
  const hasHolder = user_id === null ? client_id !== null : account_id !== null;
  if (row.organisation_id !== null && row.organisation_role === null) return false;
  return revoked_at === null && spent_at === null && expires_at > now() && hasHolder;
}
