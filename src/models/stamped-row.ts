import { Model } from "objection";
import { v7 as uuidv7 } from "uuid";
import { now } from "../lib/clock.js";

/** A row with an id and the times of its creation and last change. Milliseconds since the epoch, UTC. */
export class StampedRow extends Model {
  declare id: string;
  declare created_at: number;
  declare updated_at: number;

  override $beforeInsert(): void {
    this.id ??= uuidv7();
    this.created_at = this.updated_at = now();
  }

  override $beforeUpdate(): void {
    this.updated_at = now();
  }
}
