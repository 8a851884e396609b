import { firstOrganisationsOf } from "../../../models/organisations/organisation-list.js";
import { path } from "../addresses.js";
import type { WebCall } from "../call.js";

/** How many organisations the account menu names. */
const SHOWN = 5;

/** The organisations in the account menu. */
export interface OrganisationSwitch {
  organisations: { name: string; to: string; isCurrent: boolean }[];
  /** Whether there are more. */
  hasMore: boolean;
}

/** Null for guests, and for accounts without organisations, whose pages need no statement for it. @param here the path of the page */
export async function organisationSwitchOf(call: WebCall, here: string): Promise<OrganisationSwitch | null> {
  if (call.isGuest || !call.account.has_organisations) return null;
  const found = await firstOrganisationsOf(call.services.knex, call.actor.id, SHOWN + 1);
  const [, area, current] = here.split("/");
  const organisations = found.slice(0, SHOWN).map(({ name, slug }) => ({
    name,
    to: path("organisations.show", { organisation: slug }),
    isCurrent: area === "organisations" && current === slug,
  }));
  return { organisations, hasMore: found.length > SHOWN };
}
