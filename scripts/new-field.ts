/**
 * Adds an optional text to accounts: `npm run new:field -- users company --max 100 --tr Şirket`. Owners and
 * administrators edit it on their pages and through the API, which returns it with every account, and exports have it. It
 * compiles, and its test passes.
 */
import { parseArgs } from "node:util";
import { editsOfField, fieldTest, migrationOf, type Field } from "./new-field/field.js";
import { Rejected, runNode, writeAll } from "./new-resource/write.js";

const FORM = "npm run new:field -- users company --max 100";
const NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

try {
  const { values, positionals } = parseArgs({
    options: { max: { type: "string", default: "255" }, tr: { type: "string" } },
    allowPositionals: true,
  });
  const [resource, name = ""] = positionals;
  if (resource !== "users") throw new Rejected(`Only accounts can have new fields this way: ${FORM}`);
  if (!NAME.test(name)) throw new Rejected(`Enter the name of the field in snake case: ${FORM}`);
  const max = Number(values.max);
  if (!Number.isInteger(max) || max < 1 || max > 255)
    throw new Rejected(`The greatest length is a whole number from 1 to 255: ${FORM}`);
  const words = name.replaceAll("_", " ");
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  const field: Field = { name, max, label, turkishLabel: values.tr ?? label };
  const created = {
    ...migrationOf(field, new Date()),
    [`test/api/users-${name.replaceAll("_", "-")}.test.ts`]: fieldTest(field),
  };
  const files = writeAll(created, editsOfField(field), "the field");
  console.log(`Created or changed:\n${files.map((file) => `  ${file}`).join("\n")}\n`);
  runNode("node_modules/prettier/bin/prettier.cjs", "--write", "--log-level", "warn", ...files);
  runNode("--import", "tsx", "scripts/generate.ts");
  console.log(`Next steps:
  1. src/texts/en/common.ts and src/texts/tr/common.ts: check the label${values.tr === undefined ? "; the Turkish one isn't translated" : ""}.
  2. src/models/account-fields.ts: choose who edits the field and whether exports have it.
  3. npm run migrate, and npx mocha test/api/users-${name.replaceAll("_", "-")}.test.ts
  4. docs/api-changelog.md: tell the developers of clients.`);
} catch (error) {
  console.error(error instanceof Rejected ? error.message : error);
  process.exitCode = 1;
}
