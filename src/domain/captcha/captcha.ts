import { SECOND } from "../../lib/clock.js";
import { ValidationFailed } from "../../lib/failures.js";
import { text, type MessageKey } from "../../texts/translate.js";
import { postForm } from "../../lib/mail/post-form.js";
import type { DomainCallWithSettings } from "../context.js";
import type { SettingsSnapshot } from "../settings/settings.js";

const TIMEOUT = 5 * SECOND;
/** Longer than the responses of all providers. */
const LONGEST_RESPONSE = 10_000;

export interface CaptchaProvider {
  /** The script that the page loads. */
  script: string;
  /** The class by which the script finds its element. */
  widget: string;
  /** The field that the script adds to the form. */
  field: string;
  /** The provider's name for a theme that follows the system. */
  autoTheme: "auto" | "light";
  verifyUrl: string;
  /** Origins that the page must allow, from the provider's documentation. */
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
    // with a path, because all of www.google.com would allow far more than the captcha
    origins: [
      "https://www.google.com/recaptcha/",
      "https://www.gstatic.com/recaptcha/",
      "https://recaptcha.google.com/recaptcha/",
    ],
  },
};

/** Display names of the providers. */
export const CAPTCHA_PROVIDERS: Record<keyof typeof PROVIDERS, string> = {
  turnstile: "Cloudflare Turnstile",
  hcaptcha: "hCaptcha",
  recaptcha: "Google reCAPTCHA",
};

/** The fields that the widgets add to a form. */
export const CAPTCHA_FIELDS = Object.values(PROVIDERS).map(({ field }) => field);

/** The provider in the settings, or null while the captcha is off. */
export const captchaProvider = (settings: SettingsSnapshot): CaptchaProvider | null =>
  settings.get("captcha.enabled") ? PROVIDERS[settings.get("captcha.provider")] : null;

/** The provider in the settings whether or not the captcha is on; null while a key is missing. */
export const captchaForTest = (settings: SettingsSnapshot): CaptchaProvider | null =>
  settings.get("captcha.site_key") !== "" && settings.isSet("captcha.secret_key")
    ? PROVIDERS[settings.get("captcha.provider")]
    : null;

/** The rest of the form hasn't been validated. */
export class CaptchaFailed extends ValidationFailed {
  constructor(sentence: MessageKey) {
    super({ captcha_response: [text(sentence)] });
  }
}

/** The result of a captcha. Only `passed` lets the form continue. */
export type CaptchaVerdict = "passed" | "missing" | "refused" | "wrong_keys" | "unavailable";

/**
 * Sends the widget's response to the provider, which accepts it once. Any result but success rejects the form.
 * @throws CaptchaFailed
 */
export async function assertCaptcha(call: DomainCallWithSettings, response: string): Promise<void> {
  const provider = captchaProvider(call.settings);
  if (!provider) return;
  const verdict = await verify(call, provider, response);
  if (verdict === "passed") return;
  // a user who signs in can't correct the keys
  throw new CaptchaFailed(`captcha.${verdict === "wrong_keys" ? "refused" : verdict}`);
}

/** Checks a response for an administrator who tests the saved provider and keys, whether or not the captcha is on. */
export async function testCaptcha(call: DomainCallWithSettings, response: string): Promise<CaptchaVerdict> {
  const provider = captchaForTest(call.settings);
  return provider ? verify(call, provider, response) : "wrong_keys";
}

async function verify(
  call: DomainCallWithSettings,
  provider: CaptchaProvider,
  response: string,
): Promise<CaptchaVerdict> {
  const { services, origin } = call;
  if (response === "" || response.length > LONGEST_RESPONSE) return "missing";
  try {
    const { success, errors } = await queryProvider(call, provider, response);
    if (success) return "passed";
    if (!errors.some((code) => /secret|sitekey/.test(code))) return "refused";
    services.log.error({ trace_id: origin.traceId }, "the captcha provider rejected the configured keys");
    return "wrong_keys";
  } catch (error) {
    services.log.error({ err: error, trace_id: origin.traceId }, "could not verify the captcha");
    return "unavailable";
  }
}

/** @throws when the provider's answer isn't usable */
async function queryProvider(
  { services, settings, origin: { ip } }: DomainCallWithSettings,
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
  if (typeof success !== "boolean") throw new Error("the answer has no boolean success");
  const errors = Array.isArray(codes) ? codes.filter((code) => typeof code === "string") : [];
  return { success, errors };
}
