import { Counter, Histogram, type Registry } from "prom-client";

/** Counters of events that are rarer than requests. */
export function eventCounters(registry: Registry, isOn: boolean) {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) => {
    const created = new Counter({ name, help, labelNames, registers: [registry] });
    if (!isOn) created.inc = () => undefined;
    return created;
  };
  const counters = {
    contractViolations: counter(
      "authdock_contract_violations_total",
      "Responses that broke the contract, by operation.",
      ["operation"],
    ),
    signIns: counter(
      "authdock_sign_ins_total",
      "Sign-ins by method, the last factor that was asked for (password, code, recovery_code, passkey, provider), " +
        "and result: success, failure.",
      ["method", "result"],
    ),
    limitedRequests: counter(
      "authdock_limited_requests_total",
      "Requests that a rate limit refused, by the name of the limit.",
      ["limit"],
    ),
    slowStatements: counter(
      "authdock_slow_statements_total",
      "Statements that took SLOW_STATEMENT_MS or longer, by route; the log has each.",
      ["route"],
    ),
    deprecatedCalls: counter(
      "authdock_deprecated_calls_total",
      "Calls of deprecated operations; the log names the callers.",
      ["operation"],
    ),
    mails: counter(
      "authdock_mails_total",
      "Attempts to send a mail by outcome: sent, deferred, failed, expired.",
      ["outcome"],
    ),
    logoutNotices: counter(
      "authdock_logout_notices_total",
      "Attempts to tell a client that a session has ended, by outcome: sent, deferred, expired.",
      ["outcome"],
    ),
    webhookDeliveries: counter(
      "authdock_webhook_deliveries_total",
      "Attempts to send an event to a webhook by outcome: delivered, deferred, failed, skipped.",
      ["outcome"],
    ),
    webhookFailures: counter(
      "authdock_webhook_failures_total",
      "Attempts to send an event that weren't accepted, by the id of the webhook.",
      ["webhook"],
    ),
  };
  // an alert about an increase doesn't see the first event of a series that begins with it
  for (const outcome of ["sent", "deferred", "failed", "expired"]) counters.mails.inc({ outcome }, 0);
  for (const outcome of ["sent", "deferred", "expired"]) counters.logoutNotices.inc({ outcome }, 0);
  for (const outcome of ["delivered", "deferred", "failed", "skipped"])
    counters.webhookDeliveries.inc({ outcome }, 0);
  return counters;
}

export const mailDurations = (registry: Registry) =>
  new Histogram({
    name: "authdock_mail_duration_seconds",
    help: "Time of an attempt to send a mail.",
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  });

export const webhookDurations = (registry: Registry) =>
  new Histogram({
    name: "authdock_webhook_duration_seconds",
    help: "Time of an attempt to send an event to a webhook.",
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });

export const hashWaits = (registry: Registry) =>
  new Histogram({
    name: "authdock_password_hash_wait_seconds",
    help: "Time that a password waited for a thread before it was hashed or compared.",
    buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
