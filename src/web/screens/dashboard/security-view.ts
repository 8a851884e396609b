import {
  securityChecklist,
  UNUSED_DAYS,
  type SecurityCheck,
} from "../../../domain/profile/security-checklist.js";
import { path } from "../../server/addresses.js";
import type { WebCall } from "../../server/call.js";

/** A check in words, with the page where it is done. */
interface ShownCheck {
  title: string;
  detail: string;
  action: string;
  to: string;
}

/** The security checklist: what is done and what is left. */
export async function securityView(call: WebCall): Promise<object> {
  const checks = await securityChecklist(call.services, call.settings, call.actor.id);
  const done = checks.filter(({ isDone }) => isDone).length;
  return {
    done,
    total: checks.length,
    checks: checks.map((check) => ({ name: check.name, isDone: check.isDone, ...shown(call, check) })),
  };
}

function shown(call: WebCall, check: SecurityCheck): ShownCheck {
  const { t } = call;
  switch (check.name) {
    case "email":
      return {
        title: t("dashboard.email"),
        detail: `${check.email} · ${t(check.isDone ? "dashboard.email.verified" : "dashboard.email.unverified")}`,
        action: t(check.isDone ? "dashboard.email.change" : "dashboard.email.verify"),
        to: `${path("profile")}#information`,
      };
    case "two_factor":
      return {
        title: t("two_factor.title"),
        detail: t(check.isDone ? "dashboard.two_factor.on" : "dashboard.two_factor.off"),
        action: t(check.isDone ? "dashboard.two_factor.manage" : "dashboard.two_factor.set_up"),
        to: `${path("security")}#two-factor`,
      };
    case "recovery_codes":
      return recoveryCodes(call, check.left);
    case "password":
      return {
        title: t("dashboard.password"),
        detail: passwordInWords(call, check),
        action: t("dashboard.password.change"),
        to: `${path("security")}#password`,
      };
    case "tokens":
      return {
        title: t("nav.tokens"),
        detail: check.isDone
          ? t("dashboard.tokens.used", { days: UNUSED_DAYS })
          : t("dashboard.tokens.unused", { count: check.unused, days: UNUSED_DAYS }),
        action: t(check.isDone ? "dashboard.tokens.manage" : "dashboard.tokens.review"),
        to: path("tokens"),
      };
  }
}

function recoveryCodes({ t }: WebCall, left: number | null): ShownCheck {
  const title = t("dashboard.codes");
  if (left === null) {
    const action = t("dashboard.two_factor.set_up");
    return { title, detail: t("dashboard.codes.later"), action, to: `${path("security")}#two-factor` };
  }
  const detail = left === 0 ? t("two_factor.codes_none") : t("two_factor.codes_left", { count: left });
  return { title, detail, action: t("dashboard.codes.show"), to: path("two-factor.recovery-codes") };
}

function passwordInWords({ t }: WebCall, { age, left }: { age: number | null; left: number | null }): string {
  const changed =
    age === null
      ? t("dashboard.password.unknown")
      : age === 0
        ? t("dashboard.password.today")
        : t("dashboard.password.age", { count: age });
  if (left === null) return changed;
  const expires =
    left < 1 ? t("dashboard.password.expires_soon") : t("dashboard.password.left", { count: left });
  return `${changed} · ${expires}`;
}
