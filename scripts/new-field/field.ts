import { readFileSync } from "node:fs";
import { after, all, before, type Edit } from "../new-resource/write.js";

/** An optional text of accounts. */
export interface Field {
  /** `company`: of the column, and in the API. */
  name: string;
  /** The greatest length in characters. */
  max: number;
  /** `Company` */
  label: string;
  turkishLabel: string;
}

/** Path → content. Accounts have the empty text until somebody enters one. */
export function migrationOf({ name, max }: Field, date: Date): Record<string, string> {
  const stamp = date.toISOString().slice(0, 19).replaceAll(/[-T]/g, "_").replaceAll(":", "");
  const file = `migrations/${stamp}_users_${name}.ts`;
  return {
    [file]: `import type { Knex } from "knex";
import { changeSchema } from "../src/database/schema-change.js";

export async function up(knex: Knex): Promise<void> {
  const change = knex.schema.alterTable("users", (table) => {
    table.string("${name}", ${max}).notNullable().defaultTo("");
  });
  await changeSchema(knex, change);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("alter table users drop column ${name}");
}
`,
  };
}

/** Path of an existing file → the edit that adds the field to it. */
export function editsOfField({ name, max, label, turkishLabel }: Field): Record<string, Edit> {
  const schema = label.replaceAll(" ", "");
  const reference = `    ${name}: { $ref: fields.yaml#/${schema} }\n`;
  const returned = `    ${name}: { type: string, description: "${label}. Empty without a value." }\n`;
  return {
    "src/models/account-fields.ts": before(
      /^ {2}locale: \{$/m,
      `  ${name}: { editedBy: ["owner", "administrator"], isExported: true, maxLength: ${max} },\n`,
    ),
    "src/models/user.ts": before(/^ {2}declare timezone: string;$/m, `  declare ${name}: string;\n`),
    "src/api/presenters/accounts.ts": after(
      /^ {4}last_name: user\.last_name,\n/m,
      `    ${name}: user.${name},\n`,
    ),
    "openapi/v1/components/fields.yaml": before(
      /^ShortName:$/m,
      `${schema}:
  type: string
  format: well-formed-text
  maxLength: ${max}
  pattern: '${optionalPattern()}'
  description: Up to ${max} characters. No leading space, and no control, direction or zero-width characters.
  examples: [${label}]
`,
    ),
    "openapi/v1/components/schemas.yaml": all(
      after(/^User:\n[\s\S]*? {4}- initials\n/m, `    - ${name}\n`),
      after(/^User:\n[\s\S]*? {4}initials: .*\n/m, returned),
    ),
    "openapi/v1/components/me.yaml": all(
      after(/^Me:\n[\s\S]*? {4}- initials\n/m, `    - ${name}\n`),
      after(/^Me:\n[\s\S]*? {4}initials: .*\n/m, returned),
      after(/^UpdateOwnProfileRequest:\n[\s\S]*? {4}last_name: .*\n/m, reference),
      after(/^ {4}initials: [A-Z]+\n/gm, `    ${name}: ""\n`),
    ),
    "openapi/v1/components/users.yaml": after(/^ {4}last_name: .*\n/gm, reference),
    "openapi/v1/components/examples.yaml": after(/^ {4}initials: [A-Z]+\n/gm, `    ${name}: ""\n`),
    "openapi/v1/paths/users-together.yaml": exported(name),
    "src/texts/en/common.ts": after(
      /^ {2}"field\.last_name": .*\n/m,
      `  "field.${name}": ${JSON.stringify(label)},\n`,
    ),
    "src/texts/tr/common.ts": after(
      /^ {2}"field\.last_name": .*\n/m,
      `  "field.${name}": ${JSON.stringify(turkishLabel)},\n`,
    ),
  };
}

/** The pattern of names, or an empty text. */
const optionalPattern = (): string => {
  const [, pattern] = /^ {2}pattern: &printable '\^(.*)\$'$/m.exec(
    readFileSync("openapi/v1/components/fields.yaml", "utf8"),
  )!;
  return `^(?:${pattern!})?$`;
};

/** The column follows the status in the export, as in the table of the fields. */
const exported = (name: string): Edit =>
  all(
    after("`email`, `status`, `external_id`, ", `\`${name}\`, `),
    after('"email","status","external_id",', `"${name}",`),
    after('"ada@example.test","active","",', '"",'),
  );

/** The test of the operations. */
export const fieldTest = ({ name, max, label }: Field): string => `import { expect } from "chai";
import { useWorld } from "../support/app/world.js";

describe("${label} of an account", () => {
  const world = useWorld();

  it("is empty until an administrator or the owner enters it", async () => {
    const admin = await world.make.userWithToken({ role: "system_admin" });
    const ada = await world.make.userWithToken();
    const { body } = await world.api.as(ada.token).get("/auth/me").expect(200);
    expect(body.data.${name}).to.equal("");
    const path = \`/users/\${ada.user.id}\`;
    const changed = await world.api.as(admin.token).patch(path, { ${name}: "First" }).expect(200);
    expect(changed.body.data.${name}).to.equal("First");
    const own = await world.api.as(ada.token).patch("/auth/me", { ${name}: "Second" }).expect(200);
    expect(own.body.data.${name}).to.equal("Second");
  });

  it("is shown on the forms that change it, and stays when they leave it out", async () => {
    const { visitor, user } = await world.signedIn();
    await visitor.get("/profile");
    const form = { first_name: "Ada", last_name: "Lovelace", email: user.email, locale: "en", timezone: "UTC" };
    await visitor.put("/user/profile-information", { ...form, ${name}: "Third" });
    expect((await visitor.get("/profile")).text).to.contain('value="Third"');
    await visitor.put("/user/profile-information", form);
    expect((await visitor.get("/profile")).text).to.contain('value="Third"');
  });

  it("has at most ${max} characters, and none that break a line", async () => {
    const { token } = await world.make.userWithToken();
    for (const wrong of ["x".repeat(${max + 1}), "two\\nlines"])
      await world.api.as(token).patch("/auth/me", { ${name}: wrong }).expect(422);
  });
});
`;
