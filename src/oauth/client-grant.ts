import { issueClientToken } from "../domain/oauth/tokens/client-tokens.js";
import { ProtocolError } from "../domain/oauth/protocol-error.js";
import { ORGANISATION_SCOPE, parseScope, resolveScopes } from "../domain/oauth/tokens/scopes.js";
import type { Services } from "../domain/services.js";
import { now } from "../lib/clock.js";
import type { RegisteredClient } from "../models/oauth-client.js";
import { actingForClient, type ActingFor } from "../models/organisations/organisation-tokens.js";
import { secondsFrom, type GrantRequest } from "./grant-model.js";
import { tokenTypeOf, type TokenAnswer } from "./granting.js";

/**
 * No administrator of the service has registered an application of an organisation, so it reads this and nothing else.
 * @throws ProtocolError invalid_scope
 */
function scopesOfApplication(asked: readonly string[], resolved: readonly string[]): string[] {
  if (asked.some((scope) => scope !== ORGANISATION_SCOPE))
    throw new ProtocolError(
      "invalid_scope",
      "An application of an organisation can ask only for organisation.",
    );
  return resolved.filter((scope) => scope === ORGANISATION_SCOPE);
}

/** @throws ProtocolError invalid_scope without a role in the organisation, and while this is suspended */
async function organisationOf({ rows }: Services, client: RegisteredClient): Promise<ActingFor> {
  const organisation = await actingForClient(rows, client);
  if (!organisation)
    throw new ProtocolError("invalid_scope", "The application can't act for its organisation.");
  return organisation;
}

/**
 * A token for the client itself (RFC 6749, section 4.4). It doesn't use the library, because nothing has to be spent.
 * @throws ProtocolError
 */
export async function tokenForClient(services: Services, request: GrantRequest): Promise<TokenAnswer> {
  const { client, parameters, resources, write, keyThumbprint } = request;
  const asked = parseScope(parameters.get("scope"));
  const resolved = resolveScopes(asked, services.config.tokens);
  const isOwned = client.organisation_id !== null;
  const scopes = isOwned ? scopesOfApplication(asked, resolved) : resolved;
  const organisation = isOwned && scopes.length > 0 ? await organisationOf(services, client) : null;
  const bounds = { scopes, resources, keyThumbprint };
  const written = { ...bounds, userId: null, login: null, organisation };
  const issuedAt = now();
  const access = {
    ...bounds,
    write: write ? (expiresAt: number) => write({ ...written, expiresAt }) : undefined,
  };
  const issued = await issueClientToken(services, client.id, access, organisation?.id ?? null);
  return {
    access_token: issued.value,
    token_type: tokenTypeOf(request),
    expires_in: secondsFrom(issuedAt, issued),
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
  };
}
