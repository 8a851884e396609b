import { reportOf } from "../failures.js";

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

/** The findings of a check. An error of the check itself is one, too. */
export async function examine(
  check: string,
  advice: string,
  work: () => Promise<Finding | Finding[]>,
): Promise<Finding[]> {
  try {
    return [await work()].flat();
  } catch (error) {
    const [line = ""] = reportOf(error).lines.join(" ").split("\n");
    return [failed(check, line, advice)];
  }
}
