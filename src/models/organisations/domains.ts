import type { Knex } from "knex";
import { now } from "../../lib/clock.js";
import type { Joining } from "./join-requests.js";
import type { OrganisationScope } from "./scope.js";

export const MAX_DOMAINS = 20;
/** The name of its TXT record is longer, and at most 253 characters. */
export const MAX_DOMAIN = 230;

/** A domain that an organisation has added. */
export interface OrganisationDomain {
  /** In lower case, and ASCII: `xn--…` for other letters. */
  domain: string;
  /** The value that its TXT record has to prove it. It is no secret. */
  challenge: string;
  /** When the organisation has proven that the domain is its own; null until then. Milliseconds since the epoch, UTC. */
  verified_at: number | null;
  /** SHA-256 of the code that was mailed to the domain; null for none. */
  code_hash: Buffer | null;
  code_expires_at: number | null;
  /** Who may join with an address of the domain, once it is verified. */
  joining: Joining;
}

const COLUMNS = ["domain", "challenge", "verified_at", "joining", "code_hash", "code_expires_at"];

/** The domains of an organisation. */
export class OrganisationDomains {
  private readonly knex: Knex;
  private readonly organisationId: string;

  constructor({ knex, organisation }: OrganisationScope) {
    this.knex = knex;
    this.organisationId = organisation.id;
  }

  /** By name. */
  async all(): Promise<OrganisationDomain[]> {
    return (await this.rows().orderBy("domain").select(COLUMNS)) as OrganisationDomain[];
  }

  /** @param domain only ASCII */
  async find(domain: string): Promise<OrganisationDomain | undefined> {
    return (await this.rows().where({ domain }).first(COLUMNS)) as OrganisationDomain | undefined;
  }

  async insert(domain: string, challenge: string): Promise<void> {
    const row = { organisation_id: this.organisationId, domain, challenge, created_at: now() };
    await this.knex("organisation_domains").insert(row);
  }

  /** @throws a unique violation when another organisation has verified the domain */
  async markVerified(domain: string): Promise<void> {
    const code = { code_hash: null, code_expires_at: null };
    await this.rows()
      .where({ domain })
      .update({ verified_domain: domain, verified_at: now(), ...code });
  }

  /** Replaces the code. */
  async setCode(domain: string, code: { code_hash: Buffer; code_expires_at: number }): Promise<void> {
    await this.rows().where({ domain }).update(code);
  }

  async setJoining(domain: string, joining: Joining): Promise<void> {
    await this.rows().where({ domain }).update({ joining });
  }

  async delete(domain: string): Promise<void> {
    await this.rows().where({ domain }).del();
  }

  private rows(): Knex.QueryBuilder {
    return this.knex("organisation_domains").where({ organisation_id: this.organisationId });
  }
}
