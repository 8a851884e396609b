import type { OpenApiDocument } from "../../src/contract/document.js";
import { isText, isVersion, wordsOf, type Section, type Words } from "./changelog-words.js";
import { released, type Change, type Comparison } from "./comparison.js";
import { operationsAt, operationsOf, operationsOfPath, whereIs } from "./places.js";
import type { Exception } from "./released.js";

const ORDER: Section[] = ["Breaking", "Added", "Changed", "Deprecated", "Removed"];

export interface Changelog {
  /** What the version must rise by: `minor` for what programs notice, `patch` for texts, null for nothing. */
  bump: "minor" | "patch" | null;
  /** Markdown, without the heading of the version. */
  text: string;
}

/** The changelog of the contract between two bundles. */
export function changelogOf(
  base: OpenApiDocument,
  current: OpenApiDocument,
  { changes: all, breaking, retired }: Comparison,
  exceptions: readonly Exception[] = [],
): Changelog {
  const changes = all.filter((change) => !isVersion(change));
  const documents = [base, current];
  const entries: Words[] = [
    ...breaking.map(({ id, where, message }) => ({
      section: "Breaking" as const,
      text: `${where}: ${message}${reasonOf(id, exceptions)}`,
    })),
    ...changes.flatMap((change) => entriesOf(change, changes, documents)),
    ...retired.map(({ name, operation }) => ({
      section: "Removed" as const,
      text: `\`${name}\` removed; its sunset was ${operation["x-sunset"]!}`,
    })),
  ];
  // examples are not compared: where nothing else differs, they do
  const texts =
    changes.some(isText) || (entries.length === 0 && withoutVersion(base) !== withoutVersion(current));
  if (texts) entries.push({ section: "Changed", text: "Texts and examples." });
  const bump = entries.length > Number(texts) ? "minor" : texts ? "patch" : null;
  return { bump, text: render(entries) };
}

/** The changelog of the first release: the operations. */
export function firstChangelog({ paths }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, item]) => operationsOfPath(path, item));
  return render(
    operations.map(({ name, operation }) => ({
      section: "Added",
      text: `\`${name}\`: ${operation.summary!}`,
    })),
  );
}

function reasonOf(id: string, exceptions: readonly Exception[]): string {
  const accepted = exceptions.find(({ change }) => change === id);
  return accepted ? ` ${accepted.reason}` : "";
}

const withoutVersion = (document: OpenApiDocument): string =>
  JSON.stringify({ ...released(document), info: { ...document.info, version: "" } });

function entriesOf(change: Change, all: readonly Change[], documents: OpenApiDocument[]): Words[] {
  if (change.verdicts.length > 0 || isText(change)) return [];
  const { kind, typeName, path, revision } = change;
  const added = kind === "added" ? operationsOf(typeName, path, revision!.value) : [];
  if (added.length > 0) return added.map(({ name }) => ({ section: "Added", text: `\`${name}\` added` }));
  const { pointer } = (change.revision ?? change.base)!;
  const where = whereIs(pointer, operationsAt(pointer, documents));
  return wordsOf(change, all).map(({ section, text }) => ({
    section,
    text: text.startsWith("is ") ? `${where} ${text}` : `${where}: ${text}`,
  }));
}

const render = (entries: Words[]): string =>
  ORDER.map((section) => ({ section, found: entries.filter((entry) => entry.section === section) }))
    .filter(({ found }) => found.length > 0)
    .map(({ section, found }) => `### ${section}\n\n${found.map(({ text }) => `- ${text}\n`).join("")}`)
    .join("\n");
