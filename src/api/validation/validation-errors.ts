import type { FieldErrors } from "../../lib/failures.js";

/** An entry in the list of errors of express-openapi-validator. */
export interface ContractViolation {
  path: string;
  message: string;
  errorCode?: string;
}

const MAX_FIELDS = 50;

/** Keyword of JSON Schema → sentence for the user. */
const SENTENCES: Record<string, (name: string, message: string) => string> = {
  required: (name) => `The ${name} field is required.`,
  additionalProperties: (name) => `The field ${name} is unknown.`,
  minLength: (name, message) => `The ${name} ${limitIn(message)}.`,
  maxLength: (name, message) => `The ${name} ${limitIn(message)}.`,
  pattern: (name) => `The ${name} has an invalid format.`,
  type: (name, message) => `The ${name} must be ${typesIn(message)}.`,
  enum: (name, message) =>
    `The ${name} ${message.replace("equal to one of the allowed values", "one of these")}.`,
  minimum: (name, message) => `The ${name} ${message.replace(">=", "at least")}.`,
  maximum: (name, message) => `The ${name} ${message.replace("<=", "at most")}.`,
  exclusiveMinimum: (name, message) => `The ${name} ${message.replace(">", "more than")}.`,
  exclusiveMaximum: (name, message) => `The ${name} ${message.replace("<", "less than")}.`,
  multipleOf: (name, message) => `The ${name} ${message}.`,
  minItems: (name, message) => `The ${name} ${limitIn(message)}.`,
  maxItems: (name, message) => `The ${name} ${limitIn(message)}.`,
  uniqueItems: (name) => `The ${name} must not contain the same item twice.`,
  minProperties: (name) => `The ${name} must not be empty.`,
  format: (name, message) =>
    message.includes("well-formed-text")
      ? `The ${name} contains invalid characters.`
      : `The ${name} ${message.replace('match format "', "be a valid ").replace('"', "")}.`,
};

/** `must NOT have fewer than 1 characters` → `must have at least 1 character` */
const limitIn = (message: string): string =>
  message
    .replace("NOT have fewer than", "have at least")
    .replace("NOT have more than", "have at most")
    .replace(/ 1 (character|item)s$/, " 1 $1");

/** `must be string,null` → `a string or null` */
const typesIn = (message: string): string =>
  message
    .replace("must be ", "")
    .split(",")
    .map((type) => (type === "null" ? type : `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`))
    .join(" or ");

/**
 * Field → sentences. A field is named by its dotted path, such as `filter.status`, without its location (body, query or
 * path). At most 50 fields are listed.
 */
export function fieldErrors(violations: readonly ContractViolation[]): FieldErrors {
  const fields = new Map<string, string[]>();
  for (const { path, message, errorCode } of violations) {
    const name = fieldName(path);
    if (!fields.has(name) && fields.size === MAX_FIELDS) break;
    const sentence = sentenceOf(name, message, errorCode?.split(".")[0] ?? "");
    const known = fields.get(name) ?? [];
    if (!known.includes(sentence)) fields.set(name, [...known, sentence]);
  }
  return Object.fromEntries(fields); // own properties, also for a key named __proto__
}

function fieldName(path: string): string {
  const [, location = "body", ...rest] = path.split("/");
  const name = rest.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")).join(".");
  return name === "" ? location : name.slice(0, 128);
}

function sentenceOf(name: string, message: string, keyword: string): string {
  if (name === "body" && keyword === "required") return "A request body is required.";
  if (/^Unknown query parameter/.test(message)) return `The query parameter ${name} is unknown.`;
  if (/^Empty value/.test(message)) return `The query parameter ${name} must not be empty.`;
  if (/must be url encoded/.test(message)) return `The query parameter ${name} must be percent-encoded.`;
  return SENTENCES[keyword]?.(name, message) ?? `The ${name} is not valid.`;
}
