import { issueClientToken } from "../domain/oauth/tokens/client-tokens.js";
import { parseScope, resolveScopes } from "../domain/oauth/tokens/scopes.js";
import type { Services } from "../domain/services.js";
import { now } from "../lib/clock.js";
import { secondsFrom, type GrantRequest } from "./grant-model.js";
import { tokenTypeOf, type TokenAnswer } from "./granting.js";

/**
 * A token for the client itself (RFC 6749, section 4.4). It doesn't use the library, because nothing has to be spent.
 * @throws ProtocolError
 */
export async function tokenForClient(services: Services, request: GrantRequest): Promise<TokenAnswer> {
  const { client, parameters, resources, write, keyThumbprint } = request;
  const scopes = resolveScopes(parseScope(parameters.get("scope")), services.config.tokens);
  const issuedAt = now();
  const issued = await issueClientToken(services, client.id, {
    scopes,
    resources,
    keyThumbprint,
    write: write
      ? (expiresAt) =>
          write({
            scopes,
            resources,
            keyThumbprint,
            userId: null,
            login: null,
            organisation: null,
            expiresAt,
          })
      : undefined,
  });
  return {
    access_token: issued.value,
    token_type: tokenTypeOf(request),
    expires_in: secondsFrom(issuedAt, issued),
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
  };
}
