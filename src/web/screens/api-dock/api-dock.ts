import { apiDockTokenMs, createApiDockToken } from "../../../domain/tokens/api-dock-tokens.js";
import { revokeOwnToken } from "../../../domain/tokens/personal-tokens.js";
import { MINUTE, toRfc3339 } from "../../../lib/clock.js";
import { RowNotFound, ValidationFailed } from "../../../lib/failures.js";
import { apiDock } from "../../../texts/en/api-dock.js";
import { text, type MessageKey, type Translate } from "../../../texts/translate.js";
import type { Publication } from "../../../contract/published.js";
import { path } from "../../server/addresses.js";
import { apiDockFile } from "./api-dock-files.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { envelope, page, served } from "../../server/reply.js";
import { ServedFile } from "../../server/served-file.js";

/** The texts for the page's script, by their names without the prefix. */
const textsOf = (t: Translate): Record<string, string> =>
  Object.fromEntries(Object.keys(apiDock).map((key) => [key.replace("api-dock.", ""), t(key as MessageKey)]));

export const showApiDock: WebHandler = ({ contract, services, t }) => {
  const { document, checksum } = contract.whole;
  return page("api-dock/api-dock", "api-dock.title", {
    documentUrl: path("api-dock.json"),
    callableUrl: path("api-dock.json", { only: CALLABLE }),
    yamlUrl: path("api-dock.yaml"),
    tokenUrl: path("api-dock.token.store"),
    version: document.info.version,
    checksum,
    tokenMinutes: apiDockTokenMs(services) / MINUTE,
    apiRate: services.config.env.API_RATE_PER_MINUTE,
    texts: textsOf(t),
  });
};

/** The value of `only` that leaves out operations that the reader can't call. */
const CALLABLE = "callable";

/** Both formats of a document, cached as long as the document. */
const NOTATIONS = new WeakMap<Publication, { json: ServedFile; yaml: ServedFile }>();

export const showOpenApiJson: WebHandler = (call) => served(notationsFor(call).json);
export const showOpenApiYaml: WebHandler = (call) => served(notationsFor(call).yaml);

function notationsFor(call: WebCall): { json: ServedFile; yaml: ServedFile } {
  const publication = publicationFor(call);
  const made = NOTATIONS.get(publication) ?? {
    json: new ServedFile("application/json", publication.json),
    yaml: new ServedFile("application/yaml", publication.yaml),
  };
  NOTATIONS.set(publication, made);
  return made;
}

/** @throws ValidationFailed for an unknown part of the contract */
function publicationFor({ contract, actor, queryString }: WebCall): Publication {
  const [only, ...more] = new URLSearchParams(queryString).getAll("only");
  if (only === undefined) return contract.whole;
  if (only !== CALLABLE || more.length > 0) throw new ValidationFailed({ only: [text("validation.choice")] });
  return contract.callable((permission) => actor.can(permission));
}

export const showApiDockAsset: WebHandler = ({ params }) => {
  const file = apiDockFile(params["file"]!);
  if (!file) throw new RowNotFound();
  return served(file);
};

export const submitApiDockToken: WebHandler = async (call) => {
  const { id, name, scopes, value, expiresAt } = await createApiDockToken(call);
  const data = { id, name, token: value, expires_at: toRfc3339(expiresAt), scopes };
  // if the request had a password, the session was renewed, and with it the CSRF token
  return envelope(201, "Token created.", data, { csrf_token: call.session.current!.csrfToken });
};

export const submitApiDockTokenEnd: WebHandler = async (call) => {
  await revokeOwnToken(call, call.form.text("token"));
  return envelope(200, "Token revoked.");
};
