import { v4 as uuidv4 } from "uuid";
import type { Services } from "../domain/services.js";
import { clientAddress, trustedProxies, type IsTrusted } from "../lib/network/networks.js";
import { addHeader, localsOf } from "./locals.js";
import type { Stage } from "./stage.js";
import type { StageRequest } from "../lib/requests.js";
import type { Logger } from "../lib/telemetry/log.js";

const CLIENT_ID = /^[A-Za-z0-9._-]{1,128}$/;
const UNTRUSTED_PROXY =
  "received X-Forwarded-For while TRUST_PROXY is off: all clients behind the proxy share one IP address";
const SILENT_PROXY =
  "received no X-Forwarded-For while TRUST_PROXY is set: let the proxy send it, or all its clients share one IP address";
/** Balancers, containers and Prometheus ask for them without the proxy. */
const PROBES = /^\/(up|ready|metrics)\b/;

/**
 * Gives each request a trace id, sends it in the response and logs one line when the response ends. A client's own
 * X-Request-ID is only logged, and only if it is well-formed (docs/requirements.md, "Request tracing").
 */
export const traceRequests = ({ log, metrics, traces, config }: Services): Stage => {
  const { TRUST_PROXY } = config.env;
  const isTrusted = trustedProxies(TRUST_PROXY);
  const checkProxy = proxyCheck(log, TRUST_PROXY !== undefined);
  return (request, response) => {
    const started = performance.now();
    const locals = localsOf(response);
    locals.traceId = uuidv4();
    locals.ip = clientAddress(request, isTrusted);
    if (traces)
      traces.startRequest(locals, { method: request.method, traceparent: trustedParent(request, isTrusted) });
    addHeader(response, "X-Request-ID", locals.traceId);
    const sent = request.headers["x-request-id"];
    const clientRequestId = typeof sent === "string" && CLIENT_ID.test(sent) ? sent : undefined;
    checkProxy(request);
    // emitted once, and `once` would need a wrapper and a removal
    response.on("close", () => {
      const { routeName, authenticated, limitedBy } = locals;
      const isUnknown = routeName === undefined && response.statusCode === 404;
      const ms = performance.now() - started;
      if (metrics.isOn) metrics.requests.observe(routeName, request.method, response.statusCode, ms);
      if (traces) traces.endRequest(locals, response.statusCode);
      if (limitedBy !== undefined) metrics.limitedRequests.inc({ limit: limitedBy });
      // the route instead of the URL, which can contain a token
      log.info({
        trace_id: locals.traceId,
        otel_trace_id: locals.span?.spanContext().traceId,
        client_request_id: clientRequestId,
        method: request.method,
        route: routeName ?? null,
        path: isUnknown ? loggablePath(request.originalUrl) : undefined,
        status: response.statusCode,
        user_id: authenticated?.actor?.id,
        client_id: authenticated?.clientId ?? locals.clientId,
        ip: locals.ip,
        limit: limitedBy,
        oauth_error: locals.rejection?.error,
        oauth_error_description: locals.rejection && loggableDescription(locals.rejection.error_description),
        ms: Math.round(ms * 10) / 10,
      });
    });
  };
};

/** Logs a warning once: at the first forwarded request without TRUST_PROXY, or if the first request with it isn't forwarded. */
function proxyCheck(log: Logger, isTrusting: boolean): (request: StageRequest) => void {
  let isDone = false;
  return ({ headers, originalUrl }) => {
    if (isDone || PROBES.test(originalUrl)) return;
    const isForwarded = headers["x-forwarded-for"] !== undefined;
    isDone = isTrusting || isForwarded;
    if (isTrusting !== isForwarded) log.warn(isTrusting ? SILENT_PROXY : UNTRUSTED_PROXY);
  };
}

/**
 * The header `traceparent` of a trusted proxy, as for X-Forwarded-For: any other client could join the trace of someone
 * else, or have all its requests recorded. Without TRUST_PROXY nobody is trusted.
 */
function trustedParent(request: StageRequest, isTrusted: IsTrusted): string | undefined {
  const { traceparent } = request.headers;
  const { remoteAddress = "" } = request.socket;
  return typeof traceparent === "string" && isTrusted(remoteAddress, 0) ? traceparent : undefined;
}

const LONGEST_DESCRIPTION = 200;

/** Some descriptions repeat what the client sent, which could be a token in the wrong parameter. */
const loggableDescription = (description: string): string =>
  description.replace(/\S{32,}/g, "…").slice(0, LONGEST_DESCRIPTION);

const LONGEST_PATH = 200;
const LONGEST_SEGMENT = 32;

/** The path without its query. Long segments are left out: a mistyped link can contain a token. */
export const loggablePath = (url: string): string =>
  url
    .replace(/[?#].*$/s, "")
    .split("/")
    .map((segment) => (segment.length > LONGEST_SEGMENT ? "…" : segment))
    .join("/")
    .slice(0, LONGEST_PATH);
