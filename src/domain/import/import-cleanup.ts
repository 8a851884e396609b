import { DAY, now } from "../../lib/clock.js";
import { text } from "../../texts/translate.js";
import type { Services } from "../services.js";
import { ImportFiles } from "./import-files.js";
import type { ImportRunRow, ImportState } from "./import-runs.js";

/** How long a report can be downloaded. */
const REPORT_DAYS = 30;

/** Erases files that no longer wait for anything, and reports after their retention. @returns how many files */
export async function cleanUpImports(services: Services): Promise<number> {
  const { knex } = services;
  const files = new ImportFiles(services);
  const yesterday = now() - DAY;
  await knex("import_runs")
    .where({ state: "checked" })
    .where("checked_at", "<", yesterday)
    .update({ state: "discarded" });
  await knex("import_runs")
    .whereIn("state", ["checking", "importing"] satisfies ImportState[])
    .whereNotNull("file_name")
    .where(knex.raw("coalesce(lease_until, created_at)"), "<", yesterday)
    .update({ state: "rejected", problem: JSON.stringify(text("import.file_gone")) });
  await knex("import_runs")
    .where("reported_at", "<", now() - REPORT_DAYS * DAY)
    .update({ reported_at: null });
  return files.removeOrphans(async (ids) => {
    const runs = (await knex("import_runs")
      .whereIn("id", ids)
      .select("id", "state", "reported_at")) as ImportRunRow[];
    const waiting = runs.filter(({ state }) => WAITING.includes(state));
    const withReport = runs.filter(
      ({ state, reported_at }) => reported_at !== null || WAITING.includes(state),
    );
    return {
      upload: new Set(waiting.map(({ id }) => id)),
      report: new Set(withReport.map(({ id }) => id)),
    };
  });
}

/** The states in which the file is needed. */
const WAITING: readonly ImportState[] = ["checking", "checked", "importing"];
