import type { Knex } from "knex";
import { domainOf } from "../../models/organisations/join-requests.js";

/** The provider at which the people of a domain sign in. */
export interface HomeRealm {
  domain: string;
  provider: { id: string; name: string };
}

/**
 * Where someone with this address signs in: at the provider that the organisation requires which has verified the domain. It
 * says nothing about accounts.
 * @param email in the form of `normalizeEmail`
 */
export async function homeRealmOf(knex: Knex, email: string): Promise<HomeRealm | null> {
  const domain = domainOf(email);
  if (domain === null) return null;
  const provider = (await knex("organisation_domains as d")
    .join("organisations as o", "o.id", "d.organisation_id")
    .join("sign_in_providers as p", "p.id", "o.provider_id")
    .where({ "d.verified_domain": domain, "o.status": "active", "p.is_enabled": true })
    .first("p.id", "p.name")) as HomeRealm["provider"] | undefined;
  return provider ? { domain, provider } : null;
}
