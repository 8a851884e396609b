import { agentResource, ownResource, type Resources } from "../../../domain/oauth/tokens/resources.js";
import type { HasPermission } from "../../../domain/oauth/tokens/scope-access.js";
import { needsOrganisation } from "../../../domain/oauth/tokens/scopes.js";
import type { ActingFor } from "../../../models/organisations/organisation-tokens.js";
import type { ClientOptions } from "../../../models/client-options.js";
import type { UntrustedRequest } from "../../../oauth/authorization.js";
import type { MessageKey } from "../../../texts/translate.js";
import type { WebCall } from "../../server/call.js";
import { sentencesForPermissions, wordsForScope } from "../../words/access-words.js";
import { page, type PageOptions, type WebResult } from "../../server/responses/web-result.js";

/** Options of every screen about a client: the card layout, and an address that isn't sent as a referrer. */
export const CARD: PageOptions = { layout: "guest", secretAddress: true };

/** Whether the user holds a permission. */
export const permissionCheck =
  ({ actor }: WebCall): HasPermission =>
  (permission) =>
    actor.can(permission);

/** What a client asks for, and its options: the scopes to grant, and the requested ones that the user can't use. */
interface AskedAccess {
  client: { options: Pick<ClientOptions, "subject_type"> };
  scopes: readonly string[];
  resources: Resources;
  unusable: readonly string[];
  /** The organisation that it is for; null for none. */
  actingFor?: ActingFor | null;
}

/** The access as the page shows it. */
interface ShownAccess {
  /** The sentences about what the client can do: exactly what the scopes allow for this user. */
  may: string[];
  /** What else was requested and isn't granted. */
  unusable: string[];
  /** The addresses of the services that the access is for; none for this service. */
  resources: readonly string[];
}

/** What is disclosed about the user, in the order of the page. */
const THINGS = ["name", "email", "picture", "locale", "timezone", "status", "roles"] as const;
type Thing = (typeof THINGS)[number];

/** Scope → what it discloses about the user. */
const ABOUT_USER: Record<string, readonly Thing[]> = {
  profile: ["name", "picture", "locale", "timezone"],
  email: ["email"],
};
/** What an operation that asks for no scope discloses. */
const OPEN_TO_ALL: readonly Thing[] = ["name", "email", "picture", "timezone", "status", "roles"];

/** One line for each thing, whatever discloses it. */
function linesAboutUser({ t }: WebCall, common: readonly Thing[], scopes: readonly string[]): string[] {
  const disclosed = [...common, ...scopes.flatMap((scope) => ABOUT_USER[scope] ?? [])];
  return THINGS.filter((thing) => disclosed.includes(thing)).map((thing) => t(`oauth.may.see.${thing}`));
}

/** The meaning of a scope in a few words, with the name of the organisation. */
const wordOf = (call: WebCall, scope: string, actingFor: ActingFor | null): string =>
  actingFor !== null && needsOrganisation([scope])
    ? call.t(`oauth.may.${scope}` as MessageKey, { organisation: actingFor.name })
    : wordsForScope(call, scope);

export function presentAccess(
  call: WebCall,
  { client, scopes, unusable, actingFor = null, ...asked }: AskedAccess,
): ShownAccess {
  const { services, t, oauth } = call;
  const resources = asked.resources ?? [];
  const words = (list: readonly string[]) => list.map((scope) => wordOf(call, scope, actingFor));
  const { APP_URL } = services.config.env;
  // agents call the same operations
  const isHere = [ownResource(APP_URL), agentResource(APP_URL)].some((uri) => resources.includes(uri));
  // what a scope allows at another service isn't known here
  if (resources.length > 0 && !isHere)
    return {
      may: [...linesAboutUser(call, [], scopes), ...words(scopes.filter((scope) => !(scope in ABOUT_USER)))],
      unusable: words(unusable),
      resources,
    };
  if (services.config.tokens.scopes.length === 0)
    return { may: [t("oauth.may.everything")], unusable: [], resources };
  const { permissions, summaries, ofOrganisations, foreign } = oauth!.scopeMeanings.accessOf(
    scopes,
    permissionCheck(call),
  );
  // an operation that asks for no scope is open to every token, but to those of pairwise clients only with another scope of the API
  const opensCommon =
    client.options.subject_type !== "pairwise" || scopes.some((scope) => !foreign.includes(scope));
  return {
    may: [
      ...linesAboutUser(call, opensCommon ? OPEN_TO_ALL : [], foreign),
      ...sentencesForPermissions(call, permissions),
      ...new Set(summaries),
      ...words(ofOrganisations),
      ...words(foreign.filter((scope) => !(scope in ABOUT_USER))),
    ],
    unusable: words(unusable),
    resources,
  };
}

/** A page with the result. @param icon of src/web/server/responses/icons.ts */
export const resultPage = (
  title: MessageKey,
  text: MessageKey,
  { icon, status = 200 }: { icon: string; status?: number },
): WebResult => page("oauth/outcome", title, { icon, text }, { ...CARD, status });

/** The page for a request that can't be trusted, from which nobody is redirected. */
export const untrustedPage = (what: UntrustedRequest): WebResult =>
  resultPage("oauth.untrusted.title", `oauth.untrusted.${what}`, { icon: "warning", status: 400 });

/** The page for an answer that isn't accepted any more. */
export const consentExpired = (): WebResult =>
  resultPage("oauth.expired.title", "oauth.expired", { icon: "alert", status: 419 });
