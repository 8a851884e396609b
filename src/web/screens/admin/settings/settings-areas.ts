import { SETTING_KEYS, settingOf, type SettingKey } from "../../../../domain/settings/settings-table.js";
import type { SettingSection } from "../../../../domain/settings/setting-kinds.js";
import type { MessageKey } from "../../../../texts/translate.js";
import type { IconName } from "../../../server/responses/icons.js";

interface SettingsSection {
  name: SettingSection;
  /** A partial in `views/pages/admin/settings/area/` after the fields, for users who can change them. */
  after?: string;
}

/** One page of settings. Its form can change only the settings that it shows. */
export interface SettingsArea {
  name: AreaName;
  route: `admin.settings.${AreaName}`;
  update: `admin.settings.${AreaName}.update`;
  title: MessageKey;
  label: MessageKey;
  icon: IconName;
  sections: readonly SettingsSection[];
}

export type AreaName = "general" | "branding" | "security" | "agents" | "mail" | "captcha";

const area = (name: AreaName, icon: IconName, sections: readonly SettingsSection[]): SettingsArea => ({
  name,
  route: `admin.settings.${name}`,
  update: `admin.settings.${name}.update`,
  title: `settings.${name}.title`,
  label: `settings.${name}.label`,
  icon,
  sections,
});

/** The pages and their sections; the table of settings says which section shows a setting. */
export const AREAS = {
  general: area("general", "settings", [{ name: "service" }]),
  branding: area("branding", "palette", [
    { name: "branding_name", after: "branding-preview" },
    { name: "branding_sign_in" },
    { name: "branding_help" },
  ]),
  security: area("security", "lock", [
    { name: "accounts" },
    { name: "sign_in" },
    { name: "passwords", after: "policy-example" },
    { name: "tokens" },
  ]),
  agents: area("agents", "robot", [{ name: "agents" }, { name: "clients" }]),
  mail: area("mail", "mail", [{ name: "mail_route" }, { name: "mail_server" }, { name: "mail_sender" }]),
  captcha: area("captcha", "shield", [{ name: "captcha_keys" }, { name: "captcha_use" }]),
} satisfies Record<AreaName, SettingsArea>;

/** The settings that a section shows, in the order of the table. */
export const keysIn = (section: SettingSection): SettingKey[] =>
  SETTING_KEYS.filter((key) => settingOf(key).section === section);

export const keysOf = ({ sections }: SettingsArea): SettingKey[] =>
  sections.flatMap(({ name }) => keysIn(name));

/** The name of the form field; a dot would be part of a selector. */
export const fieldNameOf = (key: SettingKey): string => key.replace(".", "_");
