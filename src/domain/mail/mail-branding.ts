import { accentTones } from "../settings/accent.js";
import { brandOf, logoPath } from "../settings/branding.js";
import type { SettingsSnapshot } from "../settings/settings.js";

/** The service in the text of a mail. */
export interface MailSender {
  app: string;
  /** The origin of the service. */
  home: string;
  supportEmail: string | null;
}

/** The branding in the HTML of a mail, which mail programs show on white or, with their own dark mode, on black. */
export interface MailLook {
  /** Full addresses of the logos. */
  logo: { light: string; dark: string } | null;
  /** `#rrggbb`: background and text of the button. */
  button: { fill: string; onFill: string };
}

const SHIPPED_BUTTON = { fill: "#0b5ed7", onFill: "#ffffff" };

export function mailBranding(settings: SettingsSnapshot, url: URL): { sender: MailSender; look: MailLook } {
  const { name, logo, accent, supportEmail } = brandOf(settings);
  const address = (file: string): string => new URL(logoPath(file), url).href;
  return {
    sender: { app: name, home: url.origin, supportEmail },
    look: {
      logo: logo && { light: address(logo.light), dark: address(logo.dark) },
      button: accent === null ? SHIPPED_BUTTON : accentTones(accent).light,
    },
  };
}
