import type { Services } from "../domain/services.js";
import {
  actingFor,
  actingForAll,
  actingForKey,
  type ActingForOwn,
} from "../models/organisations/organisation-tokens.js";
import type { AuthorizationRequest } from "./authorization-request.js";

/** A request whose organisation is known. */
export interface SettledRequest extends AuthorizationRequest {
  /** The organisation that the access is for; null for a request without a scope of organisations. */
  actingFor: ActingForOwn | null;
}

export type OrganisationChoice =
  | { kind: "settled"; actingFor: ActingForOwn | null }
  /** The user chooses one of these; of none when there are none. */
  | { kind: "open"; organisations: ActingForOwn[] }
  /** The client names one that doesn't exist, or in which the user isn't a member: the answer doesn't tell which. */
  | { kind: "foreign" };

/** The longest slug has 48 characters. */
const MAX_KEY = 64;

/**
 * For which organisation the user answers the request. An application of an organisation acts for no other one.
 * @param chosen the id of the one that the user has chosen, as the browser sent it; null for none
 */
export async function chooseOrganisation(
  { rows, knex }: Services,
  { client, organisation }: AuthorizationRequest,
  userId: string,
  chosen: string | null,
): Promise<OrganisationChoice> {
  if (organisation === null) return { kind: "settled", actingFor: null };
  const { key, asksUser } = organisation;
  if (client.organisation_id !== null) {
    const own = await actingFor(rows, userId, client.organisation_id);
    const isNamed = key === null || [own?.id, own?.slug].includes(key.toLowerCase());
    return own && isNamed ? { kind: "settled", actingFor: own } : { kind: "foreign" };
  }
  const named = key === null || key.length > MAX_KEY ? undefined : await actingForKey(rows, userId, key);
  if (key !== null && !named) return { kind: "foreign" };
  if (named && !asksUser) return { kind: "settled", actingFor: named };
  const all = await actingForAll(knex, userId);
  const own = all.find(({ id }) => id === chosen) ?? (all.length === 1 && !asksUser ? all[0] : undefined);
  return own ? { kind: "settled", actingFor: own } : { kind: "open", organisations: all };
}
