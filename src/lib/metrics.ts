import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";

/** The metrics of a running service. */
export class Metrics {
  readonly registry = new Registry();
  readonly contractViolations = new Counter({
    name: "authdock_contract_violations_total",
    help: "Responses that broke the contract, by operation.",
    labelNames: ["operation"] as const,
    registers: [this.registry],
  });
  readonly requests = new Counter({
    name: "authdock_api_responses_total",
    help: "API responses by operation and status.",
    labelNames: ["operation", "status"] as const,
    registers: [this.registry],
  });
  readonly signIns = new Counter({
    name: "authdock_sign_ins_total",
    help: "Sign-ins by method, the last factor that was asked for: password, code, recovery_code, passkey, provider.",
    labelNames: ["method"] as const,
    registers: [this.registry],
  });
  readonly deprecatedCalls = new Counter({
    name: "authdock_deprecated_calls_total",
    help: "Calls of deprecated operations; the log names the callers.",
    labelNames: ["operation"] as const,
    registers: [this.registry],
  });
  readonly mails = new Counter({
    name: "authdock_mails_total",
    help: "Attempts to send a mail by outcome: sent, deferred, failed, expired.",
    labelNames: ["outcome"] as const,
    registers: [this.registry],
  });
  readonly logoutNotices = new Counter({
    name: "authdock_logout_notices_total",
    help: "Attempts to tell a client that a session has ended, by outcome: sent, deferred, expired.",
    labelNames: ["outcome"] as const,
    registers: [this.registry],
  });
  readonly mailQueue = new Gauge({
    name: "authdock_mails",
    help: "Mails by status: queued, failed, expired. At most a minute old.",
    labelNames: ["status"] as const,
    aggregator: "first", // all processes share the queue
    registers: [this.registry],
  });

  readonly waitingReads = new Gauge({
    name: "authdock_waiting_reads",
    help: "Lists, exports and figures that wait for a reader of the SQLite file.",
    registers: [this.registry],
  });

  readonly processes = new Gauge({
    name: "authdock_processes",
    help: "Processes of this machine whose metrics these are, by state: answered, silent.",
    labelNames: ["state"] as const,
    aggregator: "first",
    registers: [this.registry],
  });

  /** Adds metrics of the process: memory, event loop, garbage collection. */
  collectProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }
}
