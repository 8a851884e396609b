import type { ImportRun } from "../../domain/import/import-runs.js";
import { optionsOf, problemOf, summaryOf } from "../../domain/import/stored-import.js";
import { toRfc3339 } from "../../lib/clock.js";
import { inEnglish } from "../../texts/translate.js";
import type { Schema } from "../types.js";

export function presentImport(run: ImportRun): Schema<"Import"> {
  const options = optionsOf(run);
  const summary = summaryOf(run);
  const problem = problemOf(run);
  return {
    ...{ id: run.id, source: run.source, state: run.state, file_name: run.file_name },
    options: options && {
      ...{ format: options.format, role: options.role, updates: options.updates },
      allow_administrators: options.allowAdministrators,
      ...{ without_passwords: options.withoutPasswords, without_passkeys: options.withoutPasskeys },
      ...{ keep_ids: options.keepIds, unsupported: options.unsupported, map: options.map || null },
    },
    progress: {
      rows: Number(run.rows_read),
      bytes: Number(run.bytes_read),
      total_bytes: Number(run.file_bytes ?? 0),
    },
    summary: summary && {
      ...{ dry_run: summary.dry_run, lacks_passwords: summary.lacks_passwords },
      ...{ created: summary.created, updated: summary.updated },
      ...{ exists: summary.exists, refused: summary.refused },
      carried: Object.entries(summary.carried).map(([name, counts]) => ({ name, ...counts })),
      unread_fields: Object.entries(summary.unread_fields).map(([name, rows]) => ({ name, rows })),
      unmapped_roles: namesWithAccounts(summary.unmapped_roles),
      unmapped_providers: namesWithAccounts(summary.unmapped_providers),
      refused_rows: summary.refused_rows.map(({ line, email, reason }) => ({
        ...{ line, email, reason: reason ?? "" },
      })),
    },
    problem: problem === null ? null : inEnglish(problem),
    has_report: run.reported_at !== null,
    created_by: run.actor_id,
    ...{ accounts: run.accounts, untouched: run.untouched },
    created_at: toRfc3339(run.created_at),
    finished_at: toRfc3339(run.finished_at),
    undone_at: toRfc3339(run.undone_at),
  };
}

const namesWithAccounts = (names: Record<string, number>) =>
  Object.entries(names).map(([name, accounts]) => ({ name, accounts }));
