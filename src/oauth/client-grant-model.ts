import type OAuth2Server from "@node-oauth/oauth2-server";
import { issueClientToken } from "../domain/oauth/client-tokens.js";
import { resolveScopes } from "../domain/oauth/scopes.js";
import type { Services } from "../domain/services.js";
import type { RegisteredClient } from "../models/oauth-client.js";
import { bySystemClock, clientOf } from "./grant-model.js";

/** What the library asks while a client gets a token for itself (RFC 6749, section 4.4). */
export class ClientGrantModel implements OAuth2Server.ClientCredentialsModel {
  constructor(
    private readonly services: Services,
    private readonly client: RegisteredClient,
  ) {}

  getClient = (): Promise<OAuth2Server.Client> => Promise.resolve(clientOf(this.client));
  getAccessToken = (): Promise<false> => Promise.resolve(false);
  getUserFromClient = (): Promise<OAuth2Server.User> => Promise.resolve({});
  // the value is made when the row is written
  generateAccessToken = (): Promise<string> => Promise.resolve("pending");

  validateScope = (_user: unknown, _client: unknown, asked: string[] = []): Promise<string[]> =>
    Promise.resolve(resolveScopes(asked, this.services.config.tokens));

  async saveToken(
    { scope = [] }: OAuth2Server.Token,
    client: OAuth2Server.Client,
    user: OAuth2Server.User,
  ): Promise<OAuth2Server.Token> {
    const { knex, config } = this.services;
    const issued = await issueClientToken(knex, config.tokens, client.id, scope);
    const accessTokenExpiresAt = bySystemClock(issued);
    return { accessToken: issued.value, accessTokenExpiresAt, ...(scope.length && { scope }), client, user };
  }
}
