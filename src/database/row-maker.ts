/** Makes a row of the values of its columns, as knex expects it. */
export type RowMaker = (values: unknown[]) => Record<string, unknown>;

const MAX_MAKERS = 1000;
const makers = new Map<string, RowMaker>();

/** One function for each list of columns. */
export function rowMaker(columns: readonly string[]): RowMaker {
  const key = JSON.stringify(columns);
  const known = makers.get(key);
  if (known) return known;
  if (makers.size >= MAX_MAKERS) makers.clear();
  const maker = makeRowMaker(columns);
  makers.set(key, maker);
  return maker;
}

/**
 * The function is generated, as mysql2 does it, and contains one object literal. An object with more than twelve keys that were
 * assigned in a loop is a dictionary in V8, which takes three times as long to make and is slower to read.
 */
function makeRowMaker(columns: readonly string[]): RowMaker {
  const fields = columns.map((name, index) => `${JSON.stringify(name)}: convert(values[${index}])`);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a string of JSON is a string literal
  const factory = new Function("convert", `return (values) => ({ ${fields.join(", ")} })`);
  return (factory as (convert: (value: unknown) => unknown) => RowMaker)(convert);
}

/** Bytes come from the driver in two forms, and from another process in a third. */
function convert(value: unknown): unknown {
  if (typeof value !== "object") return value;
  if (value instanceof ArrayBuffer) return Buffer.from(value);
  if (value instanceof Uint8Array && !Buffer.isBuffer(value))
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value;
}
