import {
  domainFile,
  handlerFile,
  migrationFile,
  modelFile,
  presenterFile,
  variableFile,
} from "./code-files.js";
import { contractFile } from "./contract-file.js";
import type { Names } from "./names.js";
import { testFile } from "./test-file.js";

/** Path → content of every new file. */
export function filesOf(names: Names, today: Date): Record<string, string> {
  const { plural, table, model } = names;
  const stamp = today.toISOString().slice(0, 19).replaceAll("-", "_").replace("T", "_").replaceAll(":", "");
  return {
    [`openapi/v1/paths/${plural}.yaml`]: contractFile(names),
    [`migrations/${stamp}_${table}.ts`]: migrationFile(names),
    [`src/models/${variableFile(model)}.ts`]: modelFile(names),
    [`src/domain/${plural}/${plural}.ts`]: domainFile(names),
    [`src/api/present-${variableFile(model)}.ts`]: presenterFile(names),
    [`src/api/v1/${plural}.ts`]: handlerFile(names),
    [`src/texts/en/${plural}.ts`]: textsFile(names, "en"),
    [`src/texts/tr/${plural}.ts`]: textsFile(names, "tr"),
    [`test/api/${plural}.test.ts`]: testFile(names),
  };
}

type Language = "en" | "tr";

/**
 * The texts for the permissions and the activity log. In Turkish only the verbs are translated; the names stay
 * English.
 */
function textsFile({ plural, singular, variables, label, word }: Names, language: Language): string {
  const subject = word.replace(/^./, (first) => first.toUpperCase());
  const verbs = {
    en: { created: "created", updated: "changed", deleted: "deleted" },
    tr: { created: "oluşturuldu", updated: "değiştirildi", deleted: "silindi" },
  }[language];
  const entries: [key: string, text: string][] = [
    [`roles.resource.${plural}`, label],
    [`roles.resource_hint.${plural}`, `${label}.`],
    [`activity_log.type.${singular}`, subject],
    ...Object.entries(verbs).map(([act, verb]): [string, string] => [
      `activity.${singular}_${act}`,
      `${subject} ${verb}`,
    ]),
  ];
  const lines = entries.map(([key, text]) => `  ${JSON.stringify(key)}: ${JSON.stringify(text)},`);
  return language === "en"
    ? `export const ${variables} = {\n${lines.join("\n")}\n} as const;\n`
    : `import type { ${variables} as en } from "../en/${plural}.js";\n\nexport const ${variables}: Record<keyof typeof en, string> = {\n${lines.join("\n")}\n};\n`;
}
