import { brandName } from "../../../domain/settings/branding.js";
import { recoveryCodesOf, type SecondFactor } from "../../../domain/two-factor/two-factor.js";
import {
  cancelTwoFactorSetup,
  confirmTwoFactor,
  disableTwoFactor,
  regenerateRecoveryCodes,
  startTwoFactorSetup,
  TwoFactorStateWrong,
  type TwoFactorChange,
} from "../../../domain/two-factor/set-up.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import type { Form } from "../../forms/form.js";
import { deviceOf } from "../../server/session/known-devices.js";
import { content, page, redirect, success } from "../../server/responses/web-result.js";
import { readerOf } from "../account/two-factor-section.js";
import { twoFactorPage } from "./two-factor-setup.js";

export const submitEnableTwoFactor = withStateCheck(async (call) => {
  await startTwoFactorSetup(call);
  return redirect(twoFactorPage(call));
});

export const submitConfirmTwoFactor = withStateCheck(async (call) => {
  call.session.renew(await confirmTwoFactor(changeOf(call), call.form.text("code")));
  return redirect(codesPage(call), success("two_factor.enabled"));
});

/** Also cancels an unfinished setup; the button sends `cancel`. */
export const submitDisableTwoFactor = withStateCheck(async (call) => {
  const { form, session } = call;
  if (form.flag("cancel")) {
    await cancelTwoFactorSetup(call);
    return redirect(twoFactorPage(call), success("two_factor.cancelled"));
  }
  session.renew(await disableTwoFactor(changeOf(call), secondFactorOf(form)));
  return redirect(twoFactorPage(call), success("two_factor.disabled"));
});

/** One field takes both kinds of codes; a program can name the kind. */
function secondFactorOf(form: Form): SecondFactor {
  const code = form.text("code");
  const isRecoveryCode = code.trim() !== "" && !/^[\d\s-]{0,12}$/.test(code);
  return isRecoveryCode ? { recovery_code: code } : { code, recovery_code: form.text("recovery_code") };
}

/** A page, or a text file with `?format=text`. */
export const showRecoveryCodes: WebHandler = async (call) => {
  const { services, settings, t, next } = call;
  const user = await readerOf(call);
  if (!user.hasAnyFactor) return redirect(twoFactorPage(call), { kind: "warning", key: "two_factor.not_on" });
  const codes = recoveryCodesOf(services.encryption, user);
  if (call.query("format") !== "text")
    return page("two-factor/recovery-codes", "recovery.title", { codes, next }, { secret: true });
  const heading = t("recovery.file", { email: user.email, app: brandName(settings) });
  return content("text/plain; charset=utf-8", [heading, "", ...codes, ""].join("\n"), {
    "Content-Disposition": 'attachment; filename="recovery-codes.txt"',
  });
};

export const submitRegenerateRecoveryCodes = withStateCheck(async (call) => {
  await regenerateRecoveryCodes(call);
  return redirect(codesPage(call), success("recovery.regenerated"));
});

const changeOf = (call: WebCall): TwoFactorChange => ({
  services: call.services,
  actor: call.actor,
  settings: call.settings,
  session: call.session.current!,
  device: deviceOf(call)(call.account),
  origin: call.origin,
});

/** The page that shows the codes, with the page to continue at after a required setup. */
const codesPage = ({ next }: WebCall): string =>
  path("two-factor.recovery-codes", { next: next ?? undefined });

/** If another tab was faster, the user sees the current state. */
function withStateCheck(handler: WebHandler): WebHandler {
  return async (call) => {
    try {
      return await handler(call);
    } catch (error) {
      if (!(error instanceof TwoFactorStateWrong)) throw error;
      return redirect(twoFactorPage(call), { kind: "warning", key: error.reason.key });
    }
  };
}
