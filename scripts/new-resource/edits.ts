import { EXAMPLE_ID, EXAMPLE_NAME, EXAMPLE_TIME } from "./contract-file.js";
import type { Names } from "./names.js";
import { after, all, before, type Edit } from "./write.js";

const ACTS = ["read", "create", "update", "delete"];

/** Path of an existing file → the edit that adds the resource to it. @param isOwned whether its rows belong to organisations */
export const editsOf = (names: Names, isOwned: boolean): Record<string, Edit> => ({
  ...commonEdits(names, isOwned ? `/organisations/{organisation}/${names.plural}` : `/${names.plural}`),
  ...(isOwned ? ownedEdits(names) : permissionEdits(names)),
});

function commonEdits(names: Names, path: string): Record<string, Edit> {
  const { plural, table, singular, label, words } = names;
  const events = ["created", "updated", "deleted"].map((act) => `    "${singular}_${act}",\n`).join("");
  return {
    "openapi/v1/openapi.yaml": all(
      before(/^paths:\n/m, `  - name: ${label}\n    description: Manage ${words}.\n`),
      before(
        /^webhooks:\n/m,
        `  ${path}:\n    $ref: paths/${plural}.yaml#/${plural}\n` +
          `  ${path}/{${singular}}:\n    $ref: paths/${plural}.yaml#/${singular}\n`,
      ),
    ),
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
  };
}

/** For a resource of the service, whose permissions roles of the service have. */
const permissionEdits = (names: Names): Record<string, Edit> => ({
  "src/domain/access/permissions.ts": before(
    "] as const;",
    ACTS.map((act) => `  "${names.plural}.${act}",\n`).join(""),
  ),
  ...testEdits(names, {
    path: `/${names.plural}`,
    access: (act) => `permission ${names.plural}.${act}`,
    row: exampleRow(names, ""),
  }),
});

/** For a resource of organisations, whose rights their roles have. */
function ownedEdits(names: Names): Record<string, Edit> {
  const { plural, singular } = names;
  const rights = (acts: string[]): string => acts.map((act) => `  "${plural}.${act}",\n`).join("");
  const permissions = ACTS.map(
    (act) => `  "${plural}.${act}": "organisations.${act === "read" ? act : "update"}",\n`,
  ).join("");
  return {
    "src/domain/organisations/organisation-roles.ts": all(
      after(/ORGANISATION_RIGHTS = \[[^\]]*/, rights(ACTS)),
      after(
        /const MEMBER: .*"members\.read"/,
        `, ${["read", "create", "update"].map((act) => `"${plural}.${act}"`).join(", ")}`,
      ),
      after(/ {2}\.\.\.MEMBER,\n/, rights(["delete"])),
      after(/ {2}"members\.read": .*\n/, permissions),
    ),
    "openapi/v1/components/organisation-roles.yaml": after(
      / {4}- members\.read\n/,
      ACTS.map((act) => `    - ${plural}.${act}\n`).join(""),
    ),
    ...testEdits(names, {
      path: `/organisations/{organisation}/${plural}`,
      access: () => "service ",
      row: exampleRow(names, "organisation_id: NO_ROW,\n      "),
    }),
    "docs/oauth.md": before(
      "| `*` ",
      `| \`${plural}.index\`, \`${plural}.show\` | \`organisation\` |\n| \`${plural}.*\` | \`organisation.write\` |\n`,
    ),
    "test/organisations/isolation.test.ts": all(
      after(
        /const RIGHTS: .*\n/,
        `  "${plural}.index": { ...row(200, 200, 200, 200, 200), clerk: 403 },
  "${plural}.store": { ...row(201, 201, 201, 403, 201), clerk: 403 },
  "${plural}.show": { ...row(200, 200, 200, 200, 200), clerk: 403 },
  "${plural}.update": { ...row(200, 200, 200, 403, 200), clerk: 403 },
  "${plural}.destroy": { ...row(200, 200, 403, 403, 200), clerk: 403 },
`,
      ),
      after(
        /const BODIES: .*\n/,
        `  "${plural}.store": () => ({ name: "New" }),
  "${plural}.update": () => ({ name: "Renamed" }),
`,
      ),
      after(
        /const PARAMETERS: .* = \{/,
        `
  ${singular}: async (api) => {
    const { body } = await api.post("/organisations/acme/${plural}", { name: "First" }).expect(201);
    return (body.data as { id: string }).id;
  },
`,
      ),
    ),
  };
}

interface Tests {
  path: string;
  /** Its tier and its permission. */
  access: (act: string) => string;
  row: string;
}

const testEdits = (names: Names, { path, access, row }: Tests): Record<string, Edit> => ({
  "test/api/contract/start.test.ts": before(/ {4}\]\);\n {2}\}\);\n\}\);\n$/, routes(names, path, access)),
  "test/support/contract/example-rows.ts": (text) =>
    text.replace(/(const EXAMPLE_ROWS: .* = \{)(\};)?\n/, `$1\n${row}$2\n`),
});

const catalogue = ({ plural, variables }: Names): Edit =>
  all(
    before(/\nexport const /, `import { ${variables} } from "./${plural}.js";\n`),
    before(/\}( as const)?;\n$/, `  ...${variables},\n`),
  );

/** The lines for a test that lists all operations with their tiers and permissions. */
const routes = ({ plural, singular }: Names, path: string, access: Tests["access"]): string =>
  [
    `get ${path} ${plural}.index ${access("read")}`,
    `post ${path} ${plural}.store ${access("create")}`,
    `get ${path}/{${singular}} ${plural}.show ${access("read")}`,
    `patch ${path}/{${singular}} ${plural}.update ${access("update")}`,
    `delete ${path}/{${singular}} ${plural}.destroy ${access("delete")}`,
  ]
    .map((route) => `      "${route}",\n`)
    .join("");

/** The row that the examples of the contract refer to. @param owner the column of its organisation */
const exampleRow = ({ plural, table }: Names, owner: string): string => `  "${plural}": ({ services }) =>
    services.knex("${table}").insert({
      id: "${EXAMPLE_ID}",
      ${owner}name: "${EXAMPLE_NAME}",
      created_at: Date.parse("${EXAMPLE_TIME}"),
      updated_at: Date.parse("${EXAMPLE_TIME}"),
    }),
`;
