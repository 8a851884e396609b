import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createInstance } from "i18next";
import { KEPT } from "../../src/domain/import/sources/imported-person.js";
import { en } from "../../src/texts/en/catalogue.js";
import { tr } from "../../src/texts/tr/catalogue.js";
import {
  inEnglish,
  knownText,
  text,
  translatorOf,
  type Locale,
  type MessageKey,
} from "../../src/texts/translate.js";

const catalogues: Record<string, Record<string, string>> = { en, tr };
const placeholders = (sentence: string): string[] =>
  [...sentence.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).sort();

/** Every source and view, with the text keys that it uses. */
function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending) && !name.includes("generated") && !name.includes("i18n"))
    .map((name) => join(folder, name));
}

describe("The text catalogue", () => {
  it("has every text in every language, with the same placeholders", () => {
    for (const [locale, catalogue] of Object.entries(catalogues)) {
      expect(Object.keys(catalogue).sort(), locale).to.deep.equal(Object.keys(en).sort());
      for (const [key, sentence] of Object.entries(catalogue)) {
        expect(sentence.trim(), `${locale} ${key}`).not.to.equal("");
        expect(placeholders(sentence), `${locale} ${key}`).to.deep.equal(
          placeholders(catalogues["en"]![key]!),
        );
      }
    }
  });

  it("is translated: only names are the same in both languages", () => {
    const same = Object.keys(en).filter((key) => catalogues["en"]![key] === catalogues["tr"]![key]);
    expect(same.filter((key) => !SAME_IN_BOTH.test(key))).to.deep.equal([]);
  });

  it("gives a text for a key that is made from data only if it has this key", () => {
    const t = translatorOf("tr");
    expect(knownText(t, "oauth.scope.admin")).to.equal(catalogues["tr"]!["oauth.scope.admin"]);
    for (const scope of ["boats.sail", "boats{owner}", "boats:sail", "constructor"])
      expect(knownText(t, `oauth.scope.${scope}`), scope).to.equal(null);
    expect(knownText(t, "constructor")).to.equal(null);
  });

  it("names what an import carries and loses", () => {
    for (const name of KEPT)
      expect(isKnown(`imports.kept.${name.replaceAll(/[ -]/g, "_")}`), name).to.equal(true);
  });

  it("has every text that a view uses", () => {
    for (const file of filesBelow("views", ".ejs"))
      for (const [, key] of readFileSync(file, "utf8").matchAll(/\bt\('([^']+)'[,)]/g))
        expect(isKnown(key!), `${file}: ${key}`).to.equal(true);
  });

  it("has no unused text", () => {
    const read = (file: string): string => readFileSync(file, "utf8");
    const server = [...filesBelow("src", ".ts"), ...filesBelow("views", ".ejs")].map(read);
    // the scripts of this page use keys relative to their area
    const page = filesBelow("views/assets", ".js").map((file) =>
      read(file).replaceAll(/(?<=["`])(?=[a-z])/g, "api-dock."),
    );
    const sources = [...server, ...page].join("\n");
    const unused = Object.keys(en).filter((key) => {
      const stem = key.replace(/_(zero|one|other)$/, "");
      const parent = stem.slice(0, stem.lastIndexOf(".") + 1);
      // used by its full name or by a computed suffix
      return (
        !sources.includes(`"${stem}"`) && !sources.includes(`'${stem}'`) && !isComposed(sources, stem, parent)
      );
    });
    expect(unused).to.deep.equal([]);
  });

  it("uses plural forms of the reader's language", () => {
    const t = translatorOf("en");
    expect(t("failure.throttled_seconds", { count: 1 })).to.contain("1 second.");
    expect(t("failure.throttled_seconds", { count: 2 })).to.contain("2 seconds.");
  });

  it("fills every text as i18next does", () => {
    for (const [locale, catalogue] of Object.entries(catalogues)) {
      const reference = createInstance();
      void reference.init({
        initAsync: false,
        lng: locale,
        resources: { [locale]: { translation: catalogue } },
        keySeparator: false,
        nsSeparator: false,
        interpolation: { escapeValue: false, prefix: "{", suffix: "}" },
      });
      for (const [name, sentence] of Object.entries(catalogue)) {
        const key = name.replace(/_(one|other)$/, "") as MessageKey;
        const given = placeholders(sentence).map(
          (value) => [value, `<${value}> {name} $1 $t(${key})`] as const,
        );
        for (const values of [
          { name: "Ada & co" },
          { ...Object.fromEntries(given) },
          { ...Object.fromEntries(given), count: 0 },
          { ...Object.fromEntries(given), count: 1 },
          { ...Object.fromEntries(given), count: 2.5 },
        ])
          expect(translatorOf(locale as Locale)(key, values), `${locale} ${name}`).to.equal(
            reference.t(key, values),
          );
      }
    }
  });

  it("inserts values unescaped, because the views escape", () => {
    expect(inEnglish(text("validation.too_long", { max: "<b>" }))).to.contain("<b>");
  });
});

const SAME_IN_BOTH =
  /^(preferences\.language\..*|nav\.api_dock|settings\.choice\.mail_encryption_tls|dev_mail\.html|activity_log\.field\.logo|activity_log\.type\.webhook|webhooks\.(edit\.title|delivery\.duration_ms)|(?:clients|organisations)\.logo\.title|providers\.kind\..*|api-dock\.(title|oauth\.title|download_json|download_yaml|answer\.time|scopes\.(all|any)_one))$/;

const isKnown = (key: string): boolean =>
  Object.hasOwn(en, key) || Object.hasOwn(en, `${key}_other`) || key.endsWith(".");

/** `t('preferences.theme.' + theme)`, text(`validation.password.${name}`), `mail.${kind}.subject`. */
function isComposed(sources: string, stem: string, parent: string): boolean {
  if (sources.includes(`'${parent}'`) || sources.includes(`\`${parent}\${`)) return true;
  const [first, , third] = stem.split(".");
  return third !== undefined && new RegExp(`\`${first!}\\.\\$\\{[^}]+\\}\\.`).test(sources);
}
