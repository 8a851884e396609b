import { SECOND } from "../../lib/clock.js";
import { ValidationFailed } from "../../lib/failures.js";
import { text, type MessageKey } from "../../texts/translate.js";
import { postForm } from "../../lib/post-form.js";
import type { Visitor } from "../context.js";
import type { SettingsSnapshot } from "../settings/settings.js";

const TIMEOUT = 5 * SECOND;
/** Longer than any provider's. */
const LONGEST_RESPONSE = 10_000;

export interface CaptchaProvider {
  /** What the page loads. */
  script: string;
  /** The class by which the script finds its place. */
  widget: string;
  /** The field that the script adds to the form. */
  field: string;
  /** What it calls a look that follows the system. */
  autoTheme: "auto" | "light";
  verifyUrl: string;
  /** What the page may load from for it, as the provider's documentation says. */
  origins: readonly string[];
}

const PROVIDERS: Record<"turnstile" | "hcaptcha" | "recaptcha", CaptchaProvider> = {
  turnstile: {
    script: "https://challenges.cloudflare.com/turnstile/v0/api.js",
    widget: "cf-turnstile",
    field: "cf-turnstile-response",
    autoTheme: "auto",
    verifyUrl: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
    origins: ["https://challenges.cloudflare.com"],
  },
  hcaptcha: {
    script: "https://js.hcaptcha.com/1/api.js",
    widget: "h-captcha",
    field: "h-captcha-response",
    autoTheme: "light",
    verifyUrl: "https://api.hcaptcha.com/siteverify",
    origins: ["https://hcaptcha.com", "https://*.hcaptcha.com"],
  },
  recaptcha: {
    script: "https://www.google.com/recaptcha/api.js",
    widget: "g-recaptcha",
    field: "g-recaptcha-response",
    autoTheme: "light",
    verifyUrl: "https://www.google.com/recaptcha/api/siteverify",
    // with the path: all of www.google.com would be far more than a captcha
    origins: [
      "https://www.google.com/recaptcha/",
      "https://www.gstatic.com/recaptcha/",
      "https://recaptcha.google.com/recaptcha/",
    ],
  },
};

/** What the providers call themselves. */
export const CAPTCHA_PROVIDERS: Record<keyof typeof PROVIDERS, string> = {
  turnstile: "Cloudflare Turnstile",
  hcaptcha: "hCaptcha",
  recaptcha: "Google reCAPTCHA",
};

/** The fields that the widgets add to a form. */
export const CAPTCHA_FIELDS = Object.values(PROVIDERS).map(({ field }) => field);

/** The provider of the settings, or null while the captcha is switched off. */
export const captchaProvider = (settings: SettingsSnapshot): CaptchaProvider | null =>
  settings.get("captcha.enabled") ? PROVIDERS[settings.get("captcha.provider")] : null;

/** The same whether or not it is switched on; null while a key is missing. */
export const captchaOnTrial = (settings: SettingsSnapshot): CaptchaProvider | null =>
  settings.get("captcha.site_key") !== "" && settings.isSet("captcha.secret_key")
    ? PROVIDERS[settings.get("captcha.provider")]
    : null;

/** Nothing else of the form has been looked at. */
export class CaptchaFailed extends ValidationFailed {
  constructor(sentence: MessageKey) {
    super({ captcha_response: [text(sentence)] });
  }
}

/** What came of a captcha: anything but `passed` stops the form. */
export type CaptchaVerdict = "passed" | "missing" | "refused" | "wrong_keys" | "unavailable";

/**
 * Asks the provider about what the widget gave to the form; an answer of the widget holds once. Without a clear yes the
 * form goes no further.
 * @throws CaptchaFailed
 */
export async function assertCaptcha(visitor: Required<Visitor>, response: string): Promise<void> {
  const provider = captchaProvider(visitor.settings);
  if (!provider) return;
  const verdict = await verify(visitor, provider, response);
  if (verdict === "passed") return;
  // whoever signs in can do nothing about the keys
  throw new CaptchaFailed(`captcha.${verdict === "wrong_keys" ? "refused" : verdict}`);
}

/** The same for who tries the saved provider and keys, before or after the captcha is switched on. */
export async function tryCaptcha(visitor: Required<Visitor>, response: string): Promise<CaptchaVerdict> {
  const provider = captchaOnTrial(visitor.settings);
  return provider ? verify(visitor, provider, response) : "wrong_keys";
}

async function verify(
  visitor: Required<Visitor>,
  provider: CaptchaProvider,
  response: string,
): Promise<CaptchaVerdict> {
  const { services, origin } = visitor;
  if (response === "" || response.length > LONGEST_RESPONSE) return "missing";
  try {
    const { success, errors } = await askProvider(visitor, provider, response);
    if (success) return "passed";
    if (!errors.some((code) => /secret|sitekey/.test(code))) return "refused";
    services.log.error({ trace_id: origin.traceId }, "the provider of the captcha does not accept its keys");
    return "wrong_keys";
  } catch (error) {
    services.log.error({ err: error, trace_id: origin.traceId }, "the captcha could not be verified");
    return "unavailable";
  }
}

/** @throws when the provider did not answer as it should */
async function askProvider(
  { services, settings, origin: { ip } }: Required<Visitor>,
  provider: CaptchaProvider,
  response: string,
): Promise<{ success: boolean; errors: string[] }> {
  const { config, settings: store } = services;
  const url = new URL(config.starterKit.captcha.verify_url ?? provider.verifyUrl);
  const secret = await store.readSecret("captcha.secret_key");
  const fields = { secret, response, remoteip: ip, sitekey: settings.get("captcha.site_key") };
  const options = { timeoutMs: TIMEOUT, publicOnly: config.env.APP_ENV === "production" };
  const answer = (JSON.parse(await postForm(url, fields, options)) ?? {}) as Record<string, unknown>;
  const { success, "error-codes": codes } = answer;
  if (typeof success !== "boolean") throw new Error("the answer does not say whether it was a success");
  const errors = Array.isArray(codes) ? codes.filter((code) => typeof code === "string") : [];
  return { success, errors };
}
