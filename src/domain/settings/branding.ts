import { PRODUCT_NAME } from "../../config/product.js";
import type { SettingsSnapshot } from "./settings.js";

/** The operator's own name, pictures and addresses, as pages and mails show them; null for what isn't set. */
export interface Brand {
  name: string;
  /** File names of the logos. With only one logo, both are the same. */
  logo: { light: string; dark: string } | null;
  /** The first letter of the name, which stands for a missing logo; null while the shipped look is unchanged. */
  mark: string | null;
  /** `#rrggbb`. */
  accent: string | null;
  supportEmail: string | null;
  termsUrl: string | null;
  privacyUrl: string | null;
  /** Plain text with line breaks. */
  signInText: string | null;
}

/** The colour schemes of the pages, each of which can have a logo. */
export const SCHEMES = ["light", "dark"] as const;
export type Scheme = (typeof SCHEMES)[number];
export const isScheme = (name: string): name is Scheme => SCHEMES.some((scheme) => scheme === name);

/** The path of the logos and of the accent's style sheet. */
export const BRANDING = "/branding/";
export const logoPath = (name: string): string => BRANDING + name;

/** The name of the service on pages, in mails and in authenticator apps. */
export const brandName = (settings: SettingsSnapshot): string =>
  settings.get("branding.name") || settings.get("general.app_name");

const brands = new WeakMap<SettingsSnapshot, Brand>();

export function brandOf(settings: SettingsSnapshot): Brand {
  const cached = brands.get(settings) ?? readBrand(settings);
  brands.set(settings, cached);
  return cached;
}

function readBrand(settings: SettingsSnapshot): Brand {
  const [light, dark] = [settings.get("branding.logo_light"), settings.get("branding.logo_dark")];
  const name = brandName(settings);
  const accent = settings.get("branding.accent") || null;
  const isShipped = name === PRODUCT_NAME && accent === null;
  return {
    name,
    logo: light || dark ? { light: light || dark, dark: dark || light } : null,
    mark: isShipped ? null : (Array.from(name)[0] ?? "").toLocaleUpperCase(),
    accent,
    supportEmail: settings.get("branding.support_email") || null,
    termsUrl: settings.get("branding.terms_url") || null,
    privacyUrl: settings.get("branding.privacy_url") || null,
    signInText: settings.get("branding.sign_in_text") || null,
  };
}
