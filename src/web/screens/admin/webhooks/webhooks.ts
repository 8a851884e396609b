import { listWebhooks } from "../../../../domain/webhooks/managed-webhooks.js";
import { MAX_DESCRIPTION, MAX_URL } from "../../../../domain/webhooks/webhook-input.js";
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
  WebhookExists,
  type WebhookChanges,
  type WebhookWithSecret,
} from "../../../../domain/webhooks/webhooks.js";
import { VersionStale } from "../../../../lib/failures.js";
import { pageOf } from "../../../../models/lists/list-page.js";
import type { Form } from "../../../forms/form.js";
import { formIdOf, sealFormId } from "../../../forms/form-ids.js";
import { ListRequest, listView } from "../../../lists/list-request.js";
import { path } from "../../../server/addresses.js";
import type { WebCall, WebHandler } from "../../../server/call.js";
import { page, redirect, success, type WebResult } from "../../../server/responses/web-result.js";
import { presentWebhook, typeChoices, webhookOf } from "./webhook-view.js";

const NEWEST_FIRST = { columns: [], byDefault: "-created_at" };
const LIMITS = { maxUrl: MAX_URL, maxDescription: MAX_DESCRIPTION };

export const showWebhooks: WebHandler = async (call) => {
  const request = new ListRequest("admin.webhooks.index", call, NEWEST_FIRST);
  const found = await pageOf(request, await listWebhooks(call), ({ webhook }) => webhook.id);
  return page("admin/webhooks/list", "webhooks.title", {
    webhooks: found.items.map(presentWebhook),
    list: listView(request, found),
  });
};

export const showNewWebhook: WebHandler = (call) =>
  page("admin/webhooks/create", "webhooks.create.title", {
    formId: sealFormId(call, "webhook"),
    ...typeChoices(call.actor, call.form),
    ...LIMITS,
  });

export const submitWebhook: WebHandler = async (call) => {
  const { form } = call;
  const input = { url: form.text("url"), description: form.text("description"), types: typesIn(form) };
  try {
    const made = await createWebhook(call, input, formIdOf(call, "webhook"));
    return secretPage(made, placeOf(call, made.webhook.id), 201);
  } catch (error) {
    if (!(error instanceof WebhookExists)) throw error;
    return redirect(placeOf(call), { kind: "warning", key: "webhooks.already_created" });
  }
};

/** The empty value of the form says that no box is ticked. */
const typesIn = (form: Form): string[] => form.list("types").filter((type) => type !== "");

/** The webhook's page, or the next one that the user can read. */
function placeOf({ actor }: WebCall, webhook?: string): string {
  if (actor.can("webhooks.read"))
    return webhook === undefined ? path("admin.webhooks.index") : path("admin.webhooks.edit", { webhook });
  return path(actor.can("webhooks.create") ? "admin.webhooks.create" : "home");
}

/** The only answer that contains the secret. */
const secretPage = ({ webhook, secret }: WebhookWithSecret, back: string, status: number): WebResult =>
  page(
    "admin/webhooks/secret",
    "webhooks.once.title",
    { url: webhook.url, secret, back },
    {
      status,
      secret: true,
    },
  );

export const showWebhook: WebHandler = async (call) => {
  const { webhook, owner } = await webhookOf(call);
  return page("admin/webhooks/edit", "webhooks.edit.title", {
    webhook,
    ...typeChoices(owner, call.form, webhook.types),
    ...LIMITS,
  });
};

export const submitWebhookChanges: WebHandler = async (call) => {
  const { params, form } = call;
  const id = params["webhook"]!;
  await updateWebhook(call, id, changesIn(form));
  return redirect(placeOf(call, id), success("form.saved"));
};

/** A form that omits a field leaves it alone. */
const changesIn = (form: Form): WebhookChanges => ({
  ...(form.has("url") ? { url: form.text("url") } : {}),
  ...(form.has("description") ? { description: form.text("description") } : {}),
  ...(form.list("types").length > 0 ? { types: typesIn(form) } : {}),
});

export const submitWebhookPause: WebHandler = async (call) => {
  const id = call.params["webhook"]!;
  const paused = call.form.flag("paused");
  await updateWebhook(call, id, { paused });
  return redirect(placeOf(call, id), success(paused ? "webhooks.paused" : "webhooks.resumed"));
};

export const submitWebhookSecret: WebHandler = async (call) => {
  const { params, form } = call;
  const id = params["webhook"]!;
  const check = form.has("_version") ? (version: number) => String(version) === form.text("_version") : null;
  try {
    return secretPage(await rotateWebhookSecret(call, id, check), placeOf(call, id), 200);
  } catch (error) {
    if (!(error instanceof VersionStale)) throw error;
    return redirect(placeOf(call, id), { kind: "warning", key: "webhooks.secret.stale" });
  }
};

export const submitWebhookDeletion: WebHandler = async (call) => {
  const { url } = await deleteWebhook(call, call.params["webhook"]!);
  return redirect(placeOf(call), success("webhooks.deleted", { url }));
};
