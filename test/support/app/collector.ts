import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
  attributes: Record<string, unknown>;
}

interface Sent {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ExportedSpan, "attributes"> & { attributes: Attribute[] })[] }[];
  }[];
}
interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

const record = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Receives spans on the loopback interface as an OpenTelemetry collector does (OTLP over HTTP, JSON). */
export class Collector {
  readonly spans: ExportedSpan[] = [];
  readonly headers: Record<string, unknown>[] = [];
  resource: Record<string, unknown> = {};
  answer = (response: ServerResponse): void => void response.end("{}");
  private readonly server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      this.headers.push({ ...request.headers, url: request.url });
      this.take(JSON.parse(Buffer.concat(chunks).toString()) as Sent);
      this.answer(response);
    });
  });

  /** @returns the value of OTEL_EXPORTER_OTLP_ENDPOINT */
  async start(): Promise<string> {
    await once(this.server.listen(0, "127.0.0.1"), "listening");
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take({ resourceSpans }: Sent): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resource = record(resource.attributes);
      for (const { spans } of scopeSpans)
        for (const span of spans) this.spans.push({ ...span, attributes: record(span.attributes) });
    }
  }
}
