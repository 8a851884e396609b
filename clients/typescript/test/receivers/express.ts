import { handle } from "./handle.js";
// #region receiver
import { verifyWebhook, WebhookRejected } from "@authdock/client";
import express from "express";

const secrets = process.env["AUTHDOCK_WEBHOOK_SECRETS"]!.split(" ");
export const app = express();
app.post("/hooks/authdock", express.text({ type: "application/json" }), async (request, response) => {
  try {
    handle(await verifyWebhook(request, secrets));
    response.sendStatus(204);
  } catch (error) {
    response.sendStatus(error instanceof WebhookRejected ? 400 : 500);
  }
});
// #endregion
