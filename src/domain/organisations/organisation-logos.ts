import type { Administrator } from "../access/actor.js";
import { logoFiles, storeLogo } from "../administration/logo-files.js";
import { recordActorActivity } from "../audit/record.js";
import { inActorContext, type ActorCall } from "../context.js";
import { lockOrganisation } from "./access.js";

/**
 * Replaces the logo of an organisation, then deletes the old file.
 * @param key the id or the slug
 * @throws ValidationFailed on `logo`, ServiceBusy; RowNotFound; ActionForbidden
 */
export const changeOrganisationLogo = (
  call: ActorCall<Administrator>,
  key: string,
  bytes: Buffer,
): Promise<void> => storeLogo(call.services, bytes, (name) => replaceLogo(call, key, name));

/** @throws RowNotFound; ActionForbidden */
export const removeOrganisationLogo = (call: ActorCall<Administrator>, key: string): Promise<void> =>
  replaceLogo(call, key, null);

async function replaceLogo(call: ActorCall<Administrator>, key: string, logo: string | null): Promise<void> {
  const former = await inActorContext(call, async (context) => {
    const { scope } = await lockOrganisation(context, key, "organisation.update");
    const { id, logo: before } = scope.organisation;
    if (before === logo) return null;
    await scope.update({ logo });
    const changes = { logo: { before, after: logo } };
    await recordActorActivity(context, "organisation_updated", { type: "organisation", id }, changes);
    return before;
  });
  await logoFiles(call.services).remove(former);
}
