import { StampedRow } from "../stamped-row.js";

/** Why a webhook is paused. */
export const PAUSE_REASONS = ["by_hand", "failed", "rights", "owner_ended"] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Stands for all types of events that the owner can read. */
export const ALL_TYPES = "*";

/** A row of `webhooks`: an address that events are sent to. */
export class Webhook extends StampedRow {
  static override tableName = "webhooks";
  static override jsonAttributes = ["types"];

  declare url: string;
  /** Empty without one. */
  declare description: string;
  /** Types of events, or `*` alone. */
  declare types: string[];
  declare paused: boolean;
  /** Null unless it is paused. */
  declare pause_reason: PauseReason | null;
  /** The owner. It is sent what this account can read. */
  declare user_id: string;
  /** Encrypted, bound to the row. */
  declare secret: string;
  /** Encrypted; null when there is none. */
  declare previous_secret: string | null;
  /** When the former secret ends. */
  declare previous_secret_ends_at: number | null;
  /** Since when every delivery has failed; null if the last one was accepted. */
  declare failing_since: number | null;
  /** Rises with each change by people and each pause. */
  declare version: number;

  override $parseDatabaseJson(json: Record<string, unknown>): Record<string, unknown> {
    const row = super.$parseDatabaseJson(json);
    if ("paused" in row) row["paused"] = Boolean(row["paused"]);
    return row;
  }
}

/** The address for the audit log, whose readers aren't those of webhooks: a query can have a secret of the receiver. */
export function loggedUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === "" ? "" : "?…"}`;
}

/** Whether events of this type are sent to it. */
export const subscribes = ({ types }: Pick<Webhook, "types">, type: string): boolean =>
  types.includes(ALL_TYPES) || types.includes(type);
