import { StampedRow } from "./stamped-row.js";

/** `oidc` is any OpenID provider; GitHub has only OAuth2. */
export const PROVIDER_KINDS = ["oidc", "github"] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Whether the provider can prove that someone has just signed in there: GitHub says nothing about when they did. */
export const provesFreshSignIn = ({ kind }: Pick<SignInProvider, "kind">): boolean => kind === "oidc";

const FLAGS = ["is_enabled", "creates_accounts", "emails_are_verified"];

/** A row of `sign_in_providers`: a service whose accounts can sign in to accounts here. */
export class SignInProvider extends StampedRow {
  static override tableName = "sign_in_providers";
  static override jsonAttributes = ["allowed_domains"];

  declare kind: ProviderKind;
  declare name: string;
  /** Never changes, because it decides whose accounts are linked. Null for GitHub. */
  declare issuer: string | null;
  declare client_id: string;
  /** Encrypted, bound to the row. */
  declare client_secret: string;
  /** Separated by blanks. */
  declare scopes: string;
  declare is_enabled: boolean;
  /** The domains of email addresses that can use it; empty for all. */
  declare allowed_domains: string[];
  /** Whether someone without an account here gets one. */
  declare creates_accounts: boolean;
  /** Whether addresses count as verified when the provider sends no `email_verified`. Always false for GitHub. */
  declare emails_are_verified: boolean;
  /** The role of the accounts that it creates; null for the default role. */
  declare role_id: string | null;

  override $parseDatabaseJson(json: Record<string, unknown>): Record<string, unknown> {
    const row = super.$parseDatabaseJson(json);
    for (const flag of FLAGS) if (flag in row) row[flag] = Boolean(row[flag]);
    return row;
  }
}
