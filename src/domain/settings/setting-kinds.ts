import { isIP } from "node:net";
import { text, type Text } from "../../texts/translate.js";
import { isTimezone } from "../../lib/timezones.js";
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from "../accounts/person.js";

/** The fields of a form that settings have. */
export type SettingControl =
  | "switch"
  | "text"
  | "textarea"
  | "colour"
  | "number"
  | "choices"
  | "locale"
  | "timezone"
  | "provider"
  | "secret"
  | "upload";

/** The sections of the screens of settings. */
export type SettingSection =
  | "service"
  | "accounts"
  | "sign_in"
  | "passwords"
  | "tokens"
  | "agents"
  | "clients"
  | "mail_route"
  | "mail_server"
  | "mail_sender"
  | "branding_name"
  | "branding_sign_in"
  | "branding_help"
  | "captcha_keys"
  | "captcha_use";

/** One setting: how its text is parsed, its default, its limits and its field in a form. */
export interface Setting<T> {
  as: SettingControl;
  /** Where the screens show it. An uploaded file has no section: its form is beside the others. */
  section?: SettingSection;
  fallback: string;
  /** Stored encrypted and left out of snapshots. */
  isSecret?: true;
  /** The name of an uploaded file, which only an upload can change. */
  isFile?: true;
  /** The typed value, or undefined for an invalid text. */
  parse: (text: string) => T | undefined;
  /** The error message for an invalid text. */
  wrong: Text;
  /** The allowed values, or both ends of the range. */
  options?: readonly string[];
  range?: { minimum: number; maximum: number };
}

const LONGEST_LINE = 60;
const LONGEST_KEY = 255;
const LONGEST_HOST = 253;
const MOST_DOMAINS = 50;

/** Characters that break a line, end a text early or change the reading direction. */
export const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

export const flag = (fallback: "0" | "1"): Setting<boolean> => ({
  as: "switch",
  fallback,
  parse: (value) => (value === "1" ? true : value === "0" ? false : undefined),
  wrong: text("settings.wrong.flag"),
});

export const integer = (fallback: number, minimum: number, maximum: number): Setting<number> => ({
  as: "number",
  fallback: String(fallback),
  parse: (value) =>
    /^\d{1,9}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum
      ? Number(value)
      : undefined,
  wrong: text("settings.wrong.integer", { minimum, maximum }),
  range: { minimum, maximum },
});

export const choice = <const T extends string>(fallback: T, others: readonly T[]): Setting<T> => {
  const options = [fallback, ...others];
  return {
    as: "choices",
    fallback,
    parse: (value) => options.find((option) => option === value),
    wrong: text("settings.wrong.choice", { options: options.join(", ") }),
    options,
  };
};

/** A single-line name shown to users. It can be blank only where blank has a meaning. */
export const line = (fallback: string, { mayBeBlank = false } = {}): Setting<string> => ({
  as: "text",
  fallback,
  parse: (value) => {
    const trimmed = value.trim();
    if (trimmed === "" && !mayBeBlank) return undefined;
    return [...trimmed].length <= LONGEST_LINE && !UNPRINTABLE.test(trimmed) ? trimmed : undefined;
  },
  wrong: text(mayBeBlank ? "settings.wrong.line_or_blank" : "settings.wrong.line", { max: LONGEST_LINE }),
});

/** A key issued by another service, for pasting. */
export const key = (): Setting<string> => ({
  as: "text",
  fallback: "",
  parse: (value) => (/^[\x21-\x7e]*$/.test(value) && value.length <= LONGEST_KEY ? value : undefined),
  wrong: text("settings.wrong.key", { max: LONGEST_KEY }),
});

/** A username or password for another service, kept as it is, blanks included. */
export const credential = (): Setting<string> => ({
  as: "text",
  fallback: "",
  parse: (value) => (!UNPRINTABLE.test(value) && [...value].length <= LONGEST_KEY ? value : undefined),
  wrong: text("settings.wrong.credential", { max: LONGEST_KEY }),
});

export const secret = (setting: Setting<string>): Setting<string> & { isSecret: true } => ({
  ...setting,
  as: "secret",
  isSecret: true,
});

export const timezone = (fallback: string): Setting<string> => ({
  as: "timezone",
  fallback,
  parse: (value) => (isTimezone(value) ? value : undefined),
  wrong: text("settings.wrong.timezone"),
});

/** The name or address of a server, or blank. */
export const host = (): Setting<string> => ({
  as: "text",
  fallback: "",
  parse: (value) => {
    const name = value
      .trim()
      .toLowerCase()
      .replace(/^\[(.*)\]$/, "$1");
    return name === "" || isIP(name) !== 0 || isHostName(name) ? name : undefined;
  },
  wrong: text("settings.wrong.host"),
});

/**
 * Labels of letters, digits and hyphens (RFC 1123). A last label of digits only would be an incomplete IP address.
 */
const isHostName = (name: string): boolean =>
  name.length <= LONGEST_HOST &&
  /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(name) &&
  !/(^|\.)\d+$/.test(name);

/** The names of hosts, one per line; blanks and commas separate them, too. */
export const domains = (): Setting<string> => ({
  as: "textarea",
  fallback: "",
  parse: (value) => {
    const names = [...new Set(value.toLowerCase().split(/[\s,]+/))].filter(Boolean).sort();
    return names.length <= MOST_DOMAINS && names.every(isHostName) ? names.join("\n") : undefined;
  },
  wrong: text("settings.wrong.domains", { max: MOST_DOMAINS }),
});

/** An email address, or blank. */
export const emailAddress = (): Setting<string> => ({
  as: "text",
  fallback: "",
  parse: (value) => {
    const address = value.trim();
    const fits = address.length <= MAX_EMAIL_LENGTH && new RegExp(EMAIL_PATTERN).test(address);
    return address === "" || fits ? address : undefined;
  },
  wrong: text("validation.email"),
});
