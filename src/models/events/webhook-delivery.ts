import type { Knex } from "knex";
import type { Cursor, ListSource, RowKey, Slice } from "../lists/list-page.js";
import { after, inOrder, reversed, sortColumns } from "../lists/sort-order.js";

export const DELIVERY_STATUSES = ["pending", "delivered", "failed", "skipped"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why an attempt failed. */
export type DeliveryError = "no_answer" | "unreachable" | "not_public" | "certificate" | "rejected";

/** A row of `webhook_deliveries`: one event for one webhook. Times are milliseconds since the epoch, UTC. */
export interface DeliveryRow {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  subject_type: string;
  subject_id: string;
  /** The position of the event; 0 for a test. */
  position: number;
  status: DeliveryStatus;
  attempts: number;
  /** Null when it isn't tried any more. */
  next_attempt_at: number | null;
  leased_until: number | null;
  /** Of the process that sends it. */
  lease_id: string | null;
  /** JSON: the body that was sent. */
  payload: string | null;
  answer_status: number | null;
  answer_excerpt: string | null;
  error: DeliveryError | null;
  duration_ms: number | null;
  first_attempt_at: number | null;
  delivered_at: number | null;
  /** When the payload and the answer are erased; null without them. */
  erase_at: number | null;
  created_at: number;
}

/** A delivery without what was sent and answered, which can be long. */
export type ListedDelivery = Omit<
  DeliveryRow,
  "payload" | "answer_excerpt" | "erase_at" | "leased_until" | "lease_id"
>;

const COLUMNS: readonly (keyof ListedDelivery)[] = [
  ...(["id", "webhook_id", "event_id", "event_type", "subject_type", "subject_id", "position"] as const),
  ...(["status", "attempts", "next_attempt_at", "answer_status", "error", "duration_ms"] as const),
  ...(["first_attempt_at", "delivered_at", "created_at"] as const),
];

const NEWEST_FIRST = sortColumns("-created_at");

/** The deliveries of a webhook, newest first. */
export class DeliveryList implements ListSource<ListedDelivery> {
  /** @param status only deliveries with it; undefined for all */
  constructor(
    private readonly knex: Knex,
    private readonly webhookId: string,
    private readonly status: DeliveryStatus | undefined,
  ) {}

  async slice(_sort: string, limit: number, offset: number): Promise<Slice<ListedDelivery>> {
    const rows = inOrder(this.matching().select(...COLUMNS), NEWEST_FIRST)
      .limit(limit)
      .offset(offset);
    return { rows: (await rows) as ListedDelivery[], total: await this.total() };
  }

  async seek(_sort: string, limit: number, { side, key }: Cursor): Promise<ListedDelivery[]> {
    const order = side === "after" ? NEWEST_FIRST : reversed(NEWEST_FIRST);
    const query = this.matching().select(...COLUMNS);
    after(query, order, key);
    const rows = (await inOrder(query, order).limit(limit)) as ListedDelivery[];
    return side === "after" ? rows : rows.reverse();
  }

  async total(): Promise<number> {
    const [row] = (await this.matching().count({ total: "*" })) as { total: number | string }[];
    return Number(row!.total);
  }

  keyOf = (_sort: string, { created_at, id }: ListedDelivery): RowKey => ({ created_at, id });

  private matching(): Knex.QueryBuilder {
    const query = this.knex("webhook_deliveries").where({ webhook_id: this.webhookId });
    return this.status === undefined ? query : query.where({ status: this.status });
  }
}
