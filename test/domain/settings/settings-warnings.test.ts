import { expect } from "chai";
import { settingsWarnings } from "../../../src/domain/settings/settings-warnings.js";
import { SettingsSnapshot } from "../../../src/domain/settings/settings.js";
import { SETTINGS } from "../../../src/domain/settings/settings-table.js";

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
  [
    "registration is opened",
    { "auth.registration": "0" },
    { "auth.registration": "1" },
    "registration_opened",
  ],
  [
    "verification is turned off",
    { "auth.email_verification": "1" },
    { "auth.email_verification": "0" },
    "verification_off",
  ],
  ["two-factor authentication is turned off", {}, { "auth.two_factor": "0" }, "two_factor_off"],
  ["the sign-in limit is relaxed", {}, { "auth.login_throttle": "0" }, "throttle_relaxed"],
  [
    "passwords can be shorter",
    { "auth.password_min_length": "12" },
    { "auth.password_min_length": "11" },
    "shorter 12 11",
  ],
  [
    "mixed case is no longer required",
    { "auth.password_require_mixed_case": "1" },
    { "auth.password_require_mixed_case": "0" },
    "mixed_case_off",
  ],
  [
    "numbers are no longer required",
    { "auth.password_require_numbers": "1" },
    { "auth.password_require_numbers": "0" },
    "numbers_off",
  ],
  [
    "symbols are no longer required",
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
  [
    "a password confirmation is valid for longer",
    {},
    { "auth.password_confirm_minutes": "16" },
    "confirm_longer 15 16",
  ],
  ["the CAPTCHA is turned off", { "captcha.enabled": "1" }, { "captcha.enabled": "0" }, "captcha_off"],
  ["the CAPTCHA is turned on, which can lock users out", {}, { "captcha.enabled": "1" }, "captcha_on"],
  [
    "mails are sent unencrypted",
    { ...OPEN, "mail.encryption": "tls" },
    { "mail.encryption": "none" },
    "mail_open",
  ],
  [
    "mails are sent unencrypted to another machine",
    { ...OPEN, "mail.host": "127.0.0.1" },
    { "mail.host": "10.0.0.1" },
    "mail_open",
  ],
  [
    "an unencrypted mail server is turned on",
    { ...OPEN, "mail.override": "0" },
    { "mail.override": "1" },
    "mail_open",
  ],
  [
    "the mail password is removed",
    { "mail.password": "sealed" },
    { "mail.password": "" },
    "mail_password_removed",
  ],
  [
    "the CAPTCHA secret is removed",
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
    "name, time zone and language change",
    {},
    { "general.app_name": "x", "general.timezone": "Europe/Istanbul", "general.locale": "tr" },
  ],
  ["passwords expire sooner", { "auth.password_expiry_days": "30" }, { "auth.password_expiry_days": "29" }],
  ["password expiry is turned on", {}, { "auth.password_expiry_days": "3650" }],
  ["a password confirmation is valid for less time", {}, { "auth.password_confirm_minutes": "1" }],
  ["password reset is turned off", {}, { "auth.password_reset": "0" }],
  [
    "mails are sent unencrypted to this machine",
    { ...OPEN, "mail.override": "0", "mail.host": "localhost" },
    { "mail.override": "1" },
  ],
  ["an unencrypted mail server is entered but not turned on", {}, { ...OPEN, "mail.override": "0" }],
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
