import { captchaForTest } from "../../../../domain/captcha/captcha.js";
import {
  changeSettings,
  ConfirmationNeeded,
  type SettingsChange,
} from "../../../../domain/administration/settings-changes.js";
import { mailRoute } from "../../../../domain/mail/service-mailer.js";
import { say, type Text } from "../../../../texts/translate.js";
import { path } from "../../../server/addresses.js";
import type { WebCall, WebHandler } from "../../../server/call.js";
import { captchaOrigins, captchaView } from "../../../server/captcha.js";
import {
  page,
  redirect,
  success,
  type PageOptions,
  type WebResult,
} from "../../../server/responses/web-result.js";
import { AREAS, type AreaName, type SettingsArea } from "./settings-areas.js";
import { brandingView } from "./logos.js";
import { onFields, openChange, readChange, sealChange } from "./settings-form.js";
import { sectionsOf, settingsMenu } from "./settings-view.js";

export const showSettings: WebHandler = () => redirect(path("admin.settings.general"));

/** A page of settings; for a rejected form with the entered values. */
export const showArea =
  (name: AreaName): WebHandler =>
  (call) => {
    const area = AREAS[name];
    const isRejected = call.rejection?.route === area.update;
    return areaPage(call, area, isRejected ? readChange(call, area) : { values: {} });
  };

export const submitArea =
  (name: AreaName): WebHandler =>
  async (call) => {
    const area = AREAS[name];
    const { form } = call;
    if (form.has("_confirmed") && openChange(call, area) === null)
      return redirect(path(area.route), { kind: "warning", key: "settings.confirm.expired" });
    const change = readChange(call, area);
    try {
      const changed = await changeSettings(call, change);
      return redirect(
        path(area.route),
        changed.length > 0 ? success("settings.saved") : { kind: "info", key: "settings.unchanged" },
      );
    } catch (error) {
      if (error instanceof ConfirmationNeeded) return confirmationPage(call, area, change, error.warnings);
      throw onFields(error);
    }
  };

/** Shows the form again with the warnings; nothing has been saved. */
function confirmationPage(
  call: WebCall,
  area: SettingsArea,
  change: SettingsChange,
  warnings: readonly Text[],
): Promise<WebResult> {
  const confirmation = {
    warnings: warnings.map((warning) => say(warning, call.t)),
    sealed: sealChange(call, area, change, warnings),
  };
  return areaPage(call, area, change, { confirmation }, { status: 422 });
}

async function areaPage(
  call: WebCall,
  area: SettingsArea,
  typed: SettingsChange,
  more: object = {},
  options: PageOptions = {},
): Promise<WebResult> {
  const beside = await BESIDE[area.name]?.(call);
  const data = {
    area: { name: area.name, update: area.update, route: area.route },
    areas: settingsMenu(area.name),
    mayUpdate: call.actor.can("settings.update"),
    sections: sectionsOf(call, area, typed),
    confirmation: null,
    ...beside?.data,
    ...more,
  };
  return page("admin/settings/area", area.title, data, { ...beside?.options, ...options });
}

interface Beside {
  data: object;
  options?: PageOptions;
}

/** Content that a page shows next to its settings. */
const BESIDE: Partial<Record<AreaName, (call: WebCall) => Beside | Promise<Beside>>> = {
  security: async ({ services, t }) => {
    const { value } = await services.overview.secondFactors();
    const note = (rule: keyof typeof value) =>
      t("settings.two_factor_covered", { count: value[rule].all, lacking: value[rule].lacking });
    const notes = { administrators: note("administrators"), everyone: note("everyone") };
    return { data: { notes: { auth_two_factor_required: notes } } };
  },
  branding: (call) => ({ data: brandingView(call) }),
  mail: async ({ services, settings, account }) => ({
    data: {
      mailRoute: mailRoute(services, settings),
      mailTestTo: account.email,
      mailFigures: (await services.overview.mails()).value,
    },
  }),
  captcha: (call) => {
    const provider = captchaForTest(call.settings);
    // the provider's script is loaded only when the user tests it
    const tries = call.query("try") !== undefined || call.rejection?.route === "admin.settings.captcha.test";
    const trial = tries && call.actor.can("settings.update") ? provider : null;
    return {
      data: { canTry: provider !== null, captcha: trial && captchaView(call, trial) },
      options: captchaOrigins(call, trial),
    };
  },
};
