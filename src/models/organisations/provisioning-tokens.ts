import type { Knex } from "knex";
import { now } from "../../lib/clock.js";
import { StampedRow } from "../stamped-row.js";
import type { OrganisationScope } from "./scope.js";

/** The most tokens of an organisation for provisioning. */
export const MAX_PROVISIONING_TOKENS = 10;
export const MAX_PROVISIONING_TOKEN_NAME = 100;

/** A row of `organisation_scim_tokens`. Only the hash of the token is stored. */
export class ProvisioningToken extends StampedRow {
  static override tableName = "organisation_scim_tokens";

  declare organisation_id: string;
  declare name: string;
  declare token_hash: Buffer;
  /** The account that created it; null when it doesn't exist any more. */
  declare created_by: string | null;
  /** Written at most once a minute. Milliseconds since the epoch, UTC. */
  declare last_used_at: number | null;
}

type Columns = Pick<ProvisioningToken, "id" | "name" | "token_hash" | "created_by">;

/** The tokens of one organisation. */
export class ProvisioningTokens {
  constructor(private readonly scope: OrganisationScope) {}

  /** Newest first. */
  async list(): Promise<ProvisioningToken[]> {
    return this.all().orderBy([
      { column: "created_at", order: "desc" },
      { column: "id", order: "desc" },
    ]);
  }

  async find(id: string): Promise<ProvisioningToken | undefined> {
    return this.all().findById(id);
  }

  async add(columns: Columns): Promise<ProvisioningToken> {
    const organisation_id = this.scope.organisation.id;
    return ProvisioningToken.query(this.scope.knex).insertAndFetch({ organisation_id, ...columns });
  }

  async remove(id: string): Promise<void> {
    await this.all().deleteById(id);
  }

  private all() {
    return ProvisioningToken.query(this.scope.knex).where({ organisation_id: this.scope.organisation.id });
  }
}

/** The token with this hash. */
export const findProvisioningToken = async (
  knex: Knex,
  tokenHash: Buffer,
): Promise<ProvisioningToken | undefined> => ProvisioningToken.query(knex).findOne({ token_hash: tokenHash });

/** Whether the token still exists. Its organisation is locked, so that it can't be deleted meanwhile. */
export const isProvisioningTokenActive = async (knex: Knex, id: string): Promise<boolean> =>
  (await ProvisioningToken.query(knex).findById(id).forShare()) !== undefined;

/** Writes the last use, unless it was written after `before`. */
export const touchProvisioningToken = async (knex: Knex, id: string, before: number): Promise<void> => {
  await knex("organisation_scim_tokens")
    .where({ id })
    .where((query) => query.whereNull("last_used_at").orWhere("last_used_at", "<=", before))
    .update({ last_used_at: now() });
};
