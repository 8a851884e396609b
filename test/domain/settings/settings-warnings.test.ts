import { expect } from "chai";
import { settingsWarnings } from "../../../src/domain/settings/settings-warnings.js";
import { SETTINGS, SettingsSnapshot } from "../../../src/domain/settings/settings.js";

type Values = Record<string, string>;
const snapshot = (values: Values): SettingsSnapshot => new SettingsSnapshot(new Map(Object.entries(values)));
/** The warnings about a change, with their parameters. */
const said = (before: Values, after: Values): string[] =>
  settingsWarnings(snapshot(before), snapshot({ ...before, ...after })).map(
    ({ key, values }) =>
      key.replace("settings.warning.", "") +
      Object.values(values)
        .map((v) => ` ${v}`)
        .join(""),
  );

const OPEN = { "mail.override": "1", "mail.encryption": "none", "mail.host": "smtp.example.test" };

const WEAKER: [what: string, before: Values, after: Values, warning: string][] = [
  ["registration opens", { "auth.registration": "0" }, { "auth.registration": "1" }, "registration_opened"],
  [
    "verification ends",
    { "auth.email_verification": "1" },
    { "auth.email_verification": "0" },
    "verification_off",
  ],
  ["the second factor ends", {}, { "auth.two_factor": "0" }, "two_factor_off"],
  ["the limiter is relaxed", {}, { "auth.login_throttle": "0" }, "throttle_relaxed"],
  [
    "passwords may be shorter",
    { "auth.password_min_length": "12" },
    { "auth.password_min_length": "11" },
    "shorter 12 11",
  ],
  [
    "case counts no more",
    { "auth.password_require_mixed_case": "1" },
    { "auth.password_require_mixed_case": "0" },
    "mixed_case_off",
  ],
  [
    "numbers are needed no more",
    { "auth.password_require_numbers": "1" },
    { "auth.password_require_numbers": "0" },
    "numbers_off",
  ],
  [
    "symbols are needed no more",
    { "auth.password_require_symbols": "1" },
    { "auth.password_require_symbols": "0" },
    "symbols_off",
  ],
  [
    "common passwords are allowed",
    { "auth.password_blocklist": "1" },
    { "auth.password_blocklist": "0" },
    "blocklist_off",
  ],
  [
    "passwords never expire",
    { "auth.password_expiry_days": "30" },
    { "auth.password_expiry_days": "0" },
    "expiry_off",
  ],
  [
    "passwords expire later",
    { "auth.password_expiry_days": "30" },
    { "auth.password_expiry_days": "31" },
    "expiry_later 30 31",
  ],
  ["a password counts longer", {}, { "auth.password_confirm_minutes": "16" }, "confirm_longer 15 16"],
  ["the captcha ends", { "captcha.enabled": "1" }, { "captcha.enabled": "0" }, "captcha_off"],
  ["the captcha begins, which may lock out", {}, { "captcha.enabled": "1" }, "captcha_on"],
  ["mails go in clear", { ...OPEN, "mail.encryption": "tls" }, { "mail.encryption": "none" }, "mail_open"],
  [
    "mails go in clear elsewhere",
    { ...OPEN, "mail.host": "127.0.0.1" },
    { "mail.host": "10.0.0.1" },
    "mail_open",
  ],
  ["an open line is put to use", { ...OPEN, "mail.override": "0" }, { "mail.override": "1" }, "mail_open"],
  ["the mail password goes", { "mail.password": "sealed" }, { "mail.password": "" }, "mail_password_removed"],
  [
    "the secret of the captcha goes",
    { "captcha.secret_key": "sealed" },
    { "captcha.secret_key": "" },
    "captcha_secret_removed",
  ],
];

/** Warnings that both directions of a change can cause. */
const BOTH_WAYS = /^captcha_o/;

const HARMLESS: [what: string, before: Values, after: Values][] = [
  ["nothing changes", OPEN, {}],
  [
    "a name, a zone, a language",
    {},
    { "general.app_name": "x", "general.timezone": "Europe/Istanbul", "general.locale": "tr" },
  ],
  ["passwords expire sooner", { "auth.password_expiry_days": "30" }, { "auth.password_expiry_days": "29" }],
  ["passwords begin to expire", {}, { "auth.password_expiry_days": "3650" }],
  ["a password counts shorter", {}, { "auth.password_confirm_minutes": "1" }],
  ["people cannot reset their passwords any more", {}, { "auth.password_reset": "0" }],
  [
    "mails go in clear to this machine",
    { ...OPEN, "mail.override": "0", "mail.host": "localhost" },
    { "mail.override": "1" },
  ],
  ["an open line is prepared and not used", {}, { ...OPEN, "mail.override": "0" }],
  [
    "a secret is set or replaced",
    { "mail.password": "one" },
    { "mail.password": "two", "captcha.secret_key": "x" },
  ],
];

describe("The warnings before settings change", () => {
  for (const [what, before, after, warning] of WEAKER) {
    it(`include this when ${what}`, () => expect(said(before, after)).to.deep.equal([warning]));

    it(`are empty for the opposite change: ${what}`, () => {
      const there = { ...before, ...after };
      const back = Object.fromEntries(
        Object.keys(after).map((key) => [
          key,
          before[key] ?? SETTINGS[key as keyof typeof SETTINGS].fallback,
        ]),
      );
      expect(said(there, back).filter((word) => !BOTH_WAYS.test(word))).to.deep.equal([]);
    });
  }

  for (const [what, before, after] of HARMLESS)
    it(`are empty when ${what}`, () => expect(said(before, after)).to.deep.equal([]));

  it("are listed together", () => {
    const after = {
      "auth.two_factor": "0",
      "auth.login_throttle": "0",
      "auth.password_confirm_minutes": "60",
      "captcha.enabled": "1",
    };
    expect(said({}, after)).to.deep.equal([
      "two_factor_off",
      "throttle_relaxed",
      "captcha_on",
      "confirm_longer 15 60",
    ]);
  });
});
