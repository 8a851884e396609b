import type { Request, Response } from "express";
import type { Services } from "../domain/services.js";
import { localsOf } from "../http/locals.js";
import type { Rejection } from "../lib/telemetry/current-trace.js";
import { run, type Stage } from "../http/stage.js";
import { cors } from "../http/cors.js";
import { sendText } from "../http/envelope.js";
import { isAmbiguous } from "../http/urls.js";
import { OAuthRequest, type OAuthResponse } from "./oauth-request.js";
import { PATHS } from "./metadata.js";
import { rejection, rejectionOf } from "./rejections.js";
import type { AuthorizationServer } from "./server.js";

interface Endpoint {
  name: string;
  path: string;
  /** `GET` includes `HEAD`. */
  methods: readonly ("GET" | "POST")[];
  /** Whether it says the same to everyone, so that programs of every origin can read it. */
  isForEveryOrigin?: true;
  /** Whether the path with another method is a page. */
  isPageOtherwise?: true;
  answer: (server: AuthorizationServer, incoming: OAuthRequest) => Promise<OAuthResponse> | OAuthResponse;
}

/** All addresses for programs. Those for users are pages. */
const ENDPOINTS: readonly Endpoint[] = [
  {
    path: PATHS.token,
    name: "oauth.token",
    methods: ["POST"],
    answer: (server, incoming) => server.token(incoming),
  },
  {
    path: PATHS.revoke,
    name: "oauth.revoke",
    methods: ["POST"],
    answer: (server, incoming) => server.revoke(incoming),
  },
  {
    path: PATHS.introspect,
    name: "oauth.introspect",
    methods: ["POST"],
    answer: (server, incoming) => server.introspect(incoming),
  },
  { path: PATHS.metadata, name: "oauth.metadata", methods: ["GET"], answer: (server) => server.metadata() },
  ...[PATHS.resource, PATHS.resourceOfOrigin].map((path): Endpoint => ({
    ...{ path, name: "oauth.resource", methods: ["GET"], isForEveryOrigin: true },
    answer: (server) => server.resource(),
  })),
];

/** Endpoints that a service without screens doesn't have, because their grants begin on a page. */
const AFTER_SCREENS: readonly Endpoint[] = [
  {
    path: PATHS.deviceCode,
    name: "oauth.device.code",
    methods: ["POST"],
    answer: (server, incoming) => server.deviceAuthorization(incoming),
  },
  {
    path: PATHS.pushedRequest,
    name: "oauth.par",
    methods: ["POST"],
    answer: (server, incoming) => server.pushedRequest(incoming),
  },
  {
    path: PATHS.register,
    name: "oauth.register",
    methods: ["POST"],
    answer: (server, incoming) => server.register(incoming),
  },
  {
    path: PATHS.configuration,
    name: "oauth.configuration",
    methods: ["GET"],
    isForEveryOrigin: true,
    answer: (server) => server.configuration(),
  },
  {
    path: PATHS.logout,
    name: "oauth.logout.post",
    methods: ["POST"],
    isPageOtherwise: true,
    answer: (server, incoming) => server.logout(incoming),
  },
  {
    path: PATHS.keys,
    name: "oauth.keys",
    methods: ["GET"],
    isForEveryOrigin: true,
    answer: (server) => server.keys(),
  },
  {
    path: PATHS.userinfo,
    name: "oauth.userinfo",
    methods: ["GET", "POST"],
    answer: (server, incoming) => server.userinfo(incoming),
  },
];

/**
 * Answers its own paths and leaves all others to the other surfaces.
 * @param trace the first stage of every request
 * @param headers of every response
 * @returns whether the request has one of its paths
 */
export function oauthSurface(
  services: Services,
  server: AuthorizationServer,
  trace: Stage,
  headers: ReadonlyMap<string, string>,
): (request: Request, response: Response) => boolean {
  const send = sendWith(headers);
  const [allowListed] = cors(services.config.starterKit.cors);
  const [allowEvery] = cors({ allowed_origins: ["*"] });
  const endpoints = new Map(
    [...ENDPOINTS, ...(server.hasScreens ? AFTER_SCREENS : [])].map((endpoint) => [
      endpoint.path,
      { ...endpoint, allowed: allowedOn(endpoint) },
    ]),
  );
  const serve = async (endpoint: MountedEndpoint, request: Request, response: Response): Promise<void> => {
    let answer: OAuthResponse;
    try {
      const allowOrigins = endpoint.isForEveryOrigin ? allowEvery : allowListed;
      if (allowOrigins) await run(allowOrigins, request, response);
      answer = await respond(endpoint, server, request, response);
    } catch (error) {
      answer = rejectionOf(services, response, error);
      localsOf(response).rejection = answer.body as Rejection;
    }
    send(response, answer);
  };
  return (request, response) => {
    if (isAmbiguous(request)) return false; // its path can't be read
    const endpoint = endpoints.get(request.path);
    if (!endpoint) return false;
    if (endpoint.isPageOtherwise && request.method !== "POST") return false;
    const locals = localsOf(response);
    locals.headers = [];
    locals.routeName = endpoint.name;
    void trace(request, response);
    void serve(endpoint, request, response);
    return true;
  };
}

interface MountedEndpoint extends Endpoint {
  /** All its methods but `OPTIONS`. */
  allowed: readonly string[];
}

const allowedOn = ({ methods }: Endpoint): string[] =>
  methods.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));

function respond(
  endpoint: MountedEndpoint,
  server: AuthorizationServer,
  request: Request,
  response: Response,
): Promise<OAuthResponse> | OAuthResponse {
  const { method } = request;
  const { methods, allowed } = endpoint;
  if (allowed.includes(method)) return endpoint.answer(server, new OAuthRequest(request, response));
  const headers = { Allow: [...allowed, "OPTIONS"].join(", ") };
  if (method === "OPTIONS") return { status: 204, body: {}, headers };
  return { ...rejection(405, "invalid_request", `Use ${methods.join(" or ")}.`), headers };
}

/** Sends all headers in one list, which Node writes faster than headers that are set one by one. */
function sendWith(
  constant: ReadonlyMap<string, string>,
): (response: Response, answer: OAuthResponse) => void {
  const block = [...constant].filter(([name]) => name !== "Cache-Control").flat();
  return (response, { status, body, headers = {} }) => {
    const isEmpty = status === 204 || status === 303;
    const text = isEmpty ? "" : JSON.stringify(body);
    const list = block.concat(localsOf(response).headers ?? []);
    // RFC 6749, section 5.1
    list.push("Cache-Control", headers["Cache-Control"] ?? "no-store", "Pragma", "no-cache");
    if (!isEmpty) list.push("Content-Type", "application/json; charset=utf-8");
    for (const [name, value] of Object.entries(headers)) if (name !== "Cache-Control") list.push(name, value);
    sendText(response, status, list, text);
  };
}
