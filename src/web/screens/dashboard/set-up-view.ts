import { changeSettings } from "../../../domain/administration/settings-changes.js";
import { setUpSteps, type SetUpStep } from "../../../domain/upkeep/set-up.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { redirect, success } from "../../server/responses/web-result.js";

/** Step → the page where it is done. A backup is made on the command line, and the audit log shows it. */
const PAGES: Record<SetUpStep, string> = {
  mail: path("admin.settings.mail"),
  verification: `${path("admin.settings.security")}#auth_email_verification`,
  branding: path("admin.settings.branding"),
  administrator: path("admin.users.create"),
  application: path("admin.api-clients.create"),
  backup: path("admin.activity.index", { event: "backup_created" }),
};

/** What is left to set up, for a user who can do it; null when all is done or the guide was dismissed. */
export async function setUpView(call: WebCall): Promise<object | null> {
  const { actor, settings, services, t } = call;
  if (!settings.get("general.setup_guide") || !actor.can("settings.read") || !actor.can("settings.update"))
    return null;
  const done = await setUpSteps(services, settings);
  const steps = (Object.keys(done) as SetUpStep[]).filter((step) => mayDo(call, step));
  if (steps.every((step) => done[step])) return null;
  return {
    total: steps.length,
    done: steps.filter((step) => done[step]).length,
    checks: steps.map((step) => ({
      isDone: done[step],
      title: t(`set_up.${step}`),
      detail: t(`set_up.${step}.detail`),
      action: t(done[step] ? "set_up.review" : step === "backup" ? "set_up.backup.show" : "set_up.open"),
      to: PAGES[step],
    })),
  };
}

function mayDo({ actor, oauth }: WebCall, step: SetUpStep): boolean {
  if (step === "administrator") return actor.isSystemAdmin;
  if (step === "application") return oauth !== null && actor.can("api-clients.create");
  return step !== "backup" || actor.can("activity-logs.read");
}

/** Hides the guide from everyone. The general settings show it again. */
export const dismissSetUp: WebHandler = async (call) => {
  await changeSettings(call, { values: { "general.setup_guide": "0" } });
  return redirect(path("dashboard"), success("set_up.dismissed"));
};
