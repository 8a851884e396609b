import { DAY, now, SECOND } from "../../../lib/clock.js";
import { BRIEF } from "../../../contract/published.js";
import { AGENTS_PATH } from "../../../domain/oauth/tokens/resources.js";
import { relyingPartyOf } from "../../../domain/passkeys/relying-party.js";
import { PATHS as OAUTH_PATHS } from "../../../oauth/paths.js";
import { LOCALES } from "../../../texts/translate.js";
import { path } from "../../server/addresses.js";
import type { WebHandler } from "../../server/call.js";
import type { PageName } from "../../server/paths.js";
import { content, redirect } from "../../server/responses/web-result.js";

/** The target of password managers (W3C "A Well-Known URL for Changing Passwords"). */
export const showChangePassword: WebHandler = () => redirect(`${path("security")}#password`);

/** RFC 9116 §2.5.5 recommends less than a year. */
const VALID_FOR = 180 * DAY;

const CACHED = { "Cache-Control": `public, max-age=${DAY / SECOND}` };

/** RFC 9116. */
export const showSecurityContact: WebHandler = ({ services }) => {
  const { APP_URL, SECURITY_CONTACT } = services.config.env;
  const lines = [
    `Contact: ${SECURITY_CONTACT?.href ?? APP_URL.origin}`,
    `Expires: ${new Date(now() + VALID_FOR).toISOString()}`,
    `Preferred-Languages: ${LOCALES.join(", ")}`,
    `Canonical: ${APP_URL.origin}${path("well-known.security")}`,
  ];
  return content("text/plain; charset=utf-8", `${lines.join("\n")}\n`, CACHED);
};

const BRIEF_DOCUMENT = `${path("api-dock.json")}?part=${BRIEF}`;

/** The media type of a set of links (RFC 9264) with the profile of a catalogue of APIs. */
const CATALOGUE_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The APIs of this service with their documents (RFC 9727). The documents need `api-docs.read`; their addresses don't. */
export const showApiCatalog: WebHandler = ({ contracts, oauth, services }) => {
  const { origin } = services.config.env.APP_URL;
  const to = (page: PageName, type: string) => ({ href: origin + path(page), type });
  const api = {
    anchor: contracts.api.whole.document.servers[0]!.url,
    "service-desc": [
      to("api-dock.json", "application/json"),
      { ...to("api-dock.json", "application/json"), href: origin + BRIEF_DOCUMENT },
      to("api-dock.yaml", "application/yaml"),
    ],
    "service-doc": [to("api-dock", "text/html"), to("llms", "text/plain")],
    status: [{ href: `${origin}/ready`, type: "application/json" }],
  };
  const authorizationServer = {
    anchor: `${contracts.oauth.whole.document.servers[0]!.url}/`,
    "service-desc": [
      to("api-dock.oauth.json", "application/json"),
      to("api-dock.oauth.yaml", "application/yaml"),
    ],
    "service-doc": [to("api-dock.oauth", "text/html")],
    "service-meta": [{ href: origin + OAUTH_PATHS.metadata, type: "application/json" }],
  };
  const linkset = oauth === null ? [api] : [api, authorizationServer];
  const self = `<${path("well-known.api-catalog")}>; rel="api-catalog"`;
  // as bytes, because express adds a charset to text, which this media type doesn't have
  return content(CATALOGUE_TYPE, Buffer.from(JSON.stringify({ linkset })), { ...CACHED, Link: self });
};

/** What programs that read pages instead of documents find here (llmstxt.org). It names no operation. */
export const showLinksForModels: WebHandler = ({ services, settings, oauth }) => {
  const { origin } = services.config.env.APP_URL;
  const name = settings.get("general.app_name");
  const link = (title: string, address: string, about: string): string =>
    `- [${title}](${origin}${address}): ${about}`;
  const lines = [
    `# ${name}`,
    "",
    `> The API of ${name} is described by an OpenAPI document. Reading it requires a token of an account with the permission api-docs.read.`,
    "",
    "## API",
    "",
    link("OpenAPI document, without examples", BRIEF_DOCUMENT, "for models"),
    link("OpenAPI document", path("api-dock.json"), "complete, several times as large"),
    link("Catalogue of APIs", path("well-known.api-catalog"), "all documents (RFC 9727)"),
    ...(oauth === null
      ? []
      : [link("OAuth2 metadata", OAUTH_PATHS.metadata, "how to get a token (RFC 8414)")]),
    ...(settings.get("agents.enabled") ? agentLines(origin) : []),
  ];
  return content("text/plain; charset=utf-8", `${lines.join("\n")}\n`, {
    "Cache-Control": "public, max-age=300",
  });
};

const agentLines = (origin: string): string[] => [
  "",
  "## Agents",
  "",
  `Connect to ${origin}${AGENTS_PATH} by the Model Context Protocol (Streamable HTTP). Without a token the answer is 401, and its WWW-Authenticate header says where to get one.`,
];

const json = (document: object) => content("application/json", JSON.stringify(document), CACHED);

/** The origins that can use the passkeys of this domain (WebAuthn level 3, section 5.11). */
export const showRelatedOrigins: WebHandler = ({ services }) =>
  json({ origins: relyingPartyOf(services.config.env).origins });

/** Where password managers send users to create and manage passkeys (W3C "Passkey Endpoints"). */
export const showPasskeyEndpoints: WebHandler = ({ services }) => {
  const address = (page: "passkeys" | "passkeys.create") => services.config.env.APP_URL.origin + path(page);
  return json({ enroll: address("passkeys.create"), manage: address("passkeys") });
};
