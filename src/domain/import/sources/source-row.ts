import { inEnglish, text, type Sentence } from "../../../texts/translate.js";
import { isObject, jsonIn } from "../../../lib/text/json.js";
import { shortened } from "../file-rejected.js";

/** The row can't be imported. The message is in English, for reports. */
export class RowRejected extends Error {
  readonly sentences: readonly Sentence[];

  /** @param sentences the second says more about the first */
  constructor(...sentences: Sentence[]) {
    const short = sentences.map(withShortValues);
    super(shortened(short.map(inEnglish).join(": ")));
    this.sentences = short;
  }
}

/** The values can be parts of the file. */
const withShortValues = (sentence: Sentence): Sentence =>
  typeof sentence === "string"
    ? shortened(sentence)
    : text(
        sentence.key,
        Object.fromEntries(
          Object.entries(sentence.values).map(([name, value]) => [name, shortened(String(value))]),
        ),
      );

/**
 * A row of the file. It remembers which fields were read, so that others aren't lost silently. A field of an inner object
 * has the names with dots in between: `profile.email`.
 */
export class SourceRow {
  private readonly read = new Set<string>();

  /** @param fields values of a CSV are text or null, those of JSON can be anything */
  constructor(private readonly fields: Readonly<Record<string, unknown>>) {}

  get names(): string[] {
    return Object.keys(this.fields);
  }

  /** The text of the first of these fields that has one. @throws RowRejected when it isn't text */
  text(...names: string[]): string | null {
    const found = this.first(names);
    if (found === null) return null;
    const value = plainId(found.value);
    if (typeof value === "number") return String(value);
    if (typeof value !== "string") throw new RowRejected(text("import.row.not_text", { field: found.name }));
    return value.trim();
  }

  /** Whether the first of these fields is true: `true`, 1, or a text such as `t` (PostgreSQL) or `yes`. */
  isTrue(...names: string[]): boolean {
    const found = this.first(names);
    if (found === null) return false;
    const value = plain(found.value);
    if (/^(1|t|true|y|yes)$/i.test(value)) return true;
    if (/^(0|f|false|n|no)$/i.test(value)) return false;
    throw new RowRejected(text("import.row.not_flag", { field: found.name }));
  }

  /** Milliseconds since the epoch. @throws RowRejected for a form that leaves room for doubt */
  time(...names: string[]): number | null {
    const found = this.first(names);
    const value = found === null ? "" : plain(innerOf(innerOf(found.value, "$date"), "$numberLong"));
    if (found === null || value.startsWith("0000-")) return null;
    const time = timeOf(value);
    if (time === null) throw new RowRejected(text("import.row.time", { field: found.name }));
    return time;
  }

  value(name: string): unknown {
    this.read.add(name);
    return this.at(name);
  }

  /** The value without taking it. */
  at(name: string): unknown {
    return valueAt(this.fields, name);
  }

  /** Whether the field has a value, or a list with one. */
  has(name: string): boolean {
    return !isEmpty(this.value(name));
  }

  /** The row with these fields under other names: the name here → the one in the file. */
  renamed(names: ReadonlyMap<string, string>): SourceRow {
    if (names.size === 0) return this;
    const taken = new Set(names.values());
    const others = Object.entries(this.fields).filter(([name]) => !taken.has(name));
    const renamed = [...names].map(([name, inFile]): [string, unknown] => [name, this.at(inFile)]);
    return new SourceRow({ ...Object.fromEntries(others), ...Object.fromEntries(renamed) });
  }

  /** The row with objects in place of the JSON texts of these fields; another text stays as it is. */
  parsed(...names: string[]): SourceRow {
    const objects = names.map((name): [string, unknown] => [name, objectIn(this.at(name))]);
    return new SourceRow({ ...this.fields, ...Object.fromEntries(objects) });
  }

  /** The fields with a value that nobody has read. */
  unread(): string[] {
    return this.unreadOf(this.fields, "");
  }

  private unreadOf(fields: Readonly<Record<string, unknown>>, prefix: string): string[] {
    return Object.entries(fields).flatMap(([key, value]) => {
      const name = prefix + key;
      if (this.read.has(name) || isEmpty(value)) return [];
      const isPartlyRead = [...this.read].some((one) => one.startsWith(`${name}.`));
      return isPartlyRead && isObject(value) ? this.unreadOf(value, `${name}.`) : [name];
    });
  }

  private first(names: string[]): { name: string; value: unknown } | null {
    const values = names.map((name) => ({ name, value: this.value(name) }));
    return values.find(({ value }) => !isEmpty(value)) ?? null;
  }
}

function objectIn(value: unknown): unknown {
  const parsed = typeof value === "string" ? jsonIn(value) : value;
  return isObject(parsed) ? parsed : value;
}

function valueAt(fields: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(fields, name)) return fields[name];
  const dot = name.indexOf(".");
  const inner = dot < 0 ? undefined : fields[name.slice(0, dot)];
  return isObject(inner) ? valueAt(inner, name.slice(dot + 1)) : undefined;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (typeof value === "object" && Object.keys(value).length === 0);

/** MongoDB writes an id as `{"$oid": "…"}`. */
const plainId = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "$oid" in value ? value.$oid : value;

const SECONDS = /^\d{9,10}$/;
const MILLISECONDS = /^\d{12,13}$/;
/** ISO 8601, and as databases write it. */
const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** MongoDB writes a time as `{"$date": …}`, and what is in it sometimes as `{"$numberLong": …}`. */
const innerOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : value;

/** The text of a value; empty for a list or an object, whose text could be anything. */
const plain = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value).trim()
    : "";

/** Milliseconds; null for another form. Without a zone it is UTC. */
function timeOf(text: string): number | null {
  if (SECONDS.test(text)) return Number(text) * 1000;
  if (MILLISECONDS.test(text)) return Number(text);
  const [, date, time = "00:00", zone = "Z"] = TIME.exec(text) ?? [];
  if (date === undefined) return null;
  const ms = Date.parse(`${date}T${time}${zone === "UTC" ? "Z" : zone.replace(/^(...):?$/, "$1:00")}`);
  return Number.isNaN(ms) ? null : ms;
}
