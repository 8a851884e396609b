// A receiver of webhooks with the package of Standard Webhooks. It answers with the type of the event.
import { createServer } from "node:http";
import { Webhook, WebhookVerificationError } from "standardwebhooks";

const [port, secret] = process.argv.slice(2);
const webhook = new Webhook(secret);

createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  try {
    const { type } = webhook.verify(Buffer.concat(parts), request.headers);
    response.end(type);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    response.writeHead(400).end(error.message);
  }
}).listen(Number(port), "127.0.0.1");
