import type { Services } from "../domain/services.js";
import { ReconcilingStore } from "../http/limit-stores.js";
import { callerKey, ipKey, limiter } from "../http/rate-limit.js";
import { MINUTE } from "../lib/clock.js";
import type { RegisteredClient } from "../models/oauth-client.js";
import type { Exchange } from "./exchange.js";

const BY_ADDRESS = 60;
const BY_CLIENT = 600;

/**
 * The two limits of one endpoint (decisions of the service, "Limits"). They guard secrets of 256 bits, which nobody
 * guesses, from a crowd: counted in memory and reconciled between the processes each second.
 */
export class EndpointLimits {
  private readonly addresses: ReconcilingStore;
  private readonly clients: ReconcilingStore;
  private readonly byAddress;
  private readonly byClient;

  constructor({ counters, log }: Services, endpoint: string) {
    const store = (kind: string): ReconcilingStore =>
      new ReconcilingStore(counters, `oauth:${endpoint}-${kind}:`, (error) =>
        log.warn({ err: error }, "a limiter of the OAuth endpoints did not reach the shared store"),
      );
    this.addresses = store("ip");
    this.clients = store("client");
    const windowMs = MINUTE;
    this.byAddress = limiter({
      name: `oauth-${endpoint}-ip`,
      limit: BY_ADDRESS,
      windowMs,
      store: this.addresses,
      key: ipKey,
    });
    this.byClient = limiter({
      name: `oauth-${endpoint}-client`,
      limit: BY_CLIENT,
      windowMs,
      store: this.clients,
      key: callerKey,
    });
  }

  /** 60 a minute from one address that did not prove who they are. @throws TooManyAttempts */
  async beforeAuthentication(exchange: Exchange): Promise<void> {
    if (this.addresses.hits(ipKey(exchange.request)) >= BY_ADDRESS) await this.charge(exchange);
  }

  /** The address pays for a client that is not the one it says. @throws TooManyAttempts */
  charge(exchange: Exchange): Promise<void> {
    return exchange.pass(this.byAddress);
  }

  /**
   * 600 a minute from one client. One without a secret proves nothing, so its address pays, too; of one with a secret
   * many requests come from one server. @throws TooManyAttempts
   */
  async afterAuthentication(exchange: Exchange, client: RegisteredClient): Promise<void> {
    exchange.belongsTo(client);
    if (client.secret_hash === null) await this.charge(exchange);
    await exchange.pass(this.byClient);
  }

  close(): void {
    this.addresses.shutdown();
    this.clients.shutdown();
  }
}
