import { createRequire } from "node:module";
import type * as Api from "@opentelemetry/api";
import type * as Core from "@opentelemetry/core";
import type { TracerProvider } from "@opentelemetry/sdk-trace";
import { SECOND } from "../clock.js";
import { currentTrace, type Trace } from "./current-trace.js";
import { createProvider, type TracingOptions } from "./tracer-provider.js";
import type { Logger } from "./log.js";
import { kindOf, loggableStatement } from "./statement-figures.js";

const require = createRequire(import.meta.url);

const CLOSE_WITHIN = 2 * SECOND;

/** What is known when a request begins. */
export interface RequestStart {
  method: string;
  /** The W3C header of a proxy that is trusted. */
  traceparent: string | undefined;
}

/**
 * OpenTelemetry traces of requests, statements and mails. Spans are exported in batches in the background: an exporter
 * that fails or hangs only loses spans.
 */
export class Traces {
  private readonly api = require("@opentelemetry/api") as typeof Api;
  private readonly core = require("@opentelemetry/core") as typeof Core;
  private readonly provider: TracerProvider;
  private readonly tracer: Api.Tracer;
  /** The id of the next trace. */
  private nextTraceId: string | undefined;

  /** Loads the packages, which a service without traces doesn't need. */
  constructor(options: TracingOptions, log: Logger) {
    this.provider = createProvider(options, log, () => this.nextTraceId);
    this.tracer = this.provider.getTracer("authdock", options.version);
  }

  /** Starts the span of a request, and adds it to its trace. It continues the trace of the header, if there is one. */
  startRequest(trace: Trace, { method, traceparent }: RequestStart): void {
    const parent = traceparent === undefined ? null : this.core.parseTraceParent(traceparent);
    const root = this.api.ROOT_CONTEXT;
    const context = parent ? this.api.trace.setSpanContext(root, { ...parent, isRemote: true }) : root;
    const attributes = { "http.request.method": method, "authdock.trace_id": trace.traceId };
    trace.span = this.start(trace, method, { kind: this.api.SpanKind.SERVER, attributes }, context);
  }

  endRequest({ span, routeName }: Trace, status: number): void {
    if (!span) return;
    if (routeName !== undefined) span.updateName(routeName).setAttribute("authdock.route", routeName);
    span.setAttribute("http.response.status_code", status);
    if (status >= 500) span.setStatus({ code: this.api.SpanStatusCode.ERROR });
    span.end();
  }

  /** Records a statement of the current request or mail; those of other work aren't recorded. */
  statement(sql: string, started: number): void {
    const parent = currentTrace()?.span;
    if (!parent?.isRecording()) return;
    const context = this.api.trace.setSpan(this.api.ROOT_CONTEXT, parent);
    const kind = kindOf(sql);
    const attributes = { "db.operation.name": kind, "db.query.text": loggableStatement(sql) };
    const startTime = performance.timeOrigin + started;
    this.tracer
      .startSpan(kind, { kind: this.api.SpanKind.CLIENT, attributes, startTime }, context)
      .end(performance.timeOrigin + performance.now());
  }

  /** Runs the delivery of a mail in a span, in the trace of the request that queued it. */
  async mail<Result>(
    { id, kind }: { id: string; kind: string },
    deliver: () => Promise<Result>,
  ): Promise<Result> {
    const trace = currentTrace();
    if (!trace) return deliver();
    const attributes = { "authdock.mail_id": id, "authdock.trace_id": trace.traceId };
    const options = { kind: this.api.SpanKind.CLIENT, attributes };
    trace.span = this.start(trace, `mail ${kind}`, options, this.api.ROOT_CONTEXT);
    try {
      return await deliver();
    } finally {
      trace.span.end();
    }
  }

  /** Marks the current span as failed, without a message that could contain personal data. */
  fail(): void {
    currentTrace()?.span?.setStatus({ code: this.api.SpanStatusCode.ERROR });
  }

  /** Exports what has ended. */
  flush(): Promise<void> {
    return this.provider.forceFlush();
  }

  /** Exports what has ended, but doesn't wait long for it. */
  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_WITHIN)));
    await Promise.race([this.provider.shutdown().catch(() => undefined), limit]);
    clearTimeout(timer);
  }

  /** A new trace has the id of the request, without hyphens. */
  private start(trace: Trace, name: string, options: Api.SpanOptions, context: Api.Context): Api.Span {
    this.nextTraceId = trace.traceId.replaceAll("-", "") || undefined;
    const span = this.tracer.startSpan(name, options, context);
    this.nextTraceId = undefined;
    return span;
  }
}
