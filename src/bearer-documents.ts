import type { RequestHandler } from "express";
import type { Guarded, MiddlewareRegistry } from "./api/pipeline/middleware-registry.js";
import { middlewareOf } from "./contract/operations.js";
import type { PublishedContracts } from "./contract/published.js";
import { chain, toMiddleware } from "./http/stage.js";
import { localsOf } from "./http/locals.js";
import { documentFor, type ContractName } from "./web/screens/api-dock/documents.js";
import { PATHS } from "./web/server/paths.js";
import { sendServedFile } from "./web/server/assets/served-file.js";

const DOCUMENTS = {
  "api-dock.json": ["api", "json"],
  "api-dock.yaml": ["api", "yaml"],
  "api-dock.oauth.json": ["oauth", "json"],
  "api-dock.oauth.yaml": ["oauth", "yaml"],
} as const;

/** Admits requests like an operation of the API. A client's token needs no scope for it. */
const admission = (id: string): Guarded => ({
  id,
  permission: "api-docs.read",
  clientToken: false,
  middleware: middlewareOf({
    "x-tier": "permission",
    "x-limits": ["throttle:api"],
    security: [{ bearerAuth: [] }, { oauth2: [] }],
  }),
});

/**
 * The documents of the contracts for programs, with a token in the Authorization header. Errors are those of the API.
 * Requests without the header are answered by the pages, for readers who are signed in.
 * @param hasOAuth whether the service has the OAuth2 endpoints
 */
export function bearerDocuments(
  registry: MiddlewareRegistry,
  contracts: PublishedContracts,
  hasOAuth: boolean,
): RequestHandler {
  const documents = Object.entries(DOCUMENTS).filter(([, [contract]]) => hasOAuth || contract === "api");
  const handlers = new Map(
    documents.map(([name, [contract, notation]]) => {
      const path = PATHS[name as keyof typeof DOCUMENTS];
      const admit = registry.stagesOf(admission(name)).map(toMiddleware);
      return [path as string, chain([setRoute(name), ...admit, send(contracts, contract, notation)])];
    }),
  );
  return (request, response, next) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const handle = request.headers.authorization !== undefined && isRead && handlers.get(request.path);
    if (handle) void handle(request, response, next);
    else next();
  };
}

const setRoute =
  (name: string): RequestHandler =>
  (_request, response, next) => {
    localsOf(response).routeName = name;
    next();
  };

const send =
  (contracts: PublishedContracts, name: ContractName, notation: "json" | "yaml"): RequestHandler =>
  async (request, response) => {
    const { actor } = localsOf(response).authenticated!;
    const queryString = request.url.split("?")[1] ?? "";
    const file = documentFor({ contracts, actor: actor!, queryString }, name, notation);
    await sendServedFile(file, request, response.vary("Authorization"));
  };
