import type { Environment } from "../../config/env.js";
import { HOUR, now, SECOND } from "../../lib/clock.js";
import { isLoopback } from "../../lib/network/private-addresses.js";
import type { SignInProvider } from "../../models/sign-in-provider.js";
import type { Services } from "../services.js";
import { limitedFetch, PROVIDER_TIMEOUT } from "./limited-fetch.js";
import { openid, type Configuration } from "./openid.js";

/** How long the metadata of a provider is used before it is read again. */
const FRESH_FOR = HOUR;
/** How long it is used when it can't be read again. */
const USABLE_FOR = 24 * HOUR;

/** Why a provider can't be used, in words for its administrators. */
export type ProviderTrouble = "unreachable" | "not_openid" | "other_issuer" | "insecure";

/** The provider doesn't answer, or not like a provider. */
export class ProviderUnavailable extends Error {
  constructor(
    readonly trouble: ProviderTrouble,
    cause: unknown,
  ) {
    super(`the sign-in provider is unavailable: ${trouble}`, { cause });
  }
}

interface Known {
  /** When the provider was changed last: another secret needs another connection. */
  version: number;
  connection: Configuration;
  readAt: number;
}

/** The connections of a process by provider, and those that are being made. */
const connections = new WeakMap<Services, Map<string, Known>>();
const pending = new WeakMap<Services, Map<string, Promise<Configuration>>>();

const mapOf = <T>(maps: WeakMap<Services, Map<string, T>>, services: Services): Map<string, T> => {
  const cached = maps.get(services) ?? new Map<string, T>();
  maps.set(services, cached);
  return cached;
};

/**
 * The connection to a provider, with its metadata. Metadata that is older than an hour is read again; while that fails,
 * it is used for a day.
 * @throws ProviderUnavailable
 */
export async function connectTo(services: Services, provider: SignInProvider): Promise<Configuration> {
  const cached = mapOf(connections, services).get(provider.id);
  const isCurrent = cached?.version === provider.updated_at;
  if (isCurrent && now() - cached.readAt < FRESH_FOR) return cached.connection;
  try {
    return await connectOnce(services, provider);
  } catch (error) {
    if (!isCurrent || now() - cached.readAt >= USABLE_FOR) throw error;
    services.log.warn({ err: error, provider_id: provider.id }, "could not read a provider's metadata again");
    return cached.connection;
  }
}

/** Sign-ins that need the same metadata wait for one request. */
function connectOnce(services: Services, provider: SignInProvider): Promise<Configuration> {
  const waiting = mapOf(pending, services);
  const key = `${provider.id}:${provider.updated_at}`;
  const cached = waiting.get(key);
  if (cached) return cached;
  const connecting = openConnection(services, provider).then((connection) => {
    const { id, updated_at: version } = provider;
    mapOf(connections, services).set(id, { version, connection, readAt: now() });
    return connection;
  });
  waiting.set(key, connecting);
  const evict = () => void waiting.delete(key);
  connecting.then(evict, evict);
  return connecting;
}

/** Connects without any cache. @throws ProviderUnavailable */
export async function openConnection(services: Services, provider: SignInProvider): Promise<Configuration> {
  const client = await openid();
  const secret = clientSecretOf(services, provider);
  if (provider.kind === "oidc") return discover(services.config.env, provider, secret);
  const { issuer, authorize, token } = services.github;
  const server = { issuer, authorization_endpoint: authorize, token_endpoint: token };
  const connection = new client.Configuration(
    server,
    provider.client_id,
    {},
    client.ClientSecretPost(secret),
  );
  connection[client.customFetch] = limitedFetch;
  connection.timeout = PROVIDER_TIMEOUT / SECOND;
  if (mayBeInsecure(services.config.env, issuer)) client.allowInsecureRequests(connection);
  return connection;
}

const clientSecretOf = ({ encryption }: Services, { id, client_secret }: SignInProvider): string =>
  encryption.decrypt(client_secret, secretCell(id));

export const secretCell = (id: string) => ({ table: "sign_in_providers", column: "client_secret", row: id });

async function discover(
  env: Environment,
  { issuer, client_id }: SignInProvider,
  secret: string,
): Promise<Configuration> {
  const client = await openid();
  const basic = client.ClientSecretBasic(secret);
  const post = client.ClientSecretPost(secret);
  const authenticate: ReturnType<typeof client.ClientSecretBasic> = (server, ...rest) => {
    // providers that don't say how take the header (OpenID Connect Discovery, section 3)
    const methods = server.token_endpoint_auth_methods_supported;
    const takesHeader = methods === undefined || methods.includes("client_secret_basic");
    (takesHeader ? basic : post)(server, ...rest);
  };
  try {
    const found = await client.discovery(new URL(issuer!), client_id, {}, authenticate, {
      timeout: PROVIDER_TIMEOUT / SECOND,
      [client.customFetch]: limitedFetch,
      execute: [
        // the signature is verified also for tokens that came from the provider itself
        client.enableNonRepudiationChecks,
        ...(mayBeInsecure(env, issuer!) ? [client.allowInsecureRequests] : []),
      ],
    });
    client.buildAuthorizationUrl(found, {}); // throws without the endpoint
    assertIssuer(found, issuer!);
    return found;
  } catch (error) {
    throw error instanceof ProviderUnavailable ? error : new ProviderUnavailable(troubleOf(error), error);
  }
}

/**
 * The library makes exceptions for hosts of Microsoft, and would take sign-ins of every tenant.
 * @throws ProviderUnavailable
 */
function assertIssuer(found: Configuration, expected: string): void {
  const { issuer } = found.serverMetadata();
  if (new URL(issuer).href !== new URL(expected).href)
    throw new ProviderUnavailable("other_issuer", new Error(`the metadata names the issuer ${issuer}`));
}

/** Whether the address can be http: on the same machine, in development and tests. */
export function mayBeInsecure({ APP_ENV }: Pick<Environment, "APP_ENV">, address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return APP_ENV !== "production" && protocol === "http:" && isLoopback(hostname);
}

/** The library's error codes. */
const TROUBLES: Record<string, ProviderTrouble> = {
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: "other_issuer",
  OAUTH_HTTP_REQUEST_FORBIDDEN: "insecure",
  OAUTH_RESPONSE_IS_NOT_CONFORM: "not_openid",
  OAUTH_RESPONSE_IS_NOT_JSON: "not_openid",
  OAUTH_PARSE_ERROR: "not_openid",
  OAUTH_INVALID_RESPONSE: "not_openid",
  OAUTH_INVALID_SERVER_METADATA: "not_openid",
  OAUTH_MISSING_SERVER_METADATA: "not_openid",
};

function troubleOf(error: unknown): ProviderTrouble {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return TROUBLES[code ?? ""] ?? TROUBLES[cause?.code ?? ""] ?? "unreachable";
}
