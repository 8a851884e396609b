import { randomBytes } from "node:crypto";
import { DAY, HOUR, now } from "../../lib/clock.js";
import { countAttempt } from "../../lib/counters/counters.js";
import { sha256 } from "../../lib/secrets.js";
import { OrganisationDomains, type OrganisationDomain } from "../../models/organisations/domains.js";
import type { Actor } from "../access/actor.js";
import { recordActorActivity } from "../audit/record.js";
import { inActorContext, type ActorCall } from "../context.js";
import { linkTo } from "../mail/links.js";
import { queueNotice, readsLikeName } from "../mail/notices.js";
import { enterOrganisation, lockOrganisation } from "./access.js";
import { normalDomain } from "./domain-name.js";
import { requireDomain } from "./domains.js";

/** Mailboxes of who operates a domain (CA/Browser Forum, Baseline Requirements for TLS, section 3.2.2.4.4). */
export const MAILBOXES = ["admin", "administrator", "hostmaster", "postmaster", "webmaster"] as const;
export type Mailbox = (typeof MAILBOXES)[number];

const LIFETIME = DAY;
/** Mails with codes to a domain, whoever asks for them, so that nobody is sent more than a few. */
const TO_DOMAIN = { name: "domain-codes", limit: 5, windowMs: DAY };
const OF_ORGANISATION = { name: "domain-codes-of-organisation", limit: 20, windowMs: HOUR };

/**
 * Mails a code to a mailbox of the domain, which verifies the domain within a day. A former code stops working.
 * @returns the domain, to which nothing is sent when it is verified
 * @throws RowNotFound, ActionForbidden; TooManyAttempts, ServiceBusy
 */
export async function sendDomainCode(
  call: ActorCall<Actor>,
  key: string,
  typed: string,
  mailbox: Mailbox,
): Promise<OrganisationDomain> {
  const { services, actor } = call;
  const name = normalDomain(typed);
  const entered = await enterOrganisation(services.knex, actor, key, "domains.update");
  const found = await requireDomain(new OrganisationDomains(entered), name);
  if (found.verified_at !== null) return found;
  // before the transaction, which holds SQLite's only connection
  const { id } = entered.organisation;
  await countAttempt(services.counters, OF_ORGANISATION, `${OF_ORGANISATION.name}:${id}`);
  await countAttempt(services.counters, TO_DOMAIN, `${TO_DOMAIN.name}:${found.domain}`);
  return inActorContext(call, async (context) => {
    const { scope } = await lockOrganisation(context, key, "domains.update");
    const domains = new OrganisationDomains(scope);
    const { domain, verified_at: verifiedAt } = await requireDomain(domains, name);
    if (verifiedAt !== null) return requireDomain(domains, domain);
    const code = randomBytes(16).toString("base64url");
    const expiresAt = now() + LIFETIME;
    await domains.setCode(domain, { code_hash: sha256(code), code_expires_at: expiresAt });
    const { name: organisation, slug } = scope.organisation;
    const reader = { ...actor.user, email: `${mailbox}@${domain}`, first_name: "" };
    const values = { code, domain, organisation: readsLikeName(organisation) ? organisation : slug };
    await queueNotice(context, reader, {
      kind: "domain_code",
      values,
      expiresAt,
      url: linkTo(services, "home"),
    });
    const subject = { type: "organisation", id: scope.organisation.id };
    await recordActorActivity(context, "organisation_domain_code_sent", subject, { domain, mailbox });
    return requireDomain(domains, domain);
  });
}
