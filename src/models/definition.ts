import { Model } from "objection";
import { v7 as uuidv7 } from "uuid";

/** The translatable texts of a choice. */
export interface DefinitionWords {
  label: string;
  explanation: string | null;
}

/** A row of `definitions`: one choice of a list shown to users. */
export class DefinitionRow extends Model {
  static override tableName = "definitions";
  static override jsonAttributes = ["translations"];

  declare id: string;
  declare key: string;
  declare value: string;
  /** In the default language, like the explanation. */
  declare label: string;
  declare sort_order: number;
  declare severity: string;
  declare icon: string | null;
  declare explanation: string | null;
  declare is_active: boolean;
  /** Language → texts. */
  declare translations: Record<string, DefinitionWords> | null;

  override $beforeInsert(): void {
    this.id ??= uuidv7();
  }
}
