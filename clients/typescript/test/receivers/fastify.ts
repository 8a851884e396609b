import { handle } from "./handle.js";
// #region receiver
import { verifyWebhook, WebhookRejected } from "@authdock/client";
import Fastify from "fastify";

const secrets = process.env["AUTHDOCK_WEBHOOK_SECRETS"]!.split(" ");
export const app = Fastify();
app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) =>
  done(null, body),
);
app.post<{ Body: string }>("/hooks/authdock", async (request, reply) => {
  try {
    handle(await verifyWebhook(request, secrets));
    return await reply.code(204).send();
  } catch (error) {
    return reply.code(error instanceof WebhookRejected ? 400 : 500).send();
  }
});
// #endregion
