import type { RegisteredClient } from "../../../models/oauth-client.js";
import { ProtocolError } from "../protocol-error.js";

/**
 * The addresses of the services that a token is for (RFC 8707). Null for a token that names none, which is for this service.
 */
export type Resources = readonly string[] | null;

export const MAX_RESOURCES = 20;
const MAX_LENGTH = 1000;

/** An absolute URI without a fragment (RFC 8707, section 2). */
export const isResource = (uri: string): boolean =>
  uri.length <= MAX_LENGTH && /^[!-~]+$/.test(uri) && !uri.includes("#") && URL.canParse(uri);

/** The name of this service's API as a resource. */
export const ownResource = (appUrl: URL): string => `${appUrl.origin}/api/v1`;

export const AGENTS_PATH = "/mcp";
/** The name of the endpoint for agents as a resource. */
export const agentResource = (appUrl: URL): string => appUrl.origin + AGENTS_PATH;

/** Whether the endpoint for agents accepts a token of a client. @param stored a JSON list */
export const isForAgents = (stored: string | null, appUrl: URL): boolean =>
  readResources(stored)?.includes(agentResource(appUrl)) === true;

/** Whether this service accepts the token. @param stored a JSON list */
export const isForThisService = (stored: string | null, appUrl: URL): boolean =>
  stored === null || readResources(stored)!.includes(ownResource(appUrl));

export const readResources = (stored: string | null): Resources =>
  stored === null ? null : (JSON.parse(stored) as string[]);

export const storedResources = (resources: Resources): string | null =>
  resources && JSON.stringify(resources);

/**
 * The resources that a client asks for, without repetition. Every client can ask for the API and for the endpoint for agents.
 * @throws ProtocolError invalid_target
 */
export function requestedResources(
  client: RegisteredClient,
  asked: readonly string[],
  appUrl: URL,
): Resources {
  const known = [...client.options.resources, ownResource(appUrl), agentResource(appUrl)];
  const unknown = asked.some((uri) => !known.includes(uri));
  if (unknown) throw new ProtocolError("invalid_target", "The client isn't registered for this resource.");
  return asked.length === 0 ? null : [...new Set(asked)].sort();
}

/** The part of the granted resources that a token request asks for; all of them if it names none. @throws ProtocolError */
export function narrowedResources(granted: Resources, asked: Resources): Resources {
  if (asked?.some((uri) => !granted?.includes(uri)))
    throw new ProtocolError("invalid_target", "This resource wasn't granted.");
  return asked ?? granted;
}
