import type { RequestListener } from "node:http";
import express from "express";
import { bearerDocuments } from "./bearer-documents.js";
import { announceContract, contractLinks } from "./contract-links.js";
import { parseQuery } from "./api/pipeline/call.js";
import { compiledApi, isJson, unknownRoutes } from "./api/pipeline/router.js";
import { composer } from "./api/pipeline/send.js";
import { validatorsOf } from "./api/pipeline/validators.js";
import { registerApiMiddleware } from "./api/pipeline/middleware.js";
import { basePathOf, readContract, type Operation } from "./contract/operations.js";
import { ContractScopes } from "./contract/contract-scopes.js";
import { declaredScopes, missingScopes } from "./contract/token-requirements.js";
import { cors } from "./http/cors.js";
import { shippedDocument, type OpenApiDocument } from "./contract/document.js";
import { oauthDocumentFor } from "./contract/oauth-contract.js";
import { PublishedContract } from "./contract/published.js";
import { exceptionLayer } from "./api/exceptions.js";
import { fileOperations } from "./api/pipeline/file-operations.js";
import { securityHeaders, setHeaders } from "./api/headers.js";
import { handlersOf, loadRouteFiles, type RouteTable } from "./api/route-files.js";
import { reportViolation } from "./api/validation/violations.js";
import { readTarget, rejectAmbiguousRequests, rejectMalformedUrls } from "./http/urls.js";
import { EnsureUserIsActive, Guards, WEB_GUARD } from "./auth/guards.js";
import { sessionGuard } from "./auth/session-guard.js";
import { tokenGuard } from "./auth/token-guard.js";
import { PERMISSIONS } from "./domain/access/permissions.js";
import type { Services } from "./domain/services.js";
import { loadLibrary } from "./oauth/library.js";
import { AuthorizationServer } from "./oauth/server.js";
import { oauthSurface } from "./oauth/surface.js";
import { agentRoutes } from "./mcp/routes.js";
import { scimRoutes } from "./scim/routes.js";
import { ROUTES } from "./web/routes.js";
import { webSurface } from "./web/server/router.js";
import { healthRoutes } from "./health.js";
import { toMiddleware, toStage } from "./http/stage.js";
import { localsOf } from "./http/locals.js";
import { withinTrace } from "./lib/telemetry/current-trace.js";
import { trustedProxies } from "./lib/network/networks.js";
import { traceRequests } from "./http/tracing.js";

/** One object for all apps of the process, so that they share everything derived from it. */
let shipped: OpenApiDocument | undefined;

export interface App {
  listener: RequestListener;
  guards: Guards;
  /** Stops timers. The owner of the services closes them. */
  close(): void;
}

/**
 * Builds the application with all mounts in their order.
 * @param contract another document with its route files, for tests and benchmarks
 * @throws ContractError, ConfigurationError
 */
export async function createApp(
  services: Services,
  contract: { document: OpenApiDocument; routes?: RouteTable } = {
    document: (shipped ??= shippedDocument()),
  },
): Promise<App> {
  const { env, starterKit } = services.config;
  const guards = new Guards(starterKit, {
    session: () => sessionGuard(services),
    token: () => tokenGuard(services),
  });
  const ensureUserIsActive = new EnsureUserIsActive(starterKit.security, guards);
  const { document } = contract;
  const scopesOfApi = declaredScopes(document);
  const middleware = registerApiMiddleware(services, guards, ensureUserIsActive, scopesOfApi);
  const operations = readContract(document, new Set(PERMISSIONS));
  warnOfMissingScopes(services, operations);
  const app = express();
  app.disable("x-powered-by").disable("etag");
  app.enable("case sensitive routing").enable("strict routing");
  app.set("trust proxy", trustedProxies(env.TRUST_PROXY));
  app.set("query parser", parseQuery);

  const { registry, throttleApi } = middleware;
  const handlers = handlersOf(operations, contract.routes ?? (await loadRouteFiles()));
  const trace = traceRequests(services);
  const allowOrigins = cors(starterKit.cors);
  const onViolation = reportViolation(services, operations);
  if (document !== shipped) await (await import("./api/validation/validation.js")).assertValid(document);
  const headers = securityHeaders(env);
  const hasScreens = guards.isDeclared(WEB_GUARD);
  const compiled = compiledApi({
    before: [trace, rejectAmbiguousRequests, ...allowOrigins.map(toStage), rejectMalformedUrls],
    document,
    operations,
    handlers,
    registry,
    services,
    onViolation,
    compose: composer(headers, contractLinks(hasScreens)),
    validatorsOf: await validatorsOf(document, document === shipped),
  });
  const contractScopes = new ContractScopes(operations, document);
  const oauth = await authorizationServer(services, contractScopes, hasScreens);
  const contracts = {
    api: new PublishedContract(document, env.APP_URL.origin),
    oauth: new PublishedContract(oauthDocumentFor(services.config.tokens.scopes), env.APP_URL.origin),
  };
  const web = webSurface({ services, guards, ensureUserIsActive, oauth, contracts }, ROUTES);
  const programs = oauth && oauthSurface(services, oauth, trace, headers);
  app.use((_request, response, next) => void withinTrace(localsOf(response), () => next()));
  if (programs) app.use((request, response, next) => void (programs(request, response) || next()));
  app.use(
    toMiddleware(trace),
    announceContract(basePathOf(document), hasScreens),
    web.reads,
    setHeaders(headers),
    toMiddleware(rejectAmbiguousRequests),
  );
  const api = express.Router({ caseSensitive: true, strict: true });
  const rejectUnknown = [toMiddleware(throttleApi), unknownRoutes(document, operations)];
  api.use(...allowOrigins, toMiddleware(rejectMalformedUrls));
  api.options("/{*path}", ...rejectUnknown); // the router would answer without an envelope
  api.use(
    fileOperations({
      document,
      operations: operations.filter((operation) => !isJson(operation, document)),
      handlers,
      registry,
      services,
      onViolation,
    }),
  );
  api.use(...rejectUnknown);
  app.use(basePathOf(document), api);
  const listener: RequestListener = (request, response) => {
    readTarget(request);
    if (!compiled(request, response)) app(request, response);
  };
  const agents = { services, document, operations, registry, guards, contract: contracts.api, listener };
  app.use(
    bearerDocuments(middleware.registry, contracts, oauth !== null),
    agentRoutes(services, agents),
    scimRoutes(services, throttleApi),
    healthRoutes(services),
    web.assets,
    web.pages,
  );
  app.use(exceptionLayer(services));
  return {
    listener,
    guards,
    close: () => {
      middleware.close();
      oauth?.close();
    },
  };
}

/** Warns about operations that no token can call, because they need a scope missing from the catalogue. */
function warnOfMissingScopes({ config, log }: Services, operations: readonly Operation[]): void {
  const scopes = missingScopes(operations, config.tokens.scopes);
  if (scopes.length > 0)
    log.warn({ scopes }, "oauth.scopes lacks scopes that the contract requires, so no token can have them");
}

/** Null when the library isn't installed. Personal access tokens and everything else work without it. */
async function authorizationServer(
  services: Services,
  contractScopes: ContractScopes,
  hasScreens: boolean,
): Promise<AuthorizationServer | null> {
  if (services.config.oauthInstalled)
    return new AuthorizationServer(services, await loadLibrary(), contractScopes, hasScreens);
  services.log.warn("@node-oauth/oauth2-server is not installed: there are no OAuth2 endpoints and clients");
  return null;
}
