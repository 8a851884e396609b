import type { State } from "../../../../checks/finding.js";
import { recentFindings } from "../../../../checks/installation.js";
import type { WebHandler } from "../../../server/call.js";
import { page } from "../../../server/responses/web-result.js";

/** Problems come first. */
const ORDER: readonly State[] = ["failed", "warning", "ok"];

/** The findings of `authdock doctor`, in English like the command. */
export const showHealth: WebHandler = async ({ services, origin }) => {
  const { value: findings, at } = await recentFindings(services, origin);
  return page("admin/health", "health.title", {
    findings: ORDER.flatMap((state) => findings.filter((finding) => finding.state === state)),
    counts: ORDER.map((state) => ({ state, count: findings.filter((one) => one.state === state).length })),
    at,
  });
};
