import { Model } from "objection";
import { v7 as uuidv7 } from "uuid";
import { now } from "../lib/clock.js";

export const SYSTEM_ADMIN = "system_admin";
export const DEFAULT_ROLE = "user";

/** A row of `roles`. */
export class Role extends Model {
  static override tableName = "roles";

  declare id: string;
  declare name: string;
  declare label: string;
  /** The rank; a lower number stands higher. */
  declare sort_order: number;
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
