import { Model } from "objection";
import { v7 as uuidv7 } from "uuid";

/** A row of `definitions`: one choice of a list that clients show to people. */
export class Definition extends Model {
  static override tableName = "definitions";

  declare id: string;
  declare key: string;
  declare value: string;
  declare label: string;
  declare sort_order: number;
  declare severity: string;
  declare icon: string | null;
  declare explanation: string | null;
  declare is_active: boolean;

  override $beforeInsert(): void {
    this.id ??= uuidv7();
  }
}
