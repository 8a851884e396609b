import type { Knex } from "knex";
import { v4 as uuidv4 } from "uuid";
import { isUniqueViolation } from "../database/errors.js";
import { DAY, now, SECOND } from "../lib/clock.js";

/** How long an answer is kept. */
export const IDEMPOTENCY_MS = DAY;
/** Longer than any request takes. After it, the process that worked on the request is considered gone. */
const LEASE_MS = 15 * SECOND;
const TABLE = "idempotency_keys";

/** `running`: not committed yet; `committed`: the work is done, but not answered; `done`: answered. */
type State = "running" | "committed" | "done";

interface Row {
  id: Buffer;
  request_hash: Buffer;
  owner: string;
  state: State;
  result: string | null;
  answer: string | null;
  lease_until: number;
  created_at: number;
}

/** What a request with a key finds. */
export type Claim =
  /** Nobody has worked on it, or only a process that is gone before it committed. */
  | { kind: "new"; owner: string }
  /** The work is committed, but the process was gone before it answered. */
  | { kind: "unanswered"; owner: string; result: string | null }
  | { kind: "answered"; answer: string }
  /** Another request works on it now. */
  | { kind: "running" }
  /** The key belongs to a different request. */
  | { kind: "different" };

/** The stored state of requests with an Idempotency-Key. One request at a time owns a key. */
export class IdempotencyKeys {
  constructor(private readonly knex: Knex) {}

  /** @param id of caller, operation and key */
  async claim(id: Buffer, requestHash: Buffer): Promise<Claim> {
    const owner = uuidv4();
    const time = now();
    const columns = { id, request_hash: requestHash, owner, state: "running", created_at: time };
    try {
      await this.knex(TABLE).insert({ ...columns, lease_until: time + LEASE_MS });
      return { kind: "new", owner };
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
    const row = (await this.knex(TABLE).where({ id }).first()) as Row | undefined;
    if (!row) return { kind: "running" }; // its request has just failed
    if (row.created_at < time - IDEMPOTENCY_MS) {
      await this.knex(TABLE).where({ id, owner: row.owner }).del();
      return this.claim(id, requestHash);
    }
    if (!row.request_hash.equals(requestHash)) return { kind: "different" };
    if (row.state === "done") return { kind: "answered", answer: row.answer! };
    if (row.lease_until > time || !(await this.takeOver(row, owner))) return { kind: "running" };
    return row.state === "running"
      ? { kind: "new", owner }
      : { kind: "unanswered", owner, result: row.result };
  }

  /** Records, in the transaction of the work, that it is done. @throws LeaseLost when another request has taken over */
  async commit(trx: Knex.Transaction, id: Buffer, owner: string, result: string | null): Promise<void> {
    const owned = await trx(TABLE).where({ id, owner }).update({ state: "committed", result });
    if (owned === 0) throw new LeaseLost();
  }

  async finish(id: Buffer, owner: string, answer: string): Promise<void> {
    await this.knex(TABLE).where({ id, owner }).update({ state: "done", answer });
  }

  /** Gives the key up after a failure that is not kept. Committed work stays recorded. */
  async release(id: Buffer, owner: string): Promise<void> {
    await this.knex(TABLE).where({ id, owner, state: "running" }).del();
    await this.knex(TABLE).where({ id, owner }).update({ lease_until: 0 });
  }

  private async takeOver(row: Row, owner: string): Promise<boolean> {
    const { id, state } = row;
    const lease = { owner, lease_until: now() + LEASE_MS };
    return (await this.knex(TABLE).where({ id, owner: row.owner, state }).update(lease)) > 0;
  }
}

/** The request took so long that another one has taken its key over. */
export class LeaseLost extends Error {
  constructor() {
    super("another request has taken over the idempotency key");
  }
}
