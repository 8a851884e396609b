import { expect } from "chai";
import { CHECK_TYPES, ProductCopy } from "../support/contract/product-copy.js";

/** What a developer writes for a new switch, below a line that names its neighbour. */
const STEPS: readonly [file: string, below: RegExp, text: string][] = [
  [
    "src/domain/settings/settings-table.ts",
    /^ {2}"auth\.password_require_symbols".*\n/m,
    `  "auth.password_require_spaces": { section: "passwords", ...flag("0") },\n`,
  ],
  [
    "src/texts/en/admin/settings.ts",
    /^ {2}"field\.auth_password_require_symbols".*\n/m,
    `  "field.auth_password_require_spaces": "Require spaces",
  "settings.hint.auth_password_require_spaces": "At least one space.",\n`,
  ],
  [
    "src/texts/tr/admin/settings.ts",
    /^ {2}"field\.auth_password_require_symbols".*\n/m,
    `  "field.auth_password_require_spaces": "Boşluk iste",
  "settings.hint.auth_password_require_spaces": "En az bir boşluk.",\n`,
  ],
  [
    "openapi/v1/components/settings.yaml",
    /^ {4}- auth\.password_require_symbols\n/m,
    "    - auth.password_require_spaces\n",
  ],
  [
    "openapi/v1/components/settings.yaml",
    /^ {4}auth\.password_require_symbols: \{.*\n/m,
    "    auth.password_require_spaces: { <<: *switch, description: Whether new passwords need a space. }\n",
  ],
  [
    "openapi/v1/components/settings.yaml",
    /^ {4}auth\.password_require_symbols: "0"\n/m,
    `    auth.password_require_spaces: "0"\n`,
  ],
  [
    "docs/operations.md",
    /^\| `auth\.password_require_symbols`.*\n/m,
    "| `auth.password_require_spaces` | `0` | requires a space |\n",
  ],
];

describe("A new setting", function () {
  this.timeout(600_000);
  let product: ProductCopy;
  before(() => {
    product = new ProductCopy();
  });
  after(() => product.remove());

  const run = async (...args: string[]): Promise<void> => {
    const { code, stdout, stderr } = await product.node(...args);
    expect(code, `${args.join(" ")}\n${stdout}\n${stderr}`).to.equal(0);
  };

  it("is written into five files", () => {
    for (const [file, below, text] of STEPS) product.edit(file, (found) => found.replace(below, `$&${text}`));
    expect(new Set(STEPS.map(([file]) => file)).size).to.equal(5);
  });

  it("then has its value in the service, its field on the screen and in the contract, as every test asks", async () => {
    await run("--import", "tsx/esm", "scripts/generate.ts");
    await run(
      "node_modules/mocha/bin/mocha.js",
      "test/api/settings/settings.test.ts",
      "test/domain/settings/settings.test.ts",
      "test/web/admin/settings/settings.test.ts",
      "test/texts/texts.test.ts",
    );
  });

  it("needs no other change for the types", () => run(...CHECK_TYPES));
});
