import type { OpenApiDocument } from "../../src/contract/document.js";
import { judge, reportOf } from "./breaking-report.js";
import { changelogOf, firstChangelog, type Changelog } from "./changelog-section.js";
import { compare, MINIMUM_DAYS, released } from "./comparison.js";
import { operationsIn, type NamedOperation } from "./places.js";
import type { Exception } from "./released.js";

export interface Release {
  document: OpenApiDocument;
  /** The section of docs/api-changelog.md. */
  section: string;
}

/** The release may not be; the message says what is missing. */
export class ReleaseRefused extends Error {}

/**
 * What a release of the contract writes.
 * @param base the last released contract; null for the first release
 * @throws ReleaseRefused for breaking changes that nobody accepted, and for a version that does not fit
 */
export async function planRelease(
  version: string,
  base: OpenApiDocument | null,
  current: OpenApiDocument,
  exceptions: readonly Exception[],
  today: Date,
): Promise<Release> {
  const text = base ? await laterRelease(version, base, current, exceptions, today) : firstChangelog(current);
  if (current.info.version !== version)
    throw new ReleaseRefused(
      `openapi/v1/openapi.yaml says ${current.info.version}: set info.version to ${version} and run npm run generate.`,
    );
  const day = today.toISOString().slice(0, 10);
  return { document: released(current), section: `## ${version} – ${day}\n\n${text}` };
}

async function laterRelease(
  version: string,
  base: OpenApiDocument,
  current: OpenApiDocument,
  exceptions: readonly Exception[],
  today: Date,
): Promise<string> {
  const comparison = await compare(base, current, today);
  const report = reportOf(judge(comparison.breaking, exceptions), base.info.version);
  if (report !== null) throw new ReleaseRefused(report);
  assertTimeToMove(base, current, today);
  const { bump, text } = changelogOf(base, current, comparison, exceptions);
  const next = nextVersion(base.info.version, bump);
  if (next === null) throw new ReleaseRefused(`Nothing has changed since ${base.info.version}.`);
  if (next !== version) throw new ReleaseRefused(`These changes make it ${next}:\n\n${text}`);
  return text;
}

/** Nobody can act on a deprecation before the release that tells of it, whatever day it names. @throws ReleaseRefused */
function assertTimeToMove(base: OpenApiDocument, current: OpenApiDocument, today: Date): void {
  const known = new Set(deprecatedIn(base).map(({ name }) => name));
  const end = new Date(today);
  end.setUTCDate(end.getUTCDate() + MINIMUM_DAYS);
  const earliest = end.toISOString().slice(0, 10);
  for (const { name, operation } of deprecatedIn(current))
    if (!known.has(name) && operation["x-sunset"]! < earliest)
      throw new ReleaseRefused(
        `${name} would go on ${operation["x-sunset"]!}. Whoever hears of it today has until ${earliest} at least: set x-sunset.`,
      );
}

const deprecatedIn = (document: OpenApiDocument): NamedOperation[] =>
  operationsIn(document).filter(({ operation }) => operation.deprecated === true);

/** The major version is the one of the path, so it never rises; a break that was accepted is a minor step, too. */
function nextVersion(version: string, bump: Changelog["bump"]): string | null {
  const [major, minor, patch] = version.split(".").map(Number);
  if (bump === null) return null;
  return bump === "minor" ? `${major!}.${minor! + 1}.0` : `${major!}.${minor!}.${patch! + 1}`;
}

/** The changelog with the section on top; one of the same version is replaced. */
export function withSection(changelog: string, section: string): string {
  const [head, ...sections] = changelog.split(/^(?=## )/m);
  const version = section.split(" ")[1]!;
  const others = sections.filter((other) => other.split(/\s/)[1] !== version);
  return [head!.trimEnd(), section.trimEnd(), ...others.map((other) => other.trimEnd())].join("\n\n") + "\n";
}
