import { toStored, withDefaults, type ClientOptions, type StoredOptions } from "./client-options.js";
import { StampedRow } from "./stamped-row.js";

/** `confidential` clients can keep a secret, `public` ones can't (RFC 6749, section 2.1). */
export type ClientType = "confidential" | "public";

/** The columns of a client that each of its requests needs. */
export type RegisteredClient = Pick<
  OAuthClient,
  | "id"
  | "name"
  | "type"
  | "secret_hash"
  | "grant_types"
  | "redirect_uris"
  | "post_logout_redirect_uris"
  | "may_introspect"
  | "homepage_url"
  | "logo"
  | "options"
  | "subject_salt"
  | "document_url"
  | "document_expires_at"
  | "registered_itself"
  | "organisation_id"
  | "organisation_role"
>;

/** A row of `oauth_clients`. Only the hash of the secret is stored. */
export class OAuthClient extends StampedRow {
  static override tableName = "oauth_clients";
  static override jsonAttributes = ["grant_types", "redirect_uris", "post_logout_redirect_uris", "options"];

  declare name: string;
  declare type: ClientType;
  /** Null for a public client. */
  declare secret_hash: Buffer | null;
  declare grant_types: string[];
  declare redirect_uris: string[];
  /** Where users can return after the client has signed them out. */
  declare post_logout_redirect_uris: string[];
  declare options: ClientOptions;
  /** The key from which pairwise subjects are made; null until the client first has them. */
  declare subject_salt: string | null;
  /** A valid address; null for none. */
  declare homepage_url: string | null;
  /** The name of its file; null for none. */
  declare logo: string | null;
  /** Whether it can introspect the tokens of other clients. */
  declare may_introspect: boolean;
  /** The role with which the client acts for itself; always null for a public client. */
  declare role_id: string | null;
  /** The address of the document that describes it, which is also its `client_id`; null for one that was registered. */
  declare document_url: string | null;
  declare document_fetched_at: number | null;
  /** When the document must be read again. */
  declare document_expires_at: number | null;
  /** Whether it registered itself (RFC 7591). */
  declare registered_itself: boolean;
  /** The organisation that it belongs to; null for the service. It never changes. */
  declare organisation_id: string | null;
  /** The name of the role with which it acts for itself in the organisation; null for none. */
  declare organisation_role: string | null;
  declare revoked_at: number | null;

  override $parseDatabaseJson(json: Record<string, unknown>): Record<string, unknown> {
    const row = super.$parseDatabaseJson(json);
    if ("may_introspect" in row) row["may_introspect"] = Boolean(row["may_introspect"]);
    if ("registered_itself" in row) row["registered_itself"] = Boolean(row["registered_itself"]);
    if ("options" in row) row["options"] = withDefaults(row["options"] as StoredOptions | null);
    if ("post_logout_redirect_uris" in row) row["post_logout_redirect_uris"] ??= [];
    return row;
  }

  override $formatDatabaseJson(json: Record<string, unknown>): Record<string, unknown> {
    const { options } = json;
    return super.$formatDatabaseJson(
      options ? { ...json, options: toStored(options as ClientOptions) } : json,
    );
  }
}
