import {
  getDelivery,
  listDeliveries,
  retryDelivery,
  retryFailedDeliveries,
  sendTestEvent,
} from "../../../../domain/webhooks/delivery-log.js";
import { DAY, HOUR, now } from "../../../../lib/clock.js";
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  type ListedDelivery,
} from "../../../../models/events/webhook-delivery.js";
import { text, type MessageKey, type Translate } from "../../../../texts/translate.js";
import { ListRequest, listView } from "../../../lists/list-request.js";
import { path } from "../../../server/addresses.js";
import type { WebHandler } from "../../../server/call.js";
import { page, redirect, success } from "../../../server/responses/web-result.js";
import { webhookOf } from "./webhook-view.js";

const NEWEST_FIRST = { columns: [], byDefault: "-created_at" };

/** The choices of the time since when failed deliveries are sent again, in milliseconds before now. */
const SINCE: Record<string, number> = { hour: HOUR, day: DAY, all: 30 * DAY };

const isStatus = (value: string): value is DeliveryStatus =>
  (DELIVERY_STATUSES as readonly string[]).includes(value);

const presentDelivery = (delivery: ListedDelivery) => ({
  id: delivery.id,
  type: delivery.event_type,
  eventId: delivery.event_id,
  subject: `${delivery.subject_type} ${delivery.subject_id}`,
  status: delivery.status,
  attempts: delivery.attempts,
  nextAttemptAt: delivery.next_attempt_at,
  deliveredAt: delivery.delivered_at,
  answerStatus: delivery.answer_status,
  error: delivery.error,
  durationMs: delivery.duration_ms,
  createdAt: delivery.created_at,
});

export const showDeliveries: WebHandler = async (call) => {
  const { webhook } = await webhookOf(call);
  const { t } = call;
  const checks = {
    status: (value: string) => (isStatus(value) ? null : text("validation.choice")),
  };
  const place = { webhook: webhook.id };
  const request = new ListRequest("admin.webhooks.deliveries", call, NEWEST_FIRST, checks, place);
  const status = request.filters["status"] as DeliveryStatus | undefined;
  const found = await listDeliveries(call, webhook.id, request, status);
  return page("admin/webhooks/deliveries", "webhooks.deliveries", {
    webhook,
    deliveries: found.items.map(presentDelivery),
    list: listView(request, found),
    statuses: DELIVERY_STATUSES.map((value) => ({ value, label: t(`webhooks.delivery.status.${value}`) })),
    since: [{ label: null, options: sinceOptions(t) }],
  });
};

const sinceOptions = (t: Translate) =>
  Object.keys(SINCE).map((value) => ({
    value,
    label: t(`webhooks.retry_failed.since.${value}` as MessageKey),
  }));

export const showDelivery: WebHandler = async (call) => {
  const { webhook } = await webhookOf(call);
  const delivery = await getDelivery(call, webhook.id, call.params["delivery"]!);
  const { payload, answer_excerpt: answer } = delivery;
  return page("admin/webhooks/delivery", "webhooks.delivery.title", {
    webhook,
    delivery: presentDelivery(delivery),
    answer,
    request: payload === null ? null : JSON.stringify(JSON.parse(payload), null, 2),
  });
};

export const submitTestEvent: WebHandler = async (call) => {
  const { webhook_id: webhook } = await sendTestEvent(call, call.params["webhook"]!);
  return redirect(path("admin.webhooks.deliveries", { webhook }), success("webhooks.tested"));
};

export const submitRetry: WebHandler = async (call) => {
  const [webhook, delivery] = [call.params["webhook"]!, call.params["delivery"]!];
  const { next_attempt_at: next } = await retryDelivery(call, webhook, delivery);
  return redirect(
    path("admin.webhooks.delivery", { webhook, delivery }),
    success(next === null ? "webhooks.delivery.held" : "webhooks.delivery.retried"),
  );
};

export const submitFailedRetry: WebHandler = async (call) => {
  const webhook = call.params["webhook"]!;
  const chosen = call.form.text("since");
  const age = Object.hasOwn(SINCE, chosen) ? SINCE[chosen]! : SINCE["hour"]!;
  const count = await retryFailedDeliveries(call, webhook, now() - age);
  const { isPaused } = (await webhookOf(call)).webhook;
  const said = isPaused ? "webhooks.held" : "webhooks.retried";
  return redirect(path("admin.webhooks.deliveries", { webhook }), success(said, { count }));
};
