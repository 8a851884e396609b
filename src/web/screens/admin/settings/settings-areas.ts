import type { PlainKey, SecretKey, SettingKey } from "../../../../domain/settings/settings.js";
import type { MessageKey } from "../../../../texts/translate.js";
import type { IconName } from "../../../server/responses/icons.js";

/** How a setting is shown on its page. */
export type SettingField =
  | {
      key: PlainKey;
      as: "switch" | "text" | "textarea" | "number" | "choices" | "locale" | "timezone" | "provider";
    }
  | { key: SecretKey; as: "secret" };

interface SettingsSection {
  title: MessageKey;
  fields: readonly SettingField[];
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

export type AreaName = "general" | "branding" | "security" | "mail" | "captcha";

const area = (
  name: AreaName,
  title: MessageKey,
  label: MessageKey,
  icon: IconName,
  sections: readonly SettingsSection[],
): SettingsArea => ({
  name,
  route: `admin.settings.${name}`,
  update: `admin.settings.${name}.update`,
  title,
  label,
  icon,
  sections,
});

export const AREAS = {
  general: area("general", "settings.general.title", "settings.general.label", "settings", [
    {
      title: "settings.section.service",
      fields: [
        { key: "general.app_name", as: "text" },
        { key: "general.locale", as: "locale" },
        { key: "general.timezone", as: "timezone" },
      ],
    },
  ]),
  branding: area("branding", "settings.branding.title", "settings.branding.label", "palette", [
    {
      title: "settings.section.branding_name",
      fields: [
        { key: "branding.name", as: "text" },
        { key: "branding.accent", as: "text" },
      ],
      after: "branding-preview",
    },
    {
      title: "settings.section.branding_sign_in",
      fields: [{ key: "branding.sign_in_text", as: "textarea" }],
    },
    {
      title: "settings.section.branding_help",
      fields: [
        { key: "branding.support_email", as: "text" },
        { key: "branding.terms_url", as: "text" },
        { key: "branding.privacy_url", as: "text" },
      ],
    },
  ]),
  security: area("security", "settings.security.title", "settings.security.label", "lock", [
    {
      title: "settings.section.accounts",
      fields: [
        { key: "auth.registration", as: "switch" },
        { key: "auth.email_verification", as: "switch" },
        { key: "auth.password_reset", as: "switch" },
      ],
    },
    {
      title: "settings.section.sign_in",
      fields: [
        { key: "auth.two_factor", as: "switch" },
        { key: "auth.passkeys", as: "switch" },
        { key: "auth.two_factor_required", as: "choices" },
        { key: "auth.two_factor_grace_days", as: "number" },
        { key: "auth.login_throttle", as: "choices" },
        { key: "auth.password_confirm_minutes", as: "number" },
      ],
    },
    {
      title: "settings.section.passwords",
      fields: [
        { key: "auth.password_min_length", as: "number" },
        { key: "auth.password_require_mixed_case", as: "switch" },
        { key: "auth.password_require_numbers", as: "switch" },
        { key: "auth.password_require_symbols", as: "switch" },
        { key: "auth.password_blocklist", as: "switch" },
        { key: "auth.password_expiry_days", as: "number" },
      ],
      after: "policy-example",
    },
  ]),
  mail: area("mail", "settings.mail.title", "settings.mail.label", "mail", [
    { title: "settings.section.mail_route", fields: [{ key: "mail.override", as: "choices" }] },
    {
      title: "settings.section.mail_server",
      fields: [
        { key: "mail.host", as: "text" },
        { key: "mail.port", as: "number" },
        { key: "mail.encryption", as: "choices" },
        { key: "mail.username", as: "text" },
        { key: "mail.password", as: "secret" },
      ],
    },
    {
      title: "settings.section.mail_sender",
      fields: [
        { key: "mail.from_address", as: "text" },
        { key: "mail.from_name", as: "text" },
      ],
    },
  ]),
  captcha: area("captcha", "settings.captcha.title", "settings.captcha.label", "shield", [
    {
      title: "settings.section.captcha_keys",
      fields: [
        { key: "captcha.provider", as: "provider" },
        { key: "captcha.site_key", as: "text" },
        { key: "captcha.secret_key", as: "secret" },
      ],
    },
    { title: "settings.section.captcha_use", fields: [{ key: "captcha.enabled", as: "switch" }] },
  ]),
} satisfies Record<AreaName, SettingsArea>;

export const fieldsOf = ({ sections }: SettingsArea): SettingField[] =>
  sections.flatMap(({ fields }) => fields);

/** The name of the form field; a dot would be part of a selector. */
export const fieldNameOf = (key: SettingKey): string => key.replace(".", "_");
