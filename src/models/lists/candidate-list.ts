import { isAfter, type Candidates, type PageStart } from "./candidates.js";
import type { Cursor, RowKey } from "./list-page.js";
import { placeAmong, placeBeside, type Place } from "./place.js";
import { reversed, type SortColumn } from "./sort-order.js";

/** A list whose pages are looked up among candidates where the index finds some. */
export abstract class CandidateList<Row> {
  /** The values of the row in the columns of the sort. */
  abstract keyOf: (sort: string, row: Row) => RowKey;
  protected abstract orderOf(sort: string): SortColumn[];
  /** The rows among which those of a page are looked up. Null when they are found faster by reading the list in its order. */
  protected abstract candidates(order: SortColumn[], start: PageStart): Promise<Candidates | null>;
  protected abstract rowsAt(place: Place, order: SortColumn[], candidates: Candidates | null): Promise<Row[]>;

  async beside(sort: string, limit: number, cursor: Cursor): Promise<Row[]> {
    const order = this.orderOf(sort);
    const place = placeBeside(order, cursor, limit);
    return this.rowsAt(place, order, await this.candidates(place.order, { limit, key: cursor.key }));
  }

  /** Of many matches, the last row shows it: it takes less time to find than the next one. */
  async hasBeside(sort: string, cursor: Cursor): Promise<boolean> {
    const { order } = placeBeside(this.orderOf(sort), cursor, 1);
    const fromEnd = reversed(order);
    const found = await this.candidates(fromEnd, { limit: 1, offset: 0 });
    if (!found) return (await this.beside(sort, 1, cursor)).length > 0;
    const [last] = await this.rowsAt(placeAmong(found, fromEnd, 1, 0), fromEnd, found);
    return last !== undefined && isAfter(order, this.keyOf(sort, last), cursor.key);
  }
}
