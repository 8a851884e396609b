import { renderSVG } from "uqr";
import { recoveryCodesOf, type SecondFactor } from "../../../domain/two-factor/two-factor.js";
import {
  cancelTwoFactorSetup,
  confirmTwoFactor,
  disableTwoFactor,
  regenerateRecoveryCodes,
  startTwoFactorSetup,
  TwoFactorStateWrong,
  twoFactorSetupOf,
  type TwoFactorChange,
} from "../../../domain/two-factor/set-up.js";
import { User } from "../../../models/user.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import type { Form } from "../../forms/form.js";
import { deviceOf } from "../../server/known-devices.js";
import { hasRecentPassword } from "../../server/password-confirmation.js";
import { content, page, redirect, success } from "../../server/reply.js";

/** The second factor as the profile shows it. */
export interface TwoFactorSection {
  state: "off" | "pending" | "on";
  since: number | null;
  codesLeft: number;
  /** Null also while the password was not typed in recently. */
  setup: { picture: string; key: string[] } | null;
}

/** Data of the card `/partials/profile/two-factor`; null while the setting is off. */
export async function twoFactorSection(call: WebCall): Promise<TwoFactorSection | null> {
  const { services, settings } = call;
  if (!settings.get("auth.two_factor")) return null;
  const user = await readerOf(call);
  const setup = twoFactorSetupOf(services, user, settings.get("general.app_name"));
  return {
    state: user.hasTwoFactor ? "on" : setup ? "pending" : "off",
    since: user.two_factor_confirmed_at,
    codesLeft: recoveryCodesOf(services.encryption, user).length,
    setup:
      setup && hasRecentPassword(call)
        ? { picture: qrCode(setup.uri), key: setup.secret.match(/.{1,4}/g)! }
        : null,
  };
}

/** As the address of an image: the markup that a library made never becomes part of the page. */
const qrCode = (uri: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(uri, { border: 2 })).toString("base64")}`;

const readerOf = async ({ services, actor }: WebCall): Promise<User> =>
  User.query(services.knex).findById(actor.id).throwIfNotFound();

export const submitEnableTwoFactor = changing(async (call) => {
  await startTwoFactorSetup(changeOf(call));
  return redirect(card());
});

export const submitConfirmTwoFactor = changing(async (call) => {
  call.session.renew(await confirmTwoFactor(changeOf(call), call.form.text("code")));
  return redirect(path("two-factor.recovery-codes"), success("two_factor.enabled"));
});

/** Also the way out of a set-up that was not finished; the button says so with `cancel`. */
export const submitDisableTwoFactor = changing(async (call) => {
  const { form, session } = call;
  if (form.flag("cancel")) {
    await cancelTwoFactorSetup(changeOf(call));
    return redirect(card(), success("two_factor.cancelled"));
  }
  session.renew(await disableTwoFactor(changeOf(call), answerOf(form)));
  return redirect(card(), success("two_factor.disabled"));
});

/** One field takes both kinds; a program may name the kind. */
function answerOf(form: Form): SecondFactor {
  const code = form.text("code");
  const isRecoveryCode = code.trim() !== "" && !/^[\d\s]{0,12}$/.test(code);
  return isRecoveryCode ? { recovery_code: code } : { code, recovery_code: form.text("recovery_code") };
}

/** As a page, or with `?format=text` as a file. */
export const showRecoveryCodes: WebHandler = async (call) => {
  const { services, settings, t } = call;
  const user = await readerOf(call);
  if (!user.hasTwoFactor) return redirect(card(), { kind: "warning", key: "two_factor.not_on" });
  const codes = recoveryCodesOf(services.encryption, user);
  if (call.query("format") !== "text") return page("recovery-codes", "recovery.title", { codes });
  const heading = t("recovery.file", { email: user.email, app: settings.get("general.app_name") });
  return content("text/plain; charset=utf-8", [heading, "", ...codes, ""].join("\n"), {
    "Content-Disposition": 'attachment; filename="recovery-codes.txt"',
  });
};

export const submitRegenerateRecoveryCodes = changing(async (call) => {
  await regenerateRecoveryCodes(changeOf(call));
  return redirect(path("two-factor.recovery-codes"), success("recovery.regenerated"));
});

const changeOf = (call: WebCall): TwoFactorChange => ({
  services: call.services,
  settings: call.settings,
  session: call.session.current!,
  device: deviceOf(call)(call.account),
  origin: call.origin,
});

const card = (): string => `${path("profile")}#two-factor`;

/** Where another tab was faster, the reader is shown how things are now. */
function changing(handler: WebHandler): WebHandler {
  return async (call) => {
    try {
      return await handler(call);
    } catch (error) {
      if (!(error instanceof TwoFactorStateWrong)) throw error;
      return redirect(card(), { kind: "warning", key: error.reason.key });
    }
  };
}
