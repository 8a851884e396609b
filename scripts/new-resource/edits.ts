import { EXAMPLE_ID, EXAMPLE_NAME, EXAMPLE_TIME } from "./contract-file.js";
import type { Names } from "./names.js";
import { after, all, before, type Edit } from "./write.js";

/** Path of an existing file → the edit that adds the resource to it. */
export function editsOf(names: Names): Record<string, Edit> {
  const { plural, table, singular, label, words } = names;
  const permissions = ["read", "create", "update", "delete"].map((act) => `  "${plural}.${act}",\n`).join("");
  const events = ["created", "updated", "deleted"].map((act) => `    "${singular}_${act}",\n`).join("");
  return {
    "openapi/v1/openapi.yaml": all(
      before(/^paths:\n/m, `  - name: ${label}\n    description: Manage ${words}.\n`),
      before(
        /^webhooks:\n/m,
        `  /${plural}:\n    $ref: paths/${plural}.yaml#/${plural}\n` +
          `  /${plural}/{${singular}}:\n    $ref: paths/${plural}.yaml#/${singular}\n`,
      ),
    ),
    "src/domain/access/permissions.ts": before("] as const;", permissions),
    "src/domain/audit/activities.ts": after(/ {4}"activity_exported",\n/, events),
    "src/domain/activity/activity-filters.ts": (text) =>
      text.replace(/(SUBJECT_TYPES = \[[^\]]*?),?(\s*\] as const)/, `$1, "${singular}"$2`),
    "src/domain/activity/activity-names.ts": after(
      /const NAMED: [^\n]*\n/,
      `  ${singular}: { table: "${table}", column: "name" },\n`,
    ),
    "src/texts/en/catalogue.ts": catalogue(names),
    "src/texts/tr/catalogue.ts": catalogue(names),
    "scripts/architecture.ts": after(/ {2}\["upkeep", "users"/, `, "${plural}"`),
    "test/api/contract/start.test.ts": before(/ {4}\]\);\n {2}\}\);\n\}\);\n$/, routes(names)),
    "test/support/contract/example-rows.ts": (text) =>
      text.replace(/(const EXAMPLE_ROWS: .* = \{)(\};)?\n/, `$1\n${exampleRow(names)}$2\n`),
  };
}

const catalogue = ({ plural, variables }: Names): Edit =>
  all(
    before(/\nexport const /, `import { ${variables} } from "./${plural}.js";\n`),
    before(/\}( as const)?;\n$/, `  ...${variables},\n`),
  );

/** The lines for a test that lists all operations with their permissions. */
const routes = ({ plural, singular }: Names): string =>
  [
    `get /${plural} ${plural}.index permission ${plural}.read`,
    `post /${plural} ${plural}.store permission ${plural}.create`,
    `get /${plural}/{${singular}} ${plural}.show permission ${plural}.read`,
    `patch /${plural}/{${singular}} ${plural}.update permission ${plural}.update`,
    `delete /${plural}/{${singular}} ${plural}.destroy permission ${plural}.delete`,
  ]
    .map((route) => `      "${route}",\n`)
    .join("");

/** The row that the examples of the contract refer to. */
const exampleRow = ({ plural, table }: Names): string => `  "${plural}": ({ services }) =>
    services.knex("${table}").insert({
      id: "${EXAMPLE_ID}",
      name: "${EXAMPLE_NAME}",
      created_at: Date.parse("${EXAMPLE_TIME}"),
      updated_at: Date.parse("${EXAMPLE_TIME}"),
    }),
`;
