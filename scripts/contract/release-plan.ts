import type { OpenApiDocument } from "../../src/contract/document.js";
import { unaccepted, reportOf } from "./breaking-report.js";
import { changelogOf, firstChangelog, type Changelog } from "./changelog-section.js";
import { compare, MINIMUM_DAYS, released } from "./comparison.js";
import { operationsIn, type NamedOperation } from "./pointers.js";
import type { Contract, Exception } from "./released.js";

export interface Release {
  document: OpenApiDocument;
  /** The section of the changelog. */
  section: string;
}

/** The contract can't be released. The message says why. */
export class ReleaseRejected extends Error {}

/**
 * Prepares a release of a contract.
 * @param base the last released document; null for the first release
 * @throws ReleaseRejected for breaking changes without an exception, for a version that doesn't match the changes, and
 * for a deprecation with less than 180 days to its sunset
 */
export async function planRelease(
  version: string,
  base: OpenApiDocument | null,
  contract: Contract,
  exceptions: readonly Exception[],
  today: Date,
): Promise<Release> {
  const current = contract.current();
  const text = base
    ? await laterRelease(version, base, contract, exceptions, today)
    : firstChangelog(current);
  if (current.info.version !== version)
    throw new ReleaseRejected(
      `${contract.sources}/openapi.yaml says ${current.info.version}: set info.version to ${version} and run npm run generate.`,
    );
  const date = today.toISOString().slice(0, 10);
  return { document: released(current), section: `## ${version} – ${date}\n\n${text}` };
}

async function laterRelease(
  version: string,
  base: OpenApiDocument,
  contract: Contract,
  exceptions: readonly Exception[],
  today: Date,
): Promise<string> {
  const current = contract.current();
  const comparison = await compare(base, current, today);
  const report = reportOf(unaccepted(comparison.breaking, exceptions), base.info.version, contract);
  if (report !== null) throw new ReleaseRejected(report);
  assertTimeToMigrate(base, current, today);
  const { bump, text } = changelogOf(base, current, comparison, exceptions);
  const next = nextVersion(base.info.version, bump);
  if (next === null) throw new ReleaseRejected(`Nothing has changed since ${base.info.version}.`);
  if (next !== version) throw new ReleaseRejected(`These changes require the version ${next}:\n\n${text}`);
  return text;
}

/**
 * Consumers learn about a deprecation with its release, so the 180 days start today, whatever `x-deprecated-since`
 * says.
 * @throws ReleaseRejected when a new deprecation has an earlier sunset
 */
function assertTimeToMigrate(base: OpenApiDocument, current: OpenApiDocument, today: Date): void {
  const known = new Set(deprecatedIn(base).map(({ name }) => name));
  const end = new Date(today);
  end.setUTCDate(end.getUTCDate() + MINIMUM_DAYS);
  const earliest = end.toISOString().slice(0, 10);
  for (const { name, operation } of deprecatedIn(current))
    if (!known.has(name) && operation["x-sunset"]! < earliest)
      throw new ReleaseRejected(
        `${name} has the sunset ${operation["x-sunset"]!}. Consumers need ${MINIMUM_DAYS} days: set x-sunset to ${earliest} or later.`,
      );
}

const deprecatedIn = (document: OpenApiDocument): NamedOperation[] =>
  operationsIn(document).filter(({ operation }) => operation.deprecated === true);

/** The major version belongs to the path prefix, so it never changes, not even for an accepted breaking change. */
function nextVersion(version: string, bump: Changelog["bump"]): string | null {
  const [major, minor, patch] = version.split(".").map(Number);
  if (bump === null) return null;
  return bump === "minor" ? `${major!}.${minor! + 1}.0` : `${major!}.${minor!}.${patch! + 1}`;
}

/** Adds the section at the top of the changelog. It replaces a section of the same version. */
export function withSection(changelog: string, section: string): string {
  const [head, ...sections] = changelog.split(/^(?=## )/m);
  const version = section.split(" ")[1]!;
  const others = sections.filter((other) => other.split(/\s/)[1] !== version);
  return [head!.trimEnd(), section.trimEnd(), ...others.map((other) => other.trimEnd())].join("\n\n") + "\n";
}
