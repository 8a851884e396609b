/**
 * Creates a protected resource: `npm run new:resource -- projects`. The resource has a name and the operations list,
 * show, create, update and delete. It compiles, and its tests pass. `--singular` sets the singular of an irregular
 * plural. With `--organisation`, each row belongs to an organisation, and its members' roles decide.
 */
import { parseArgs } from "node:util";
import { editsOf } from "./new-resource/edits.js";
import { filesOf } from "./new-resource/files.js";
import { namesOf, type Names } from "./new-resource/names.js";
import { Rejected, runNode, writeAll } from "./new-resource/write.js";

try {
  const { values, positionals } = parseArgs({
    options: { singular: { type: "string" }, organisation: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const names = namesOf(positionals[0] ?? "", values.singular);
  if (names === null)
    throw new Rejected("Enter the name in the plural and in kebab case: npm run new:resource -- projects");
  const isOwned = values.organisation;
  const files = writeAll(filesOf(names, new Date(), isOwned), editsOf(names, isOwned), "the resource");
  console.log(`Created or changed:\n${files.map((file) => `  ${file}`).join("\n")}\n`);
  runNode("node_modules/prettier/bin/prettier.cjs", "--write", "--log-level", "warn", ...files);
  runNode("--import", "tsx", "scripts/generate.ts");
  console.log(nextSteps(names, isOwned));
} catch (error) {
  console.error(error instanceof Rejected ? error.message : error);
  process.exitCode = 1;
}

function nextSteps({ plural, table, model }: Names, isOwned: boolean): string {
  const scope = isOwned ? "" : " and choose the scope for OAuth2 clients (now admin)";
  const access = isOwned
    ? [
        "src/domain/organisations/organisation-roles.ts: choose the rights of owner, admin and member. Now members can do all but delete.",
      ]
    : [
        `src/domain/access: decide who can see which rows. Now everyone with ${plural}.read sees all of them.`,
        "src/domain/upkeep/seed.ts: give the permissions to roles. Now only system_admin has them.",
      ];
  const steps = [
    `openapi/v1/paths/${plural}.yaml: add the other fields of ${model}${scope}. Correct its texts where the derived article (a or an) is wrong. Run npm run generate after each change.`,
    `migrations/…_${table}.ts, src/models, src/domain/${plural} and src/api: add the same fields.`,
    ...access,
    `src/texts/tr/${plural}.ts: translate the texts.`,
    `test/api/${plural}.test.ts: test your rules.`,
  ];
  return `Next steps:
${steps.map((step, index) => `  ${index + 1}. ${step}`).join("\n")}
Then run npm run check, npx mocha test/api/${plural}.test.ts, npm run migrate and npm run seed.`;
}
