import type { Knex } from "knex";
import { checkListIndex } from "../../../src/database/list-index/repair.js";
import { INDEXED_LISTS } from "../../../src/database/list-index/sources.js";
import { maintainListIndex } from "../../../src/database/list-index/upkeep.js";
import { isSqlite } from "../../../src/database/table.js";
import type { Factories } from "./factories.js";

/** Enough for the accounts that a test is about. */
const FILLED_PER_TEST = 4;

/**
 * Indexes the first rows that factories make in a test, and compares the index with the rows at its end, so that a
 * writer that the index doesn't notice fails the test. Only on SQLite, where it takes a few milliseconds.
 */
export class ListIndexCheck {
  private filled = 0;

  /** The factories, followed by the upkeep of the index. */
  filling(factories: Factories, knex: Knex): Factories {
    if (!isSqlite(knex)) return factories;
    return new Proxy(factories, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return async (...parameters: unknown[]): Promise<unknown> => {
          const made = (await Reflect.apply(value, target, parameters)) as unknown;
          if (this.filled++ < FILLED_PER_TEST)
            for (const list of INDEXED_LISTS) await maintainListIndex(knex, list, 1);
          return made;
        };
      },
    });
  }

  /** Throws when the index doesn't match the rows at the end of a test. */
  async verify(knex: Knex): Promise<void> {
    const { filled } = this;
    this.filled = 0;
    if (filled === 0) return;
    for (const list of INDEXED_LISTS) {
      const wrong = await checkListIndex(knex, list, { isThorough: true, repairs: false });
      if (wrong > 0)
        throw new Error(
          `${wrong} rows of ${list} were changed without the list index: raise users.version, or delete rows by deleteListedRows.`,
        );
    }
  }
}
