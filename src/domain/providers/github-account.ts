import type { Services } from "../services.js";
import type { ProviderCallback } from "./provider-callback.js";
import { externalAccount, type ExternalAccount } from "./external-account.js";
import { openid, type Configuration } from "./openid.js";

interface GitHubUser {
  id: number;
  login: string;
  name: string | null;
}

interface GitHubEmail {
  email: string;
  primary: boolean;
  verified: boolean;
}

/**
 * GitHub has only OAuth2, so its API says who the user is. The email address is the primary one, because the public one
 * can be any text.
 * @throws when GitHub rejects the code, or doesn't answer as documented
 */
export async function readGitHubAccount(
  { github }: Services,
  connection: Configuration,
  { address, state, payload }: ProviderCallback,
): Promise<ExternalAccount> {
  const client = await openid();
  const checks = { expectedState: state, pkceCodeVerifier: payload.verifier! };
  const tokens = await client.authorizationCodeGrant(connection, address, checks);
  const read = async (url: string): Promise<unknown> => {
    const headers = new Headers({ Accept: "application/vnd.github+json" });
    const at = new URL(url);
    const request = [connection, tokens.access_token, at, "GET", null, headers] as const;
    const response = await client.fetchProtectedResource(...request);
    if (response.status !== 200) throw new Error(`GitHub answered with status ${response.status}`);
    return response.json();
  };
  const user = (await read(github.user)) as GitHubUser;
  if (!Number.isSafeInteger(user.id)) throw new Error("GitHub named no account");
  const emails = (await read(github.emails)) as GitHubEmail[];
  const primary = emails.find((email) => email.primary);
  return externalAccount({
    subject: String(user.id),
    email: primary?.email,
    isVerified: primary?.verified === true,
    name: user.name,
    username: user.login,
  });
}
