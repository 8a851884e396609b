import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { verifyWebhook, WebhookRejected } from "@authdock/client";
import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { SECRETS } from "./receivers/secrets.js";
import { app as expressApp } from "./receivers/express.js";
import { app as fastifyApp } from "./receivers/fastify.js";
import { handled, people } from "./receivers/handle.js";

const ID = "019ad2f0-9c1e-7b60-8f3e-0d6f8b0d2f11";
const USER = "019ad2f0-0000-7b60-8f3e-0d6f8b0d2f11";
const EVENT = JSON.stringify({
  id: ID,
  type: "user.created",
  subject: { type: "user", id: USER },
  data: { id: USER, email: "ada@example.com", first_name: "Zoë" },
});

/** The headers of a request that the service would send. */
function headersOf(
  body: string,
  { secret = SECRETS[0] as string, at = new Date() } = {},
): Record<string, string> {
  return {
    "content-type": "application/json",
    "webhook-id": ID,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": `v1,AAAA ${new Webhook(secret).sign(ID, at, body)}`,
  };
}

const request = (body: string, headers: Record<string, string>): Request =>
  new Request("https://shop.example.com/hooks/authdock", { method: "POST", headers, body });

async function rejected(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.fail("It was accepted."),
    (error: unknown) => error,
  );
}

describe("verifyWebhook", () => {
  it("returns the event of a web request, of a text and of bytes", async () => {
    const headers = headersOf(EVENT);
    const bytes = new TextEncoder().encode(EVENT);
    for (const one of [request(EVENT, headers), { headers, body: EVENT }, { headers, body: bytes }])
      expect(await verifyWebhook(one, SECRETS[0])).to.deep.equal(JSON.parse(EVENT));
  });

  it("returns a test of the webhook as one of its types", async () => {
    const data = { id: USER, description: "Accounts of the shop" };
    const body = JSON.stringify({ ...JSON.parse(EVENT), type: "webhook.test", data });
    const event = await verifyWebhook(request(body, headersOf(body)), SECRETS[0]);
    expect(event.type === "webhook.test" && event.data.description).to.equal(data.description);
  });

  it("accepts the secret of any endpoint that leads here", async () => {
    const headers = headersOf(EVENT, { secret: SECRETS[1] });
    expect((await verifyWebhook(request(EVENT, headers), SECRETS)).id).to.equal(ID);
  });

  it("rejects another secret, a changed body, an old request and one without signature", async () => {
    const headers = headersOf(EVENT);
    const old = headersOf(EVENT, { at: new Date(Date.now() - 301_000) });
    for (const [one, secrets] of [
      [request(EVENT, headers), SECRETS[1]],
      [request(EVENT, headers), []],
      [request(EVENT.replace("ada", "eve"), headers), SECRETS],
      [request(EVENT, old), SECRETS],
      [{ headers: {}, body: EVENT }, SECRETS],
      [{ headers: { ...headers, "webhook-id": ["a", "b"] }, body: EVENT }, SECRETS],
    ] satisfies [Parameters<typeof verifyWebhook>[0], string | readonly string[]][])
      expect(await rejected(verifyWebhook(one, secrets))).to.be.instanceOf(WebhookRejected);
  });

  it("tells a secret of another form from a rejected request", async () => {
    const error = await rejected(verifyWebhook(request(EVENT, headersOf(EVENT)), "whsec_not base64"));
    expect(error).to.be.instanceOf(Error).and.not.instanceOf(WebhookRejected);
  });
});

describe("The receivers of the guide", () => {
  const STARTS: Record<string, () => Promise<{ url: string; close: () => unknown }>> = {
    async express() {
      const server: Server = expressApp.listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
    },
    async fastify() {
      return {
        url: await fastifyApp.listen({ host: "127.0.0.1", port: 0 }),
        close: () => fastifyApp.close(),
      };
    },
  };

  for (const [name, start] of Object.entries(STARTS))
    it(`handle an event once, and reject what the service hasn't sent: ${name}`, async () => {
      handled.length = 0;
      const { url, close } = await start();
      const send = async (body: string): Promise<number> => {
        const headers = { ...headersOf(EVENT), connection: "close" };
        return (await fetch(`${url}/hooks/authdock`, { method: "POST", headers, body })).status;
      };
      expect([await send(EVENT), await send(EVENT), await send(`${EVENT} `)]).to.deep.equal([204, 204, 400]);
      expect(handled).to.deep.equal([ID]);
      expect(Object.fromEntries(people)).to.deep.equal({ [USER]: "ada@example.com" });
      await close();
    });
});
