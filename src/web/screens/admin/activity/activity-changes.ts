import { HIDDEN } from "../../../../domain/activity/activity-redaction.js";
import type { MessageKey, Translate } from "../../../../texts/translate.js";

type Values = Record<string, unknown>;

/** A displayed value. A list marks the entries that the other side doesn't have. */
export type ShownValue =
  | { kind: "none" }
  | { kind: "hidden" }
  | { kind: "text"; text: string }
  | { kind: "time"; ms: number }
  | { kind: "list"; entries: { text: string; isMarked: boolean }[] };

export interface ShownField {
  label: string;
  /** Whether the name has no text and is shown as stored. */
  isCode: boolean;
}
export interface ComparedField extends ShownField {
  before: ShownValue;
  after: ShownValue;
}
export interface DetailField extends ShownField {
  value: ShownValue;
}

export interface ShownChanges {
  compared: ComparedField[];
  details: DetailField[];
}

const NONE: ShownValue = { kind: "none" };

/** The changed fields of an event and its other details. */
export function presentChanges(t: Translate, changes: Values): ShownChanges {
  const { before, after, ...others } = changes;
  const [old, fresh] = [flat(before), flat(after)];
  const names = [...new Set([...old.keys(), ...fresh.keys()])];
  return {
    compared: names.map((name) => ({
      ...fieldOf(t, name),
      ...compare(t, name, old.get(name), fresh.get(name)),
    })),
    details: [...flat(others)].map(([name, value]) => ({
      ...fieldOf(t, name),
      value: present(t, name, value),
    })),
  };
}

/** The names of the changed fields for a list; null for none. */
export function summaryOf(t: Translate, changes: Values): string | null {
  const names = [...new Set([...flat(changes["before"]).keys(), ...flat(changes["after"]).keys()])];
  if (names.length === 0) return null;
  const labels = names.map((name) => fieldOf(t, name).label);
  const list = labels.slice(0, MENTIONED).join(", ");
  const rest = labels.length - MENTIONED;
  return rest > 0 ? t("activity_log.more_fields", { list, count: rest }) : list;
}
const MENTIONED = 3;

/** Flattens nested values; keys are the joined names. */
function flat(value: unknown, path = ""): Map<string, unknown> {
  if (!isValues(value)) return new Map();
  const found = new Map<string, unknown>();
  for (const [name, inner] of Object.entries(value)) {
    const at = path === "" ? name : `${path} › ${name}`;
    if (isValues(inner)) for (const [deep, last] of flat(inner, at)) found.set(deep, last);
    else found.set(at, inner);
  }
  return found;
}

const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function compare(
  t: Translate,
  name: string,
  before: unknown,
  after: unknown,
): Pick<ComparedField, "before" | "after"> {
  return { before: present(t, name, before, after), after: present(t, name, after, before) };
}

function present(t: Translate, name: string, value: unknown, other?: unknown): ShownValue {
  if (value === undefined || value === null || value === "") return NONE;
  if (value === HIDDEN) return { kind: "hidden" };
  if (Array.isArray(value)) return listOf(value, other);
  if (typeof value === "boolean")
    return { kind: "text", text: t(value ? "activity_log.yes" : "activity_log.no") };
  const ms = timeOf(name, value);
  return ms === null ? { kind: "text", text: asText(value) } : { kind: "time", ms };
}

/** A time, as stored in a column or as the API writes it. */
function timeOf(name: string, value: unknown): number | null {
  const isMoment =
    typeof value === "number" || (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value));
  if (!isMoment || !name.endsWith("_at")) return null;
  const ms = new Date(value as number | string).getTime();
  return Number.isNaN(ms) ? null : ms;
}

function listOf(value: unknown[], other: unknown): ShownValue {
  if (value.length === 0) return NONE;
  const others = Array.isArray(other) ? new Set(other.map(asText)) : null;
  const entries = value.map(asText).map((text) => ({ text, isMarked: others !== null && !others.has(text) }));
  return { kind: "list", entries };
}

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** "revoked › sessions" from its parts; an unknown part is shown as stored. */
function fieldOf(t: Translate, name: string): ShownField {
  const parts = name.split(" › ").map((part) => ({ part, words: wordsOf(t, part) }));
  return {
    label: parts.map(({ part, words }) => words ?? part).join(" › "),
    isCode: parts.every(({ words }) => words === null),
  };
}

function wordsOf(t: Translate, name: string): string | null {
  // settings have the names of their form fields
  for (const key of [`activity_log.field.${name}`, `field.${name.replace(".", "_")}`]) {
    const words = t(key as MessageKey);
    if (words !== key) return words;
  }
  return null;
}
