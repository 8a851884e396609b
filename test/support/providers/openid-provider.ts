import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import type { Provider } from "oidc-provider";
import { LoopbackServer } from "./loopback-server.js";

/** An account of the provider: its claims. */
export interface ProviderAccount {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
}

export const CLIENT = { id: "authdock", secret: "a-secret-of-the-provider" };

/** A real OpenID provider (`oidc-provider`) on the loopback address, at which one account is signed in. */
export class OpenIdProvider {
  readonly server = new LoopbackServer();
  /** Who is signed in there. */
  account: ProviderAccount = { sub: "ada" };
  /** Whether the user denies. */
  denies = false;
  private provider!: Provider;

  get issuer(): string {
    return this.server.origin;
  }

  /** @param redirectUris of its only client */
  async start(redirectUris: string[]): Promise<void> {
    await this.server.start();
    const { default: OidcProvider } = await quietly(() => import("oidc-provider"));
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    this.provider = new OidcProvider(this.issuer, {
      adapter: MemoryAdapter,
      clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: redirectUris }],
      findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => this.account }),
      claims: { email: ["email", "email_verified"], profile: ["given_name", "family_name"] },
      cookies: { keys: [randomBytes(16).toString("hex")] },
      jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "loopback" }] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: () => "/interaction" },
      pkce: { required: () => true },
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    });
    const serve = this.provider.callback();
    this.server.handle = (request, response) => {
      if (request.url?.startsWith("/interaction")) void this.interact(request, response);
      else serve(request, response);
    };
  }

  private async interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params } = await this.provider.interactionDetails(request, response);
    const { sub: accountId } = this.account;
    if (this.denies) return this.provider.interactionFinished(request, response, { error: "access_denied" });
    if (prompt.name === "login")
      return this.provider.interactionFinished(request, response, { login: { accountId } });
    const grant = new this.provider.Grant({ accountId, clientId: params.client_id });
    grant.addOIDCScope(params.scope);
    const consent = { grantId: await grant.save() };
    return this.provider.interactionFinished(request, response, { consent });
  }

  /** Goes through the provider's pages like a browser without cookies. @returns the address that it leads back to */
  async visit(address: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let next = new URL(address);
    while (next.origin === this.issuer) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await fetch(next, { redirect: "manual", headers: { cookie } });
      for (const line of answer.headers.getSetCookie()) {
        const [name = "", value = ""] = line.split(";")[0]!.split(/=(.*)/s);
        cookies.set(name, value);
      }
      const location = answer.headers.get("location");
      if (location === null)
        throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
      next = new URL(location, next);
    }
    return next;
  }
}

/** Runs without the warning of the library about versions of Node.js that it isn't tested with. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return await work();
  } finally {
    console.warn = warn;
  }
}

/** Rows of all models of one provider. */
const rows = new Map<string, Record<string, unknown>>();

class MemoryAdapter {
  constructor(private readonly model: string) {}

  private key = (id: string): string => `${this.model}:${id}`;

  upsert(id: string, payload: Record<string, unknown>): Promise<void> {
    rows.set(this.key(id), payload);
    return Promise.resolve();
  }

  find = (id: string) => Promise.resolve(rows.get(this.key(id)));

  findByUid = (uid: string) =>
    Promise.resolve(
      [...rows].find(([key, row]) => key.startsWith(`${this.model}:`) && row["uid"] === uid)?.[1],
    );

  findByUserCode = () => Promise.resolve(undefined);

  consume(id: string): Promise<void> {
    const row = rows.get(this.key(id));
    if (row) row["consumed"] = Math.floor(Date.now() / 1000);
    return Promise.resolve();
  }

  destroy(id: string): Promise<void> {
    rows.delete(this.key(id));
    return Promise.resolve();
  }

  revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, row] of rows) if (row["grantId"] === grantId) rows.delete(key);
    return Promise.resolve();
  }
}
