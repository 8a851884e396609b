import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import { now, toRfc3339 } from "../lib/clock.js";
import { csv, type CsvColumns } from "../lib/text/csv.js";

/** A file that is sent while it is generated. @property name of the file, in plain ASCII */
export interface Download {
  name: string;
  type: string;
  parts: AsyncIterable<string | Buffer>;
}

/** Items as CSV for programs: names as stored, times in UTC. @param name before the UTC day */
export const csvFile = <Item>(
  name: string,
  columns: CsvColumns<Item>,
  batches: AsyncIterable<readonly Item[]>,
): Download => ({
  name: `${name}-${toRfc3339(now()).slice(0, 10)}.csv`,
  type: "text/csv",
  parts: csv(columns, batches),
});

/**
 * Sends a file while it is generated. The first part is generated before anything is sent, so that its failure is a
 * normal error. A later failure breaks the connection, so that the client sees that the file is incomplete.
 */
export async function sendDownload(response: Response, { name, type, parts }: Download): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  const first = await iterator.next();
  response.set({ "Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff" });
  response.attachment(name).type(type);
  await pipeline(restOf(first, iterator), response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error; // the client has disconnected
  });
}

async function* restOf<Part>(
  first: IteratorResult<Part>,
  iterator: AsyncIterator<Part>,
): AsyncGenerator<Part> {
  try {
    for (let next = first; !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.(); // also when the client stops reading
  }
}
