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
import { ownedDomainFile, ownedHandlerFile, ownedMigrationFile, ownedModelFile } from "./owned-code-files.js";
import { ownedTestFile } from "./owned-test-file.js";
import { testFile } from "./test-file.js";

/** Path → content of every new file. @param isOwned whether its rows belong to organisations */
export function filesOf(names: Names, today: Date, isOwned: boolean): Record<string, string> {
  const { plural, table, model } = names;
  const stamp = today.toISOString().slice(0, 19).replaceAll("-", "_").replace("T", "_").replaceAll(":", "");
  const migration = `migrations/${stamp}_${table}.ts`;
  const row = `src/models/${variableFile(model)}.ts`;
  const domain = `src/domain/${plural}/${plural}.ts`;
  const test = `test/api/${plural}.test.ts`;
  const code = isOwned
    ? {
        [migration]: ownedMigrationFile(names),
        [row]: ownedModelFile(names),
        [domain]: ownedDomainFile(names),
        [`src/api/v1/service/${plural}.ts`]: ownedHandlerFile(names),
        [test]: ownedTestFile(names),
      }
    : {
        [migration]: migrationFile(names),
        [row]: modelFile(names),
        [domain]: domainFile(names),
        [`src/api/v1/${plural}.ts`]: handlerFile(names),
        [test]: testFile(names),
      };
  return {
    ...code,
    [`openapi/v1/paths/${plural}.yaml`]: contractFile(names, isOwned),
    [`src/api/present-${variableFile(model)}.ts`]: presenterFile(names),
    [`src/texts/en/${plural}.ts`]: textsFile(names, isOwned, "en"),
    [`src/texts/tr/${plural}.ts`]: textsFile(names, isOwned, "tr"),
  };
}

type Language = "en" | "tr";

/** What each act is called. In Turkish only the verbs are translated; the names stay English. */
const ACTS = {
  en: {
    right: { read: "See", create: "Create", update: "Change", delete: "Delete" },
    event: { created: "created", updated: "changed", deleted: "deleted" },
  },
  tr: {
    right: { read: "Görme", create: "Oluşturma", update: "Değiştirme", delete: "Silme" },
    event: { created: "oluşturuldu", updated: "değiştirildi", deleted: "silindi" },
  },
};

/** The texts for the permissions, or for the rights in an organisation, and for the activity log. */
function textsFile(names: Names, isOwned: boolean, language: Language): string {
  const { plural, singular, variables, label, word, words } = names;
  const subject = word.replace(/^./, (first) => first.toUpperCase());
  const { right, event } = ACTS[language];
  const access = isOwned
    ? Object.entries(right).map(([act, verb]) => [
        `organisations.right.${plural}.${act}`,
        language === "en" ? `${verb} ${words}` : `${label}: ${verb}`,
      ])
    : [
        [`roles.resource.${plural}`, label],
        [`roles.resource_hint.${plural}`, `${label}.`],
      ];
  const entries = [
    ...access,
    [`activity_log.type.${singular}`, subject],
    ...Object.entries(event).map(([act, verb]) => [`activity.${singular}_${act}`, `${subject} ${verb}`]),
  ];
  const lines = entries.map(([key, text]) => `  ${JSON.stringify(key)}: ${JSON.stringify(text)},`);
  return language === "en"
    ? `export const ${variables} = {\n${lines.join("\n")}\n} as const;\n`
    : `import type { ${variables} as en } from "../en/${plural}.js";\n\nexport const ${variables}: Record<keyof typeof en, string> = {\n${lines.join("\n")}\n};\n`;
}
