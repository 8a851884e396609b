import type OAuth2Server from "@node-oauth/oauth2-server";
import type { Knex } from "knex";
import { inTransaction } from "../database/transaction.js";
import { DEVICE_GRANT, GRANT_TYPES } from "../domain/oauth/grants/grant-types.js";
import { CODE_LIFETIME } from "../domain/oauth/grants/authorization-codes.js";
import { ErrorThatCommits, ProtocolError, type ProtocolErrorCode } from "../domain/oauth/protocol-error.js";
import { isFapi2 } from "../domain/oauth/clients/security-profile.js";
import { parseScope } from "../domain/oauth/tokens/scopes.js";
import type { Services } from "../domain/services.js";
import { SECOND } from "../lib/clock.js";
import { deviceGrant } from "./device-grant.js";
import { issueIdToken } from "./openid/id-token.js";
import { GrantModel, type GrantRequest } from "./grant-model.js";
import type { OAuthLibrary } from "./library.js";

/** All other parameters are ignored (RFC 6749, sections 3.1 and 3.2). The library knows some that no RFC defines. */
const PARAMETERS = [
  "grant_type",
  "code",
  "code_verifier",
  "refresh_token",
  "redirect_uri",
  "response_type",
  "code_challenge",
  "code_challenge_method",
] as const;

/** Tells the library that the client is authenticated already, including its secret. */
const CLIENT_ALREADY_AUTHENTICATED = Object.fromEntries(GRANT_TYPES.map((grant) => [grant, false]));

/** The success answer of the token endpoint (RFC 6749, section 5.1). */
export type TokenAnswer = Record<string, unknown>;

/** How the client sends the access token. */
export const tokenTypeOf = ({ keyThumbprint }: Pick<GrantRequest, "keyThumbprint">): "Bearer" | "DPoP" =>
  keyThumbprint === null ? "Bearer" : "DPoP";

/** Runs the library's grants, each in one transaction. */
export class Granting {
  constructor(
    private readonly library: OAuthLibrary,
    private readonly services: Services,
  ) {}

  /** Exchanges a grant for tokens. @throws ProtocolError */
  async exchange(request: GrantRequest): Promise<TokenAnswer> {
    const { signedIn, ...answer } = await this.transact(request, async (trx, model) => {
      const extendedGrantTypes = { [DEVICE_GRANT]: deviceGrant(this.library, trx, model, request) };
      const tokens = await this.token(request, { model, extendedGrantTypes });
      const token_type = tokenTypeOf(request);
      return { ...tokens, token_type, expires_in: model.accessTokenSeconds, signedIn: model.login };
    });
    if (!signedIn) return answer;
    const accessToken = (answer as TokenAnswer)["access_token"] as string;
    const isRefreshed = request.parameters.get("grant_type") === "refresh_token";
    return {
      ...answer,
      id_token: await issueIdToken(this.services, {
        client: request.client,
        ...signedIn,
        accessToken,
        isRefreshed,
      }),
    };
  }

  private async token(request: GrantRequest, options: OAuth2Server.ServerOptions): Promise<TokenAnswer> {
    const response = new this.library.Response();
    const alwaysIssueNewRefreshToken = !isFapi2(request.client);
    const given = {
      ...options,
      requireClientAuthentication: CLIENT_ALREADY_AUTHENTICATED,
      alwaysIssueNewRefreshToken,
    };
    const server = new this.library(given);
    await server.token(this.requestOf(request), response);
    // the granted scopes can be fewer than the requested ones, or none (RFC 6749, section 3.3)
    const hasScopes = this.services.config.tokens.scopes.length > 0;
    return { ...(hasScopes && { scope: "" }), ...response.body } as TokenAnswer;
  }

  /**
   * Creates a code for a granted request.
   * @param lock locks the user and the client before anything is written
   * @returns the plaintext code. @throws ProtocolError
   */
  async authorize(
    request: GrantRequest,
    userId: string,
    lock: (trx: Knex.Transaction) => Promise<void>,
  ): Promise<string> {
    return this.transact(request, async (trx, model) => {
      await lock(trx);
      const server = new this.library({ model });
      const options = {
        allowEmptyState: true,
        authorizationCodeLifetime: CODE_LIFETIME / SECOND,
        authenticateHandler: { handle: () => ({ userId }) },
      };
      const response = new this.library.Response();
      return (await server.authorize(this.requestOf(request), response, options)).authorizationCode;
    });
  }

  /**
   * Passes only validated parameters to the library: no headers, no query, no repeated parameter, no repeated scope.
   * @throws ProtocolError invalid_scope
   */
  private requestOf({ client, parameters }: GrantRequest): OAuth2Server.Request {
    const scope = [...new Set(parseScope(parameters.get("scope")))].sort().join(" ") || undefined;
    const body = { ...parameters.pick(PARAMETERS), client_id: client.id, scope };
    const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": "1" };
    return new this.library.Request({ method: "POST", query: {}, headers, body });
  }

  /** A rejection rolls back the transaction, unless it is a `ErrorThatCommits`. */
  private async transact<T>(
    request: GrantRequest,
    work: (trx: Knex.Transaction, model: GrantModel) => Promise<T>,
  ): Promise<T> {
    const outcome = await inTransaction(this.services.knex, async (trx) => {
      try {
        return await work(trx, new GrantModel(this.services, trx, request));
      } catch (error) {
        const cause = this.causeOf(error);
        if (cause instanceof ErrorThatCommits) return cause;
        throw cause;
      }
    });
    if (outcome instanceof ErrorThatCommits) throw outcome;
    return outcome;
  }

  /** Unwraps an error from the library, or converts the library's own rejection. */
  private causeOf(error: unknown): unknown {
    if (!(error instanceof this.library.OAuthError)) return error;
    const { inner } = error as { inner?: unknown };
    if (inner instanceof Error) return this.causeOf(inner);
    if (error.code >= 500) return error;
    return new ProtocolError(error.name as ProtocolErrorCode, descriptionOf(error.message));
  }
}

/** The message of the library, such as "Missing parameter: `code`", as a sentence like those of this service. */
function descriptionOf(message: string): string {
  const [, kind, detail] = /^(?:(Missing|Invalid) parameter|[A-Z][a-z ]+): (.*)$/.exec(message) ?? [];
  const text = (detail ?? message).replaceAll("`", "");
  return kind === undefined ? `${text}.` : `${text} is ${kind === "Missing" ? "missing" : "malformed"}.`;
}
