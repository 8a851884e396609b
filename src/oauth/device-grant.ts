import type OAuth2Server from "@node-oauth/oauth2-server";
import type { Knex } from "knex";
import { pollDeviceCode, spendDeviceCode } from "../domain/oauth/grants/device-polling.js";
import { ProtocolError } from "../domain/oauth/protocol-error.js";
import type { GrantModel, GrantRequest, ResourceOwner } from "./grant-model.js";
import type { OAuthLibrary } from "./library.js";

/**
 * RFC 8628, section 3.4, as a grant of the library. One class per request, because the library creates the instance.
 */
export function deviceGrant(
  library: OAuthLibrary,
  trx: Knex.Transaction,
  model: GrantModel,
  { parameters }: GrantRequest,
): typeof OAuth2Server.AbstractGrantType {
  return class DeviceGrant extends library.AbstractGrantType {
    async handle(_request: OAuth2Server.Request, client: OAuth2Server.Client): Promise<OAuth2Server.Token> {
      const user: ResourceOwner = await pollDeviceCode(trx, client.id, parameters.require("device_code"));
      if (!(await spendDeviceCode(trx, user.family.id)))
        throw new ProtocolError("invalid_grant", "The device code was already used.");
      const token = { accessToken: "pending", refreshToken: "pending", scope: user.scopes, client, user };
      return model.saveToken(token, client, user);
    }
  };
}
