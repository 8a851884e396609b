import { readFileSync } from "node:fs";
import { parse } from "dotenv";
import { VARIABLES, type Variables } from "./env.js";
import { PRODUCT_NAME } from "./product.js";

const FILE = ".env";
/** Variables for Node, the C library or images of containers, not for the service. */
const FOREIGN = new Set(["NODE_ENV", "NODE_OPTIONS", "NODE_EXTRA_CA_CERTS", "TZ", "GPG_KEY"]);
/** The most wrong letters in a name for which a correction is suggested, by the length of the right one. */
const mistakesIn = ({ length }: string): number => (length < 6 ? 1 : length < 12 ? 2 : 3);

/** The variables in `.env`; none without the file. */
export function readEnvFile(): Variables {
  const text = textOf(FILE);
  return text === null ? {} : parse(text);
}

/** The problems of `.env`, one sentence each. Values aren't shown. */
export function envFileWarnings(text: string | null = textOf(FILE)): string[] {
  if (text === null) return [];
  const variables = parse(text);
  const unknown = Object.keys(variables).filter(isUnknown);
  return [...malformedLines(text, variables), ...unknown.map((name) => unknownSentence(FILE, name))];
}

const isUnknown = (name: string): boolean => !VARIABLES.includes(name) && !FOREIGN.has(name);

/** Lines that dotenv skips because it can't read them, except for the lines of a multi-line value. */
function malformedLines(text: string, variables: Record<string, string>): string[] {
  const continued = new Set(
    Object.values(variables)
      .filter((value) => value.includes("\n"))
      .flatMap((value) => value.split("\n").slice(1))
      .map((line) => line.trim()),
  );
  return text.split(/\r\n|\n|\r/).flatMap((line, index) => {
    const content = line.trim();
    const isRead = content === "" || content.startsWith("#") || Object.keys(parse(line)).length > 0;
    if (isRead || continued.has(content.replace(/["'`]\s*(#.*)?$/, ""))) return [];
    return [`${FILE}, line ${index + 1}: expected NAME=value. The line is ignored.`];
  });
}

/** The variables of the process that are probably misspelt, one sentence each: of the others, most are of other programs. */
export const environmentWarnings = (variables: Variables = process.env): string[] =>
  Object.keys(variables)
    .filter((name) => isUnknown(name) && meantBy(name) !== null)
    .map((name) => unknownSentence("Environment", name));

function unknownSentence(source: string, name: string): string {
  const meant = meantBy(name);
  const hint = meant === null ? "" : ` Did you mean ${meant}?`;
  return `${source}: ${name} is not a variable of ${PRODUCT_NAME} and has no effect.${hint}`;
}

/** The variable with the most similar name. @returns null if none is similar */
function meantBy(name: string): string | null {
  const [nearest] = VARIABLES.map((known) => ({ known, mistakes: distance(name.toUpperCase(), known) }))
    .filter(({ known, mistakes }) => mistakes <= mistakesIn(known))
    .sort((one, other) => one.mistakes - other.mistakes);
  return nearest?.known ?? null;
}

/** The Levenshtein distance: how many letters must be changed, added or removed. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1));
    row = next;
  }
  return row[other.length]!;
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null; // without .env only the process's variables apply
  }
}
