import { Webhook as Verifier } from "standardwebhooks";
import { sequenceEvents } from "../../../src/domain/events/sequencer.js";
import type { Services } from "../../../src/domain/services.js";
import { fanOut } from "../../../src/domain/webhooks/fan-out.js";
import { WebhookSender } from "../../../src/webhooks/sender.js";
import { LoopbackServer } from "../providers/loopback-server.js";

/** A request that a receiver got. */
export interface ReceivedEvent {
  headers: Record<string, string>;
  text: string;
  /** The parsed body. */
  event: { id: string; type: string; subject: { type: string; id: string }; data: Record<string, unknown> };
}

/** How a receiver answers; null keeps the request open. */
export type Answering = (
  event: ReceivedEvent,
) => { status: number; body?: string; headers?: Record<string, string> } | null;

/** A receiver of webhooks on the loopback address. */
export class Receiver extends LoopbackServer {
  readonly received: ReceivedEvent[] = [];
  answer: Answering = () => ({ status: 204 });

  constructor() {
    super();
    this.handle = (request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const text = Buffer.concat(parts).toString();
        const event = JSON.parse(text) as ReceivedEvent["event"];
        const received = { headers: request.headers as Record<string, string>, text, event };
        this.received.push(received);
        const answer = this.answer(received);
        if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
      });
    };
  }

  get url(): string {
    return `${this.origin}/hook`;
  }

  get types(): string[] {
    return this.received.map(({ event }) => event.type);
  }

  /** Forgets what was received, and accepts everything again. */
  reset(): void {
    this.received.length = 0;
    this.answer = () => ({ status: 204 });
  }
}

/** A running receiver for each test of the suite. */
export function useReceiver(): Receiver {
  const receiver = new Receiver();
  before(() => receiver.start());
  beforeEach(() => receiver.reset());
  after(() => receiver.stop());
  return receiver;
}

/** Whether the package of Standard Webhooks accepts the signature. */
export function isSignedWith(secret: string, { headers, text }: ReceivedEvent): boolean {
  try {
    new Verifier(secret).verify(text, headers);
    return true;
  } catch {
    return false;
  }
}

/** Gives waiting events their order, and sends what is due, as the background work does. */
export async function sendDue(services: Services): Promise<void> {
  await sequenceEvents(services, fanOut);
  const sender = new WebhookSender(services);
  await sender.look();
  await sender.settle();
}
