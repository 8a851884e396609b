import { del, get, post, put, RECENT } from "../../../server/table.js";
import {
  showDeliveries,
  showDelivery,
  submitFailedRetry,
  submitRetry,
  submitTestEvent,
} from "./deliveries.js";
import {
  showNewWebhook,
  showWebhook,
  showWebhooks,
  submitWebhook,
  submitWebhookChanges,
  submitWebhookDeletion,
  submitWebhookPause,
  submitWebhookSecret,
} from "./webhooks.js";

/** Changing a webhook needs the permission to read it, because the change is made on its pages. */
const READ = ["auth", "can:webhooks.read"] as const;
const UPDATE = [...READ, "can:webhooks.update"] as const;

export const WEBHOOK_ROUTES = [
  get("admin.webhooks.index", READ, showWebhooks),
  get("admin.webhooks.create", ["auth", "can:webhooks.create"], showNewWebhook),
  post("admin.webhooks.store", ["auth", "can:webhooks.create", ...RECENT], submitWebhook, {
    form: showNewWebhook,
  }),
  get("admin.webhooks.edit", READ, showWebhook),
  put("admin.webhooks.update", [...UPDATE, ...RECENT], submitWebhookChanges, { form: showWebhook }),
  put("admin.webhooks.pause", UPDATE, submitWebhookPause, { form: showWebhook }),
  post("admin.webhooks.secret", [...UPDATE, ...RECENT], submitWebhookSecret, { form: showWebhook }),
  del("admin.webhooks.destroy", [...READ, "can:webhooks.delete", ...RECENT], submitWebhookDeletion, {
    form: showWebhook,
  }),
  get("admin.webhooks.deliveries", READ, showDeliveries),
  get("admin.webhooks.delivery", READ, showDelivery),
  post("admin.webhooks.test", UPDATE, submitTestEvent, { form: showDeliveries }),
  post("admin.webhooks.retry-failed", UPDATE, submitFailedRetry, { form: showDeliveries }),
  post("admin.webhooks.retry", UPDATE, submitRetry, { form: showDelivery }),
];
