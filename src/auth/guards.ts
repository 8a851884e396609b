import { ConfigurationError } from "../config/env.js";
import type { GuardDefinition, StarterKit } from "../config/starter-kit.js";
import type { Actor, ClientActor, RoleHolder, TokenBounds } from "../domain/access/actor.js";
import {
  DENIED_DEFAULT,
  ENFORCE_DEFAULT,
  GUARDS_DEFAULT,
  StatusPolicy,
} from "../domain/accounts/account-status.js";
import { andThen, type Awaitable } from "../lib/awaitable.js";
import type { StageRequest } from "../lib/requests.js";
import type { SessionPrincipalRow } from "../models/principals.js";

/**
 * The kind of credential: a browser session, a sign-in token (including those of the API browser), a personal access
 * token with or without selected scopes, or a token of an OAuth2 client.
 */
export type Credential = "session" | "sign_in" | "personal" | "personal_selected" | "client";

/** The result of a guard: an account, or a client that acts for itself. */
export interface Principal {
  actor: Actor | null;
  /** The client itself, for a token without a user. */
  client?: ClientActor | undefined;
  clientId: string | null;
  credential: Credential;
  /** Whether the request is part of one of an agent (`/mcp`). */
  isAgent?: boolean;
  /** The token's scopes; `*` means all, `null` is a credential without scopes (a session). */
  scopes: readonly string[] | null;
  /** Whether the token is of a client that knows its users only by ids of its own (OpenID Connect Core, section 8). */
  isPairwise?: boolean;
  /** The limits of a token that can call only what its scopes open. */
  bounds?: TokenBounds | undefined;
  /** When the password was last entered for a token from signing in; undefined for other credentials. */
  confirmedAt?: number | undefined;
  /** Whether some accounts must have a second factor; undefined when the settings say so, which pages read anyway. */
  hasTwoFactorRule?: boolean;
  /** Whether all kinds of second factors are turned on. */
  acceptsAnyFactor?: boolean;
  /** The account columns that pages need. */
  account?: SessionPrincipalRow;
}

/** The account, or the client that acts for itself, whose roles decide what the credential can see. */
export const viewerOf = ({ actor, client }: Principal): RoleHolder | null => actor ?? client ?? null;

/** Authenticates a request; null for a guest. @throws when the request has an invalid credential */
export type Guard = (request: StageRequest) => Awaitable<Principal | null>;
type GuardDriver = (provider: string) => Guard;

export const API_GUARD = "api";
export const WEB_GUARD = "web";

const ANSWERS = Symbol("answers of the guards");
type Asked = StageRequest & { [ANSWERS]?: Map<string, Awaitable<Principal | null>> };

/**
 * The guards in `auth.guards`. `api` and `web` are added unless the configuration defines them, `api` with the
 * provider in `oauth.provider`; a defined guard is never overridden (docs/requirements.md, "Guards"). `web: null`
 * disables all screens.
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
            `auth.guards.${name}: the provider ${provider} is missing from auth.providers`,
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

  /** Whether the service can end the guard's credential: it can end a session, but the client keeps its token. */
  isStateful(name: string): boolean {
    return this.stateful.has(name);
  }

  isDeclared(name: string): boolean {
    return this.guards.has(name);
  }

  /** Answers for the guard: another one has authenticated the request. */
  assume(name: string, request: StageRequest, principal: Principal): void {
    ((request as Asked)[ANSWERS] ??= new Map()).set(name, principal);
  }

  /** Resolves the guard once per request. @throws the guard's errors, and RangeError for an undeclared guard */
  resolve(name: string, request: StageRequest): Awaitable<Principal | null> {
    const guard = this.guards.get(name);
    if (!guard) throw new RangeError(`The guard ${name} is not declared.`);
    const answers = ((request as Asked)[ANSWERS] ??= new Map());
    const cached = answers.get(name);
    if (cached !== undefined) return cached;
    const answer = guard(request);
    answers.set(name, answer);
    return answer;
  }
}

/**
 * Checks whether a request comes from an account with a denied status (docs/requirements.md, "Denied accounts").
 * Each surface answers in its own way. A request passes if the status can't be determined.
 */
export class EnsureUserIsActive {
  static readonly ENFORCE_DEFAULT = ENFORCE_DEFAULT;
  static readonly DENIED_DEFAULT = DENIED_DEFAULT;
  static readonly GUARDS_DEFAULT = GUARDS_DEFAULT;

  private readonly policy: StatusPolicy;
  private readonly guardNames: readonly string[];

  constructor(
    security: StarterKit["security"],
    private readonly guards: Guards,
  ) {
    this.policy = new StatusPolicy(security);
    this.guardNames = security.active_status_guards ?? EnsureUserIsActive.GUARDS_DEFAULT;
  }

  /** The name of the guard that resolved a denied account; null when the request can continue. */
  findDenied(request: StageRequest): Awaitable<string | null> {
    return this.policy.enforced ? this.firstDenied(request, 0) : null;
  }

  /** Asks the guards one after the other, from this index. */
  private firstDenied(request: StageRequest, from: number): Awaitable<string | null> {
    const name = this.guardNames[from];
    if (name === undefined) return null;
    return andThen(this.resolve(name, request), (found) =>
      this.isDenied(found) ? name : this.firstDenied(request, from + 1),
    );
  }

  /** The principal according to the guard; null also when the guard isn't declared or fails. */
  private resolve(name: string, request: StageRequest): Awaitable<Principal | null> {
    if (!this.guards.isDeclared(name)) return null;
    try {
      const found = this.guards.resolve(name, request);
      return found instanceof Promise ? found.catch(() => null) : found;
    } catch {
      return null;
    }
  }

  private isDenied(found: Principal | null): boolean {
    const user: { status?: unknown } | undefined = found?.actor?.user;
    return user !== undefined && this.policy.isDenied(user.status);
  }
}
