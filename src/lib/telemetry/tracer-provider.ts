import { createRequire } from "node:module";
import { hostname } from "node:os";
import type * as Exporter from "@opentelemetry/exporter-trace-otlp-http";
import type * as Resources from "@opentelemetry/resources";
import type * as Sdk from "@opentelemetry/sdk-trace";
import { MINUTE, now, SECOND } from "../clock.js";
import type { Logger } from "./log.js";

const require = createRequire(import.meta.url);

/** Shorter than the time in which the service stops. */
const EXPORT_WITHIN = 4 * SECOND;

export const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** The variables of OpenTelemetry that the service reads. */
export interface TracingOptions {
  /** Where spans are sent. */
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  attributes: Record<string, string>;
  sampler: (typeof SAMPLERS)[number];
  ratio: number;
  version: string;
}

/** @param traceIdOf the id of a new trace; a random one if undefined */
export function createProvider(
  { url, headers, serviceName, attributes, sampler, ratio, version }: TracingOptions,
  log: Logger,
  traceIdOf: () => string | undefined,
): Sdk.TracerProvider {
  const sdk = require("@opentelemetry/sdk-trace") as typeof Sdk;
  const { OTLPTraceExporter } = require("@opentelemetry/exporter-trace-otlp-http") as typeof Exporter;
  const { resourceFromAttributes } = require("@opentelemetry/resources") as typeof Resources;
  const random = new sdk.RandomIdGenerator();
  return new sdk.TracerProvider({
    resource: resourceFromAttributes({
      "service.name": serviceName,
      "service.version": version,
      "host.name": hostname(),
      ...attributes,
    }),
    sampler: samplerOf(sdk, sampler, ratio),
    idGenerator: {
      generateTraceId: () => traceIdOf() ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: reporting(new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_WITHIN }), log),
        exportTimeoutMillis: EXPORT_WITHIN,
      }),
    ],
  });
}

function samplerOf(sdk: typeof Sdk, name: TracingOptions["sampler"], ratio: number): Sdk.Sampler {
  const { AlwaysOnSampler, AlwaysOffSampler, TraceIdRatioBasedSampler, ParentBasedSampler } = sdk;
  if (name.startsWith("parentbased_")) {
    const root = samplerOf(sdk, name.slice("parentbased_".length) as TracingOptions["sampler"], ratio);
    return new ParentBasedSampler({ root });
  }
  if (name === "traceidratio") return new TraceIdRatioBasedSampler(ratio);
  return name === "always_off" ? new AlwaysOffSampler() : new AlwaysOnSampler();
}

/** Logs failures at most once a minute, because a collector that is down fails every few seconds. */
function reporting(exporter: Sdk.SpanExporter, log: Logger): Sdk.SpanExporter {
  let last = -Infinity;
  const report = (error: Error): void => {
    if (now() - last < MINUTE) return;
    last = now();
    log.warn({ err: error }, "could not export traces");
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) report(result.error);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
