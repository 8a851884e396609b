import type { Services } from "../domain/services.js";
import { countKeyUse, ENCRYPTED_COLUMNS } from "../domain/upkeep/encrypted-columns.js";
import { examine, failed, ok, warning, type Finding } from "./finding.js";

const LOST = "Restore the former APP_KEY, or add it to APP_PREVIOUS_KEYS.";

/** Whether the encrypted values can be read, and by which key. */
export const checkKeys = (services: Services): Promise<Finding[]> =>
  examine("encryption", LOST, () => keys(services));

async function keys({ reads, encryption }: Services): Promise<Finding> {
  const total = { current: 0, previous: 0, unreadable: 0 };
  const lost: string[] = [];
  for (const column of ENCRYPTED_COLUMNS) {
    const use = await reads.run((knex) => countKeyUse(knex, encryption, column));
    total.current += use.current;
    total.previous += use.previous;
    total.unreadable += use.unreadable;
    if (use.unreadable > 0) lost.push(`${column.table}.${column.column} (${use.unreadable})`);
  }
  if (lost.length > 0) return failed("encryption", `APP_KEY can't decrypt: ${lost.join(", ")}`, LOST);
  if (total.previous > 0)
    return warning(
      "encryption",
      `values under an earlier key: ${total.previous}, under APP_KEY: ${total.current}`,
      "Run: authdock keys re-encrypt",
    );
  return ok("encryption", `values under APP_KEY: ${total.current}`);
}
