import { CAPTCHA_PROVIDERS } from "../../../../domain/captcha/captcha.js";
import type { SettingsChange } from "../../../../domain/administration/settings-changes.js";
import {
  isSecret,
  settingOf,
  type PlainKey,
  type SecretKey,
  type SettingKey,
} from "../../../../domain/settings/settings-table.js";
import type { SettingControl } from "../../../../domain/settings/setting-kinds.js";
import type { MessageKey } from "../../../../texts/translate.js";
import { path } from "../../../server/addresses.js";
import type { WebCall } from "../../../server/call.js";
import { localeGroups, timezoneGroups, type SelectGroup } from "../../../forms/select-groups.js";
import { AREAS, fieldNameOf, keysIn, type AreaName, type SettingsArea } from "./settings-areas.js";
import { removalOf, shownValue } from "./settings-form.js";

/** One setting for its partial. */
export interface SettingView {
  name: string;
  as: SettingControl;
  label: string;
  hint: string;
  /** The entered value, else the stored one; empty for a secret. */
  value: string;
  isRequired: boolean;
  /** Whether only the operator can change it. */
  isFixed: boolean;
  /** The value as text, for users who can only read. */
  words: string;
  choices?: { value: string; label: string; hint: string }[];
  groups?: SelectGroup[];
  secret?: { isSet: boolean; removal: string; isRemoved: boolean };
}

/** @param typed the entered values of a form that is shown again */
export const sectionsOf = (call: WebCall, area: SettingsArea, typed: SettingsChange) =>
  area.sections.map(({ name, after }) => ({
    title: `settings.section.${name}` satisfies MessageKey,
    after: after ?? null,
    fields: keysIn(name).map((key) => viewOf(call, key, typed)),
  }));

function viewOf(call: WebCall, key: SettingKey, typed: SettingsChange): SettingView {
  const name = fieldNameOf(key);
  const { as, parse, range } = settingOf(key);
  const label = call.t(`field.${name}` as MessageKey);
  const hint = call.t(`settings.hint.${name}` as MessageKey, { ...range });
  const isRequired = parse("") === undefined;
  const isFixed = Object.hasOwn(call.services.settings.fixed, key);
  const view = { name, as, label, hint, isRequired, isFixed };
  return isSecret(key)
    ? { ...view, ...secretView(call, key, typed) }
    : { ...view, ...plainView(call, key, typed) };
}

function secretView({ settings, t }: WebCall, key: SecretKey, { removed = [] }: SettingsChange) {
  const isSet = settings.isSet(key);
  return {
    value: "",
    words: t(isSet ? "settings.secret.is_set" : "settings.secret.not_set"),
    secret: { isSet, removal: removalOf(key), isRemoved: removed.includes(key) },
  };
}

function plainView(call: WebCall, key: PlainKey, typed: SettingsChange) {
  const stored = shownValue(call.settings, key);
  const value = typed.values[key] ?? stored;
  const { choices, groups } = offers(call, key, value);
  const label = (choices ?? groups?.flatMap(({ options }) => options))?.find(
    (o) => o.value === stored,
  )?.label;
  return {
    value,
    words: wordsOf(call, key, stored, label),
    ...(choices ? { choices } : {}),
    ...(groups ? { groups } : {}),
  };
}

function wordsOf({ t }: WebCall, key: PlainKey, stored: string, label: string | undefined): string {
  const { as } = settingOf(key);
  if (as === "switch") return t(stored === "1" ? "settings.on" : "settings.off");
  if (as === "number" && stored === "0")
    return t(key === "auth.two_factor_grace_days" ? "settings.immediately" : "settings.never");
  return label ?? (stored === "" ? t("settings.none") : stored);
}

/** The options of a setting. */
function offers({ t }: WebCall, key: PlainKey, value: string): Pick<SettingView, "choices" | "groups"> {
  const { as, options, fallback } = settingOf(key);
  if (as === "locale") return { groups: localeGroups(t) };
  if (as === "timezone") return { groups: timezoneGroups(value) };
  if (as === "provider")
    return {
      choices: Object.entries(CAPTCHA_PROVIDERS).map(([name, label]) => ({ value: name, label, hint: "" })),
    };
  if (as !== "choices") return {};
  const choice = (option: string) => {
    const name = `${fieldNameOf(key)}_${option}`;
    const label = t(`settings.choice.${name}` as MessageKey);
    return { value: option, label, hint: t(`settings.choice_hint.${name}` as MessageKey) };
  };
  return { choices: (options ?? [fallback, fallback === "1" ? "0" : "1"]).map(choice) };
}

/** The menu of the settings pages. */
export function settingsMenu(here: AreaName | "providers") {
  const entry = ({ name, label, icon, route }: Pick<SettingsArea, "label" | "icon"> & Entry) => {
    return { label, icon, to: path(route), isHere: name === here, isCurrent: name === here };
  };
  return [
    ...Object.values(AREAS).map(entry),
    entry({
      name: "providers",
      label: "providers.label",
      icon: "sign-in",
      route: "admin.settings.providers",
    }),
  ];
}

interface Entry {
  name: AreaName | "providers";
  route: `admin.settings.${AreaName | "providers"}`;
}
