import type { OpenApiDocument } from "../../src/contract/document.js";
import { entriesFor, isText, isVersion, type Entry, type Section } from "./changelog-entries.js";
import { released, type Change, type Comparison } from "./comparison.js";
import { operationsAt, operationsOf, operationsOfPath, whereIs } from "./pointers.js";
import type { Exception } from "./released.js";

const ORDER: Section[] = ["Breaking", "Added", "Changed", "Deprecated", "Removed"];

export interface Changelog {
  /**
   * The part of the version to raise: `minor` for changes to the interface, `patch` for texts, null without changes.
   */
  bump: "minor" | "patch" | null;
  /** Markdown without the heading of the version. */
  text: string;
}

/** The changelog for the changes between two bundles. */
export function changelogOf(
  base: OpenApiDocument,
  current: OpenApiDocument,
  { changes: all, breaking, retired }: Comparison,
  exceptions: readonly Exception[] = [],
): Changelog {
  const changes = all.filter((change) => !isVersion(change));
  const documents = [base, current];
  const entries: Entry[] = [
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
  // `redocly diff` doesn't compare examples: documents that differ without a reported change differ in their examples
  const texts =
    changes.some(isText) || (entries.length === 0 && withoutVersion(base) !== withoutVersion(current));
  if (texts) entries.push({ section: "Changed", text: "Texts and examples." });
  const bump = entries.length > Number(texts) ? "minor" : texts ? "patch" : null;
  return { bump, text: render(entries) };
}

/** The changelog of the first release, which lists the operations. */
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

function entriesOf(change: Change, all: readonly Change[], documents: OpenApiDocument[]): Entry[] {
  if (change.verdicts.length > 0 || isText(change)) return [];
  const { kind, typeName, path, revision } = change;
  const added = kind === "added" ? operationsOf(typeName, path, revision!.value) : [];
  if (added.length > 0) return added.map(({ name }) => ({ section: "Added", text: `\`${name}\` added` }));
  const { pointer } = (change.revision ?? change.base)!;
  const where = whereIs(pointer, operationsAt(pointer, documents));
  return entriesFor(change, all).map(({ section, text }) => ({
    section,
    text: text.startsWith("is ") ? `${where} ${text}` : `${where}: ${text}`,
  }));
}

const render = (entries: Entry[]): string =>
  ORDER.map((section) => ({ section, found: entries.filter((entry) => entry.section === section) }))
    .filter(({ found }) => found.length > 0)
    .map(({ section, found }) => `### ${section}\n\n${found.map(({ text }) => `- ${text}\n`).join("")}`)
    .join("\n");
