import type { Knex } from "knex";
import { recordActivity } from "../domain/audit/record.js";
import type { ActorCall } from "../domain/context.js";
import type { AuthorizationRequest } from "./authorization-request.js";

/** Records what the user has decided about an authorization request. */
export function recordDecision(
  knex: Knex,
  event: "application_authorized" | "application_denied",
  { actor, origin }: ActorCall,
  { client: { id, name }, scopes, resources }: AuthorizationRequest,
  organisationId: string | null = null,
): Promise<void> {
  const changes = {
    scopes,
    ...(resources && { resources }),
    ...(organisationId !== null && { organisation_id: organisationId }),
    grant: "authorization_code",
  };
  const subject = { type: "oauth_client", id };
  const forEvents = { data: { application: { id, name }, scopes } };
  return recordActivity(knex, { event, actorId: actor.id, subject, changes, forEvents }, origin);
}
