import { describesItself } from "../domain/oauth/clients/client-ids.js";
import type { Services } from "../domain/services.js";
import { ExactStore, ReconcilingStore } from "../http/limit-stores.js";
import { rateLimitKey, countInMemory, ipKey, limiter, stateOf } from "../http/rate-limit.js";
import { andThen, type Awaitable } from "../lib/awaitable.js";
import { MINUTE, now } from "../lib/clock.js";
import type { RegisteredClient } from "../models/oauth-client.js";
import type { OAuthRequest } from "./oauth-request.js";

const BY_ADDRESS = 60;
const BY_CLIENT = 600;
const MAX_CACHED_ADDRESSES = 10_000;

/**
 * The two limits of an endpoint (docs/requirements.md, "Limits"). The one by address applies before authentication,
 * is exact across processes and rejects requests when the store fails. The one by client is counted in memory and
 * reconciled every second.
 */
export class EndpointLimits {
  private readonly clients: ReconcilingStore;
  private readonly byAddress;
  private readonly byClient;
  /** Addresses over the limit, as far as this process knows → until when. */
  private readonly exhausted = new Map<string, number>();

  /** @param byAddress requests a minute */
  constructor({ counters, outages }: Services, endpoint: string, byAddress = BY_ADDRESS) {
    this.clients = new ReconcilingStore(counters, `oauth:${endpoint}-client:`, (error) =>
      outages.warn(error, "could not store the request counts of OAuth2 clients"),
    );
    this.byAddress = limiter({
      name: `oauth-${endpoint}-ip`,
      limit: byAddress,
      windowMs: MINUTE,
      store: new ExactStore(counters, `oauth:${endpoint}-ip:`),
      key: ipKey,
    });
    this.clients.init({ windowMs: MINUTE });
    this.byClient = countInMemory({
      name: `oauth-${endpoint}-client`,
      limit: BY_CLIENT,
      windowMs: MINUTE,
      store: this.clients,
      key: rateLimitKey,
    });
  }

  /** Rejects an address over its limit before any look-up. @throws TooManyAttempts, ServiceBusy */
  beforeAuthentication(incoming: OAuthRequest): Awaitable<void> {
    const until = this.exhausted.get(ipKey(incoming.request));
    if (until !== undefined && until > now()) return this.charge(incoming);
  }

  /** Counts an unauthenticated request of the address. @throws TooManyAttempts, ServiceBusy */
  async charge(incoming: OAuthRequest): Promise<void> {
    await incoming.pass(this.byAddress);
    const { remaining, resetTime } = stateOf(incoming.request);
    if (remaining > 0 || !resetTime) return;
    if (this.exhausted.size >= MAX_CACHED_ADDRESSES) this.exhausted.clear();
    this.exhausted.set(ipKey(incoming.request), resetTime.getTime());
  }

  /**
   * Counts a request of a client: 600 a minute. The address of a public client is charged, too, because a public
   * client proves nothing, and that of a client that describes itself, because anyone can make many of those. Other
   * confidential clients can send many requests from one server. @throws TooManyAttempts, ServiceBusy
   */
  afterAuthentication(incoming: OAuthRequest, client: RegisteredClient): Awaitable<void> {
    incoming.belongsTo(client.id);
    const isAnyone = client.secret_hash === null || describesItself(client);
    const charged = isAnyone ? this.charge(incoming) : undefined;
    return andThen(charged, () => this.count(incoming, client.id));
  }

  /** Counts a request for the client: 600 a minute. @throws TooManyAttempts */
  count(incoming: OAuthRequest, clientId: string): Awaitable<void> {
    incoming.belongsTo(clientId);
    return this.byClient(incoming.request, incoming.response);
  }

  /** Stops the timer. */
  close(): void {
    this.clients.shutdown();
  }
}
