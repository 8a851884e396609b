import type { TracingOptions } from "../lib/telemetry/tracer-provider.js";
import { PRODUCT_VERSION } from "../lib/version.js";
import type { Environment } from "./env.js";

const COLLECTOR = "http://localhost:4318";

/** The options of the traces; null unless a collector is named or OTEL_TRACES_EXPORTER is `otlp`. */
export function tracingOptions(env: Environment): TracingOptions | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = env;
  const exporter = env.OTEL_TRACES_EXPORTER ?? (base || own ? "otlp" : "none");
  if (exporter === "none") return null;
  return {
    url: own?.href ?? `${(base?.href ?? COLLECTOR).replace(/\/$/, "")}/v1/traces`,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: env.OTEL_SERVICE_NAME,
    attributes: env.OTEL_RESOURCE_ATTRIBUTES,
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
    version: PRODUCT_VERSION,
  };
}
