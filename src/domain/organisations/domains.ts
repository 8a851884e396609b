import { isUniqueViolation } from "../../database/errors.js";
import { ActionForbidden, RowNotFound, ValidationFailed } from "../../lib/failures.js";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { now } from "../../lib/clock.js";
import { sha256 } from "../../lib/secrets.js";
import {
  MAX_DOMAINS,
  OrganisationDomains,
  type OrganisationDomain,
} from "../../models/organisations/domains.js";
import type { Joining } from "../../models/organisations/join-requests.js";
import type { OrganisationScope } from "../../models/organisations/scope.js";
import { text, type Text } from "../../texts/translate.js";
import type { Administrator, RoleHolder } from "../access/actor.js";
import type { ActivityEvent } from "../audit/activities.js";
import { recordActorActivity } from "../audit/record.js";
import { inActorContext, type ActorCall, type ActorContext, type ReadCall } from "../context.js";
import { enterOrganisation, lockOrganisation } from "./access.js";
import { domainProblems, normalDomain } from "./domain-name.js";

export interface TxtRecord {
  name: string;
  value: string;
}

/** The record that proves the domain. */
export const txtRecordOf = ({ domain, challenge }: OrganisationDomain): TxtRecord => ({
  name: `_authdock-challenge.${domain}`,
  value: `authdock-verification=${challenge}`,
});

/** The domains of an organisation, by name. @throws RowNotFound, ActionForbidden */
export const listDomains = (
  { services, actor, signal }: ReadCall<RoleHolder>,
  key: string,
): Promise<OrganisationDomain[]> =>
  services.reads.run(
    async (knex) =>
      new OrganisationDomains(await enterOrganisation(knex, actor, key, "domains.update")).all(),
    { signal },
  );

/**
 * Adds a domain, which has no effect until it is verified.
 * @throws RowNotFound; ActionForbidden, also for too many; ValidationFailed on `domain`
 */
export async function addDomain(
  call: ActorCall<Administrator>,
  key: string,
  typed: string,
): Promise<OrganisationDomain> {
  return inActorContext(call, async (context) => {
    const { scope } = await lockOrganisation(context, key, "domains.update");
    const domains = new OrganisationDomains(scope);
    const domain = normalDomain(typed);
    const problems = domainProblems(domain);
    if (problems.length > 0) throw new ValidationFailed({ domain: problems });
    const existing = await domains.all();
    if (existing.some((other) => other.domain === domain))
      throw wrong(text("organisations.validation.domain_added"));
    if (existing.length >= MAX_DOMAINS)
      throw new ActionForbidden(text("organisations.domains.too_many", { max: MAX_DOMAINS }));
    await domains.insert(domain, randomBytes(32).toString("base64url"));
    await record(context, scope, "organisation_domain_added", domain);
    return requireDomain(domains, domain);
  });
}

/**
 * Makes the domain the organisation's own, when the code that was mailed to it is right or, without one, its TXT record is there.
 * @throws RowNotFound, ActionForbidden; ValidationFailed on `code`, and on `domain` when the record isn't there, no name server
 * answers, or another organisation has verified the domain
 */
export async function verifyDomain(
  call: ActorCall<Administrator>,
  key: string,
  typed: string,
  code?: string,
): Promise<OrganisationDomain> {
  const { services, actor } = call;
  const domain = normalDomain(typed);
  const scope = await enterOrganisation(services.knex, actor, key, "domains.update");
  const added = await requireDomain(new OrganisationDomains(scope), domain);
  if (added.verified_at !== null) return added;
  // outside the transaction, which would wait for name servers
  if (code === undefined) await assertProven(services, added);
  return inActorContext(call, async (context) => {
    const { scope } = await lockOrganisation(context, key, "domains.update");
    const domains = new OrganisationDomains(scope);
    const current = await requireDomain(domains, domain);
    // it may have been removed and added again meanwhile
    if (current.challenge !== added.challenge) throw new RowNotFound();
    if (current.verified_at !== null) return current;
    if (code !== undefined) assertCode(current, code);
    await claimingDomain(() => domains.markVerified(domain));
    await record(context, scope, "organisation_domain_verified", domain);
    return requireDomain(domains, domain);
  });
}

/** @throws ValidationFailed on `code` */
function assertCode({ code_hash: expected, code_expires_at: end }: OrganisationDomain, code: string): void {
  const isRight = expected !== null && timingSafeEqual(expected, sha256(code.trim()));
  if (!isRight || end! <= now())
    throw new ValidationFailed({ code: [text("organisations.domains.code_wrong")] });
}

/** Decides who may join with an address of the domain. @throws RowNotFound, ActionForbidden */
export async function changeJoining(
  call: ActorCall<Administrator>,
  key: string,
  typed: string,
  joining: Joining,
): Promise<OrganisationDomain> {
  return inActorContext(call, async (context) => {
    const { scope } = await lockOrganisation(context, key, "domains.update");
    const domains = new OrganisationDomains(scope);
    const { domain, joining: before } = await requireDomain(domains, normalDomain(typed));
    if (joining !== before) {
      await domains.setJoining(domain, joining);
      const subject = { type: "organisation", id: scope.organisation.id };
      const difference = { domain, before: { joining: before }, after: { joining } };
      await recordActorActivity(context, "organisation_domain_updated", subject, difference);
    }
    return requireDomain(domains, domain);
  });
}

/** @throws ValidationFailed on `domain` */
async function assertProven(
  { findTxtRecords, log }: ActorCall["services"],
  domain: OrganisationDomain,
): Promise<void> {
  const { name, value } = txtRecordOf(domain);
  const found = await findTxtRecords(name).catch((error: unknown) => {
    log.info({ err: error, name }, "no name server answered for a TXT record");
    throw wrong(text("organisations.domains.unanswered"));
  });
  if (!found.some((record) => record.trim() === value)) throw wrong(text("organisations.domains.unproven"));
}

/** @throws ValidationFailed on `domain` when another organisation has it */
async function claimingDomain(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw wrong(text("organisations.domains.taken"));
  }
}

/** Ends what the domain does. @throws RowNotFound, ActionForbidden */
export async function removeDomain(
  call: ActorCall<Administrator>,
  key: string,
  typed: string,
): Promise<OrganisationDomain> {
  return inActorContext(call, async (context) => {
    const { scope } = await lockOrganisation(context, key, "domains.update");
    const domains = new OrganisationDomains(scope);
    const removed = await requireDomain(domains, normalDomain(typed));
    await domains.delete(removed.domain);
    await record(context, scope, "organisation_domain_removed", removed.domain);
    return removed;
  });
}

/** @throws RowNotFound */
export async function requireDomain(
  domains: OrganisationDomains,
  domain: string,
): Promise<OrganisationDomain> {
  const found = await domains.find(domain);
  if (!found) throw new RowNotFound();
  return found;
}

const wrong = (sentence: Text): ValidationFailed => new ValidationFailed({ domain: [sentence] });

const record = (
  context: ActorContext<Administrator>,
  { organisation: { id } }: OrganisationScope,
  event: ActivityEvent,
  domain: string,
): Promise<void> => recordActorActivity(context, event, { type: "organisation", id }, { domain });
