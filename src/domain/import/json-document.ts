import { isObject, jsonIn } from "../../lib/text/json.js";
import { JSONParser, TokenType } from "@streamparser/json";

/**
 * Where documents have their accounts: a list, the realm of Keycloak and Firebase and FusionAuth, the export of Zitadel and
 * the file of its import.
 */
const PLACES = [
  "$.users.*",
  "$.orgs.*.humanUsers.*",
  "$.data_orgs.orgs.*.humanUsers.*",
  "$.dataOrgs.orgs.*.humanUsers.*",
];
const LIST = ["$.*"];
/** The domain of the passkeys of a realm of Keycloak; empty for that of the service. */
const PASSKEY_DOMAIN = "webAuthnPolicyPasswordlessRpId";
/** So many characters without an account in between are refused, because the parser keeps what may belong to one. */
const LONGEST_PASSAGE = 16 * 1024 * 1024;
/** Deeper values are refused, because each level takes much more memory than its character in the file. */
const DEEPEST = 1000;

/** The text isn't JSON. */
export class NotJson extends Error {}

/**
 * The accounts of a document that is read in parts.
 * @param onPasskeyDomain gets the domain of their passkeys, if the document has it
 * @throws NotJson
 */
export async function* recordsIn(
  content: AsyncIterable<string>,
  onPasskeyDomain: (domain: string) => void,
): AsyncGenerator<unknown> {
  let found: unknown[] = [];
  let parser: JSONParser | null = null;
  let passage = 0;
  for await (const chunk of content) {
    const rest = parser === null ? chunk.trimStart() : chunk;
    if (rest === "") continue;
    parser ??= parserOf(rest, (value, key) => {
      if (key !== PASSKEY_DOMAIN) found.push(value);
      else if (typeof value === "string" && value !== "") onPasskeyDomain(value);
    });
    write(() => parser!.write(rest));
    passage = found.length === 0 ? passage + rest.length : 0;
    if (passage > LONGEST_PASSAGE) throw new NotJson("an account is too long, or there is none");
    yield* found;
    found = [];
  }
  if (parser === null) throw new NotJson("it is empty");
  if (!parser.isEnded) write(() => parser.end());
}

function parserOf(start: string, onValue: (value: unknown, key: unknown) => void): JSONParser {
  // without the stack, what isn't an account is dropped while it is read
  const parser = new JSONParser({
    paths: start.startsWith("[") ? LIST : [...PLACES, `$.${PASSKEY_DOMAIN}`],
    keepStack: false,
  });
  parser.onValue = ({ value, key }) => onValue(value, key);
  let depth = 0;
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth++;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth--;
    if (depth > DEEPEST) throw new NotJson("it is nested too deeply");
  };
  return parser;
}

function write(step: () => void): void {
  try {
    step();
  } catch (error) {
    throw new NotJson((error as Error).message);
  }
}

const LONGEST_START = 1024 * 1024;

/** The first line with a character and the rest of its part, and the whole text again. */
export async function withStart(
  content: AsyncGenerator<string>,
): Promise<{ start: string; text: AsyncGenerator<string> }> {
  let start = "";
  while (!start.trimStart().includes("\n") && start.length < LONGEST_START) {
    const next = await content.next();
    if (next.done) break;
    start += next.value;
  }
  async function* again(): AsyncGenerator<string> {
    yield start;
    yield* content;
  }
  return { start, text: again() };
}

/** Whether the text begins a document, and not the first of many lines with a JSON object each. */
export function isDocument(start: string): boolean {
  const text = start.trimStart();
  const line = text.split("\n", 1)[0]!.trim();
  if (text.startsWith("[") || line.length >= LONGEST_START) return true;
  const value = jsonIn(line);
  return isObject(value)
    ? PARTS.some((name) => typeof value[name] === "object" && value[name] !== null)
    : /^\{.*[[{,]$|^\{$/.test(line);
}

/** The fields of a document of one line that have its accounts. */
const PARTS = ["users", "orgs", "data_orgs", "dataOrgs"];
