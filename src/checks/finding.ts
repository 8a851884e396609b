import { describeOutage, isDatabaseUnavailable, isNotMigrated, NOT_MIGRATED } from "../database/errors.js";
import { ServiceBusy } from "../lib/failures.js";

/** A warning doesn't keep the service from working. */
export type State = "ok" | "warning" | "failed";

/** The result of one check: what was found and, unless it is ok, what to do. */
export interface Finding {
  check: string;
  state: State;
  detail: string;
  advice: string | null;
}

export const ok = (check: string, detail: string): Finding => ({ check, state: "ok", detail, advice: null });

export const warning = (check: string, detail: string, advice: string): Finding => ({
  ...{ check, detail },
  ...{ state: "warning", advice },
});

export const failed = (check: string, detail: string, advice: string): Finding => ({
  ...{ check, detail },
  ...{ state: "failed", advice },
});

/**
 * The findings of a check. An error of the check itself is one, too.
 * @param advice what to do about an error, which can depend on its message
 */
export async function examine(
  check: string,
  advice: string | ((message: string) => string),
  work: () => Promise<Finding | Finding[]>,
): Promise<Finding[]> {
  try {
    return [await work()].flat();
  } catch (error) {
    const reason = reasonOf(error);
    return [failed(check, reason, typeof advice === "string" ? advice : advice(reason))];
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof ServiceBusy && error.cause !== undefined ? error.cause : error;
  if (isNotMigrated(cause)) return NOT_MIGRATED;
  if (isDatabaseUnavailable(cause)) return describeOutage(cause);
  return (cause instanceof Error ? cause.message : String(cause)).split("\n")[0]!;
}
