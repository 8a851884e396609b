import { AuthdockError } from "./errors.js";
import type { Send } from "./retries.js";

/** The token of a client. */
export class TokenHolder {
  private current: string | null = null;
  private refreshing: Promise<string> | null = null;

  constructor(initial: string | null) {
    this.set(initial);
  }

  get value(): string | null {
    return this.current;
  }

  /**
   * Checks the syntax of a token (RFC 6750, section 2.1) before using it. The platform's error for an invalid header
   * would contain the token.
   * @throws TypeError
   */
  set(token: string | null): void {
    if (token !== null && !/^[\w.~+/-]+=*$/.test(token))
      throw new TypeError("Invalid token. Use only letters, digits and -._~+/, without `Bearer`.");
    this.current = token;
  }

  /** Replaces an expired token. Calls that fail at the same time share one new token. @throws AuthdockError */
  async replace(expired: string, refresh: () => Promise<string>): Promise<string> {
    if (this.current !== null && this.current !== expired) return this.current;
    this.refreshing ??= this.refreshed(refresh).finally(() => (this.refreshing = null));
    return this.refreshing;
  }

  private async refreshed(refresh: () => Promise<string>): Promise<string> {
    try {
      const token = await refresh();
      this.set(token);
      return token;
    } catch (cause) {
      throw new AuthdockError("The access token has expired and couldn't be refreshed. Sign in again.", {
        status: 401,
        code: "refresh_failed",
        cause,
      });
    }
  }
}

/** Repeats a request whose token has expired with a new token. The service hasn't carried out the first one. */
export function withFreshToken(
  send: Send,
  token: TokenHolder,
  refresh: (() => Promise<string>) | undefined,
): Send {
  if (refresh === undefined) return send;
  return async (request) => {
    const used = token.value;
    if (used === null || request.headers.get("Authorization") !== `Bearer ${used}`) return send(request);
    const repeat = request.clone();
    const response = await send(request);
    if (!(await saysExpired(response))) return response;
    repeat.headers.set("Authorization", `Bearer ${await token.replace(used, refresh)}`);
    return send(repeat);
  };
}

async function saysExpired(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { data?: { code?: unknown } } | null;
  return body?.data?.code === "token_expired";
}

export interface RefreshGrantOptions {
  /** The token endpoint, such as `https://auth.example.com/oauth/token`. */
  tokenUrl: string;
  clientId: string;
  /** The secret of a confidential client. Never put one into a browser. */
  clientSecret?: string | undefined;
  refreshToken: string;
  /** Stores the new tokens. The previous refresh token is no longer valid. */
  onRefresh?: ((tokens: { accessToken: string; refreshToken: string }) => void | Promise<void>) | undefined;
  fetch?: Send | undefined;
}

/** Makes the `refresh` option for an OAuth2 client that has a refresh token. */
export function refreshGrant({
  tokenUrl,
  clientId,
  clientSecret,
  refreshToken,
  onRefresh,
  fetch: send = (request) => fetch(request),
}: RefreshGrantOptions): () => Promise<string> {
  let current = refreshToken;
  return async () => {
    const body = new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: current,
      client_id: clientId,
    });
    if (clientSecret !== undefined) body.set("client_secret", clientSecret);
    const response = await send(new Request(tokenUrl, { method: "POST", body, redirect: "error" }));
    const answer = (await response.json()) as Record<string, unknown>;
    const { access_token: accessToken, refresh_token: next = current, error } = answer;
    if (!response.ok || typeof accessToken !== "string" || typeof next !== "string")
      throw new Error(
        `The token endpoint rejected the refresh token: ${typeof error === "string" ? error : response.status}.`,
      );
    current = next;
    await onRefresh?.({ accessToken, refreshToken: current });
    return accessToken;
  };
}
