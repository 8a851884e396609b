import { printable } from "../lib/text/printable.js";
import { SHOWN, type ImportSummary } from "../domain/import/import-summary.js";
import { counted, table } from "./tables.js";

/** The summary as the command line prints it. @param domain of the passkeys of this service */
export function linesOf(summary: ImportSummary, domain: string): string[] {
  const { created, updated, exists, refused } = summary.counts;
  const { run } = summary;
  const kept = summary.kept();
  const lost = new Map(kept.map(([name, inFile, carried]) => [name, inFile - carried]));
  const lostPasswords = lost.get("password") ?? 0;
  const balance = [
    `${run === null ? "Would be created" : "Created"} ${created}`,
    ...(summary.invited > 0 ? [`invited ${summary.invited}`] : []),
    ...(updated > 0 ? [`updated ${updated}`] : []),
    `already there ${exists}`,
    `refused ${refused}`,
  ];
  return [
    ...summary.refused.map(({ line, reason, email }) =>
      `Line ${line}: ${printable(`${reason} ${email ?? ""}`)}`.trim(),
    ),
    ...(refused > SHOWN ? [`… and ${refused - SHOWN} more; --report writes all of them to a file`] : []),
    ...(kept.length > 0 ? table(["", "in the file", "carried"], kept) : []),
    ...(lostPasswords > 0
      ? [`Accounts that get no password, because their hashes can't be verified: ${lostPasswords}`]
      : []),
    ...((lost.get("second factor") ?? 0) > 0 || (lost.get("passkeys") ?? 0) > 0
      ? ["Accounts whose second factor isn't carried must set up another one when they sign in."]
      : []),
    ...(kept.some(([name, , carried]) => name === "passkeys" && carried > 0)
      ? [`Passkeys sign in only if they were created for ${domain}; otherwise import --without-passkeys.`]
      : []),
    ...named("Roles that have none here", summary.unmapped.roles),
    ...named("Providers that aren't configured", summary.unmapped.providers),
    ...named("Fields that aren't carried", summary.unread),
    balance.join(", "),
    ...(run === null ? [] : [`authdock import undo ${run} deletes those that nobody has used`]),
  ];
}

const named = (what: string, accounts: ReadonlyMap<string, number>): string[] =>
  accounts.size === 0 ? [] : [`${what}: ${namesIn(accounts)}`];

const namesIn = (rows: ReadonlyMap<string, number>): string =>
  [...rows].map(([name, count]) => `${printable(name)} (${counted(count, "row")})`).join(", ");

const WIDTH = 30;

/** @param share of the file that was read, 0 to 1 */
export function bar(share: number, { rows, counts }: ImportSummary, what: string): string {
  const filled = Math.round(share * WIDTH);
  const marks = `${"#".repeat(filled)}${"-".repeat(WIDTH - filled)}`;
  return `[${marks}] ${Math.floor(share * 100)} %  ${rows} rows ${what}, ${counts.refused} refused`;
}
