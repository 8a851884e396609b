import type { QueryBuilder } from "objection";
import { validate as isUuid } from "uuid";
import { OAuthClient } from "../oauth-client.js";
import type { OrganisationScope } from "./scope.js";

/** The most applications of an organisation. */
export const MAX_APPLICATIONS = 100;

/** The OAuth2 clients that belong to one organisation and weren't deleted. */
export class Applications {
  constructor(private readonly scope: OrganisationScope) {}

  /** A new query for all of them. */
  all(): QueryBuilder<OAuthClient, OAuthClient[]> {
    const owned = { organisation_id: this.scope.organisation.id };
    return OAuthClient.query(this.scope.knex).where(owned).whereNull("revoked_at");
  }

  async find(id: string): Promise<OAuthClient | undefined> {
    // MariaDB raises an error when it compares an id with non-ASCII text
    return isUuid(id) ? this.all().findById(id) : undefined;
  }

  count(): Promise<number> {
    return this.all().resultSize();
  }
}
