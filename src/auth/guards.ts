import type { IncomingMessage } from "node:http";
import type { GuardDefinition, StarterKit } from "../config/starter-kit.js";
import { ConfigurationError } from "../config/env.js";
import type { Actor } from "../domain/access/actor.js";
import type { SessionPrincipalRow } from "../models/principals.js";

/**
 * What was presented: a browser session, a token from signing in (the API browser's included), a personal access token
 * with scopes that were selected or without, or a token of an OAuth2 client.
 */
export type Credential = "session" | "sign_in" | "personal" | "personal_selected" | "client";

/** What a guard found: an account, or a client that acts for itself. */
export interface Authenticated {
  actor: Actor | null;
  clientId: string | null;
  credential: Credential;
  /** Scopes of the token; `*` stands for all, `null` for a credential without scopes (a session). */
  scopes: readonly string[] | null;
  /** What pages ask of the account behind a session. */
  account?: SessionPrincipalRow;
}

/** Resolves who sends a request; null for nobody. @throws when a credential was sent and is not good */
export type Guard = (request: IncomingMessage) => Promise<Authenticated | null>;
export type GuardDriver = (provider: string) => Guard;

export const API_GUARD = "api";
export const WEB_GUARD = "web";

const ANSWERS = Symbol("answers of the guards");
type Asked = IncomingMessage & { [ANSWERS]?: Map<string, Promise<Authenticated | null>> };

/**
 * The guards under `auth.guards`. `api` and `web` are registered by themselves when the application has not defined
 * them, `api` with the provider of `oauth.provider`; a guard that is defined is never overridden (service.md "OAuth2
 * configuration"). `web: null` leaves the service without screens.
 */
export class Guards {
  private readonly guards = new Map<string, Guard>();
  private readonly stateful = new Set<string>();

  /** @throws ConfigurationError when a guard names an unknown provider */
  constructor({ auth, oauth }: StarterKit, drivers: Record<GuardDefinition["driver"], GuardDriver>) {
    const named: Record<string, GuardDefinition | null> = {
      [API_GUARD]: { driver: "token", provider: oauth.provider ?? "users" },
      [WEB_GUARD]: { driver: "session", provider: "users" },
      ...auth.guards,
    };
    const definitions = Object.fromEntries(
      Object.entries(named).flatMap(([name, definition]) => (definition ? [[name, definition]] : [])),
    );
    const providers = auth.providers ?? { users: { model: "users" } };
    const unknown = Object.entries(definitions).filter(
      ([, { provider }]) => !Object.hasOwn(providers, provider),
    );
    if (unknown.length > 0)
      throw new ConfigurationError(
        unknown.map(
          ([name, { provider }]) =>
            `auth.guards.${name} names the provider ${provider}, which auth.providers does not have`,
        ),
      );
    for (const [name, { driver, provider }] of Object.entries(definitions)) {
      this.define(name, drivers[driver](provider));
      if (driver === "session") this.stateful.add(name);
    }
  }

  define(name: string, guard: Guard): void {
    this.guards.set(name, guard);
  }

  /** Whether a credential of this guard can be cut off here: a session can, a token is held by the client. */
  isStateful(name: string): boolean {
    return this.stateful.has(name);
  }

  isDeclared(name: string): boolean {
    return this.guards.has(name);
  }

  /** Asks the guard once per request. @throws what the guard throws, and RangeError for an undeclared guard */
  // async, so that a guard that throws at once rejects like all others
  async resolve(name: string, request: IncomingMessage): Promise<Authenticated | null> {
    const guard = this.guards.get(name);
    if (!guard) throw new RangeError(`There is no guard ${name}.`);
    const answers = ((request as Asked)[ANSWERS] ??= new Map());
    const answer = answers.get(name) ?? guard(request);
    answers.set(name, answer);
    return answer;
  }
}
