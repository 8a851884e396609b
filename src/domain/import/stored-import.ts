import type { Sentence } from "../../texts/translate.js";
import type { Origin } from "../audit/origin.js";
import type { Format } from "./import-file.js";
import type { FileOptions } from "./import-passes.js";
import type { ImportRunRow } from "./import-runs.js";
import type { StoredSummary } from "./import-summary.js";
import type { RowOutcome } from "./import-users.js";

/** Those options of an upload that are those of the command line. */
export type UploadFlags = Pick<FileOptions, "allowAdministrators" | "updates" | "withoutPasswords"> &
  Required<Pick<FileOptions, "withoutPasskeys" | "keepIds" | "unsupported">>;

/** The options of an upload. */
export interface UploadOptions extends UploadFlags {
  format: Format;
  role: string;
  /** Fields under other names, as somebody entered them; empty for none. */
  map: string;
}

/** Who asked for what is being done. */
export interface Requester {
  actorId: string;
  /** Whether with a token that can do only what its scopes open. */
  isBound: boolean;
  origin: Origin;
}

export type UploadSummary = Omit<StoredSummary, "refused_rows"> & {
  refused_rows: RowOutcome[];
  /** Whether no row has a password, although exports of the application have them. */
  lacks_passwords: boolean;
};

/*
 * The JSON columns of an import. All are null for one of the command line.
 */

/** Those that uploads of an earlier version don't have. */
const LATER = { withoutPasskeys: false, keepIds: false, unsupported: "reject", map: "" } as const;

export function optionsOf({ options }: ImportRunRow): UploadOptions | null {
  const stored = parsed<UploadOptions>(options);
  return stored && { ...LATER, ...stored };
}
export const requesterOf = ({ origin }: ImportRunRow): Requester | null => parsed(origin);
/** Null until the file was read. */
export const summaryOf = ({ summary }: ImportRunRow): UploadSummary | null => parsed(summary);
/** Why the file or the import was rejected. */
export const problemOf = ({ problem }: ImportRunRow): Sentence | null => parsed(problem);

const parsed = <T>(json: string | null): T | null => (json === null ? null : (JSON.parse(json) as T));
