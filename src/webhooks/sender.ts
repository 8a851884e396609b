import { setImmediate } from "node:timers/promises";
import pLimit from "p-limit";
import {
  claimDeliveries,
  dueDeliveries,
  dueWebhooks,
  type DueWebhook,
} from "../domain/webhooks/delivery-queue.js";
import type { Services } from "../domain/services.js";
import type { DeliveryRow } from "../models/events/webhook-delivery.js";
import { attemptDelivery, Batch } from "./attempt.js";

interface SenderLimits {
  /** Requests at once. */
  together: number;
  /** Requests at once to one webhook that accepts them. */
  ofOneWebhook: number;
}

/** Results that are written at once, of the ten connections that a process has. */
const RESULTS_TOGETHER = 2;

const LIMITS: SenderLimits = { together: 64, ofOneWebhook: 8 };

/**
 * Sends the deliveries that are due, several at once. A webhook starts with one request at a time, gets one more with each
 * that is accepted, and begins again with one when a delivery fails. Those that haven't accepted anything yet, or fail,
 * have at most half of all requests, so that they don't hold the others up.
 */
export class WebhookSender {
  private requests = 0;
  private readonly running = new Set<Promise<void>>();
  /** Webhook → the number of its running requests. */
  private readonly inFlight = new Map<string, number>();
  /** Webhook → how many requests at once it has proved to accept. */
  private readonly windows = new Map<string, number>();
  private readonly inTurn = pLimit(RESULTS_TOGETHER);
  private looking: Promise<void> = Promise.resolve();
  private isLooking = false;
  private mustLookAgain = false;
  private isStopping = false;

  constructor(
    private readonly services: Services,
    private readonly limits = LIMITS,
  ) {}

  /** Starts to send what is due. Resolves when it was started, not when it was sent. */
  look(): Promise<void> {
    this.mustLookAgain = true;
    if (!this.isLooking) this.looking = this.lookUntilNothing();
    return this.looking;
  }

  /** Resolves when nothing is sent any more. */
  async settle(): Promise<void> {
    while (this.isLooking || this.running.size > 0) {
      await this.looking;
      await Promise.all(this.running);
    }
  }

  /** Starts nothing more, and waits for what is being sent. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.settle();
  }

  private async lookUntilNothing(): Promise<void> {
    this.isLooking = true;
    try {
      while (this.mustLookAgain && !this.isStopping) {
        this.mustLookAgain = false;
        await this.startDue();
      }
    } finally {
      this.isLooking = false;
    }
  }

  /** Claims what there is room for, in one statement. */
  private async startDue(): Promise<void> {
    const { knex } = this.services;
    /** Delivery → webhook. */
    const chosen = new Map<string, string>();
    try {
      for (const webhook of inAnyOrder(await dueWebhooks(knex))) {
        const room = this.roomFor(webhook);
        if (room <= 0 || this.isStopping) continue;
        for (const id of await dueDeliveries(knex, webhook, room)) {
          chosen.set(id, webhook.id);
          this.begin(webhook.id);
        }
      }
      const claimed = await claimDeliveries(knex, [...chosen.keys()]);
      const batch = await Batch.of(knex, claimed, this.inTurn);
      for (const delivery of claimed) {
        chosen.delete(delivery.id);
        this.send(delivery, batch);
        // requests come in between
        await setImmediate();
      }
    } finally {
      // another process has them
      for (const webhookId of chosen.values()) this.ended(webhookId);
    }
  }

  private roomFor({ id, failing_since: failingSince }: DueWebhook): number {
    const proved = failingSince === null ? this.windows.get(id) : undefined;
    const unproved = [...this.inFlight.keys()].filter((other) => !this.windows.has(other)).length;
    const free = this.limits.together - this.requests;
    if (proved === undefined && unproved >= this.limits.together / 2) return 0;
    return Math.min(free, (proved ?? 1) - (this.inFlight.get(id) ?? 0));
  }

  private begin(webhookId: string): void {
    this.inFlight.set(webhookId, (this.inFlight.get(webhookId) ?? 0) + 1);
    this.requests++;
  }

  private send(delivery: DeliveryRow, batch: Batch): void {
    const { services } = this;
    const id = delivery.webhook_id;
    const sent: Promise<void> = attemptDelivery(services, delivery, batch)
      .finally(() => this.ended(id))
      .then((isAccepted) => this.adapt(id, isAccepted))
      // the lease ends, and it is sent again
      .catch((error: unknown) => services.outages.warn(error, "could not send a webhook"))
      .finally(() => this.running.delete(sent));
    this.running.add(sent);
  }

  /** @param isAccepted null when nothing was sent */
  private adapt(id: string, isAccepted: boolean | null): void {
    if (isAccepted === null) return this.again();
    if (!isAccepted) return void this.windows.delete(id);
    this.windows.set(id, Math.min((this.windows.get(id) ?? 1) + 1, this.limits.ofOneWebhook));
    this.again();
  }

  private ended(id: string): void {
    this.requests--;
    const left = this.inFlight.get(id)! - 1;
    if (left === 0) this.inFlight.delete(id);
    else this.inFlight.set(id, left);
  }

  /** What comes next is due at once. A webhook that fails waits for the next round. */
  private again(): void {
    if (this.isStopping) return;
    const { outages } = this.services;
    this.look().catch((error: unknown) => outages.warn(error, "could not read the queue of webhooks"));
  }
}

/** So that each has its turn. */
const inAnyOrder = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, key: Math.random() }))
    .sort((left, right) => left.key - right.key)
    .map(({ item }) => item);
