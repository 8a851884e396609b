import { changeLogo, removeLogo } from "../../domain/administration/logos.js";
import { changeSettings } from "../../domain/administration/settings-changes.js";
import { testCaptcha } from "../../domain/captcha/captcha.js";
import { sendTestMail } from "../../domain/mail/mail-test.js";
import { ApiResponse } from "../envelope.js";
import { presentSettings } from "../presenters/settings.js";
import type { HandlersOf } from "../types.js";

export const handlers: HandlersOf<"settings"> = {
  "settings.index": async ({ services }) => ApiResponse.ok(presentSettings(await services.settings.read())),

  "settings.update": async (call) => {
    const { remove = [], confirm = [], ...fields } = call.body ?? {};
    await changeSettings(call, { values: givenIn(fields), removed: remove, confirmed: confirm });
    return ApiResponse.ok(presentSettings(await call.services.settings.read()));
  },

  "settings.update.logo": async (call) => {
    await changeLogo(call, call.params.scheme, call.body.logo);
    return ApiResponse.ok(presentSettings(await call.services.settings.read()));
  },

  "settings.update.logo.destroy": async (call) => {
    await removeLogo(call, call.params.scheme);
    return ApiResponse.empty();
  },

  "settings.update.mail-test": async ({ services, actor, origin }) => {
    const settings = await services.settings.read();
    const trouble = await sendTestMail(services, settings, actor.user, origin);
    return ApiResponse.ok({ result: trouble ?? "sent" });
  },

  "settings.update.captcha-test": async ({ services, origin, body }) => {
    const settings = await services.settings.read();
    return ApiResponse.ok({ result: await testCaptcha({ services, origin, settings }, body.response) });
  },
};

/** Null means the same as an absent field. */
const givenIn = (fields: Record<string, string | null | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === "string"),
  );
