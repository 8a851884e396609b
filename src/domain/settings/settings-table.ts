import { PRODUCT_NAME } from "../../config/product.js";
import type { TwoFactorRule } from "../../models/two-factor-requirement.js";
import { LOCALES } from "../../texts/translate.js";
import { colour, paragraph, pictureName, webAddress } from "./branding-kinds.js";
import {
  choice,
  credential,
  domains,
  emailAddress,
  flag,
  host,
  integer,
  key,
  line,
  secret,
  timezone,
  type Setting,
} from "./setting-kinds.js";

const otherLocales = LOCALES.filter((locale) => locale !== "en");
const twoFactorRules = ["administrators", "everyone"] satisfies TwoFactorRule[];

/**
 * All settings: the one place that declares their values, limits, defaults and fields on the screens, in the order of
 * the screens. Their words are in `src/texts`, and their schema is in `openapi/v1/components/settings.yaml`.
 */
export const SETTINGS = {
  "general.app_name": { section: "branding_name", ...line(PRODUCT_NAME) },
  "general.locale": { section: "service", ...choice("en", otherLocales), as: "locale" },
  "general.timezone": { section: "service", ...timezone("UTC") },
  /** Whether the dashboard of administrators shows what is left to set up. */
  "general.setup_guide": { section: "service", ...flag("1") },
  "auth.registration": { section: "accounts", ...flag("1") },
  "auth.email_verification": { section: "accounts", ...flag("0") },
  "auth.password_reset": { section: "accounts", ...flag("1") },
  /** Who may create organisations: those with the permission, everyone or nobody. */
  "organisations.create": { section: "accounts", ...choice("administrators", ["everyone", "nobody"]) },
  /** Whether directories can provision the members of organisations (SCIM 2.0). */
  "organisations.scim": { section: "accounts", ...flag("0") },
  "auth.two_factor": { section: "sign_in", ...flag("1") },
  "auth.passkeys": { section: "sign_in", ...flag("1") },
  /** Whose accounts must have a second factor. */
  "auth.two_factor_required": { section: "sign_in", ...choice("none", twoFactorRules) },
  "auth.two_factor_grace_days": { section: "sign_in", ...integer(7, 0, 90) },
  "auth.login_throttle": { section: "sign_in", ...flag("1"), as: "choices" },
  "auth.password_confirm_minutes": { section: "sign_in", ...integer(15, 1, 1440) },
  "auth.password_min_length": { section: "passwords", ...integer(8, 8, 64) },
  "auth.password_require_mixed_case": { section: "passwords", ...flag("0") },
  "auth.password_require_numbers": { section: "passwords", ...flag("0") },
  "auth.password_require_symbols": { section: "passwords", ...flag("0") },
  "auth.password_blocklist": { section: "passwords", ...flag("1") },
  "auth.password_expiry_days": { section: "passwords", ...integer(0, 0, 3650) },
  /** Whether the contract's scopes also limit personal access tokens with selected scopes. */
  "oauth.enforce_scopes": { section: "tokens", ...flag("0") },
  /** Whether agents can connect by the Model Context Protocol, and which operations are tools for them. */
  "agents.enabled": { section: "agents", ...flag("0") },
  "agents.read": { section: "agents", ...flag("1") },
  "agents.change": { section: "agents", ...flag("0") },
  "agents.destroy": { section: "agents", ...flag("0") },
  /** Which clients can come with a document that describes them, and whether clients can register themselves. */
  "oauth.client_id_documents": { section: "clients", ...choice("off", ["domains", "any"]) },
  "oauth.client_id_document_domains": { section: "clients", ...domains() },
  "oauth.dynamic_registration": { section: "clients", ...flag("0") },
  /** Whether the server below replaces MAIL_URL and MAIL_FROM. */
  "mail.override": { section: "mail_route", ...flag("0"), as: "choices" },
  "mail.host": { section: "mail_server", ...host() },
  "mail.port": { section: "mail_server", ...integer(587, 1, 65_535) },
  "mail.encryption": { section: "mail_server", ...choice("starttls", ["tls", "none"]) },
  "mail.username": { section: "mail_server", ...credential() },
  "mail.password": { section: "mail_server", ...secret(credential()) },
  "mail.from_address": { section: "mail_sender", ...emailAddress() },
  /** Blank means the name of the application. */
  "mail.from_name": { section: "mail_sender", ...line("", { mayBeBlank: true }) },
  /** Replaces the name of the application unless it is blank. The screens have one field for both. */
  "branding.name": line("", { mayBeBlank: true }),
  "branding.logo_light": pictureName(),
  "branding.logo_dark": pictureName(),
  "branding.accent": { section: "branding_name", ...colour() },
  "branding.sign_in_text": { section: "branding_sign_in", ...paragraph() },
  "branding.support_email": { section: "branding_help", ...emailAddress() },
  "branding.terms_url": { section: "branding_help", ...webAddress() },
  "branding.privacy_url": { section: "branding_help", ...webAddress() },
  "captcha.provider": {
    section: "captcha_keys",
    ...choice("turnstile", ["hcaptcha", "recaptcha"]),
    as: "provider",
  },
  "captcha.site_key": { section: "captcha_keys", ...key() },
  "captcha.secret_key": { section: "captcha_keys", ...secret(key()) },
  "captcha.enabled": { section: "captcha_use", ...flag("0") },
} satisfies Record<string, Setting<unknown>>;

export type SettingKey = keyof typeof SETTINGS;
export type ValueOf<Key extends SettingKey> = (typeof SETTINGS)[Key] extends Setting<infer T> ? T : never;
/** Settings whose values are never shown again. */
export type SecretKey = {
  [Key in SettingKey]: (typeof SETTINGS)[Key] extends { isSecret: true } ? Key : never;
}[SettingKey];
export type PlainKey = Exclude<SettingKey, SecretKey>;

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];
/** The row of a setting, without its own type. */
export const settingOf = (key: SettingKey): Setting<unknown> => SETTINGS[key];

export const isSetting = (name: string): name is SettingKey => Object.hasOwn(SETTINGS, name);
export const isSecret = (key: SettingKey): key is SecretKey => settingOf(key).isSecret === true;
/** Whether the setting is the name of an uploaded file. */
export const isUploaded = (key: SettingKey): boolean => settingOf(key).isFile === true;
