import { existsSync } from "node:fs";
import tseslint from "typescript-eslint";

const ZOD_AS_A_WHOLE = {
  selector: "ImportDeclaration[source.value='zod'][importKind='value'] > ImportSpecifier",
  message: "import * as z: the export z brings translations into 60 languages, which slow down the start.",
};

/** Functions of node:fs, and those of the same names that end in Sync, refused with a reason. */
const withoutFileFunctions = (names, message) => ({
  "no-restricted-imports": [
    "error",
    {
      paths: ["node:fs", "node:fs/promises"].map((name) => ({
        name,
        importNames: names.flatMap((one) => [one, `${one}Sync`]),
        message,
      })),
    },
  ],
});
const FOLLOWS_LINKS = ["chmod", "chown", "lchown", "cp", "copyFile", "truncate"];
const OPENS_FILES = [
  ...FOLLOWS_LINKS,
  ...["open", "readFile", "writeFile", "appendFile", "createReadStream", "createWriteStream"],
];

// the TypeScript client can be linted only when `npm run clients` has installed and built it
const unbuilt = existsSync("clients/typescript/dist/index.d.ts") ? [] : ["clients/typescript"];

const NORMALIZE = {
  selector: "CallExpression[callee.property.name='normalize']",
  message: "Use src/lib/text/normal-form.ts, which measures a text first: normalizing takes quadratic time.",
};

export default tseslint.config(
  { ignores: ["dist", "var", "node_modules", "src/generated", "test/fixtures/drift"] },
  { ignores: ["clients/typescript/dist", "clients/typescript/src/schema.ts", ...unbuilt] },
  // `npm run contract:generators` and `npm run clients:generated` compile these files together with the generated clients
  { ignores: ["clients/generators", "clients/generated"] },
  ...tseslint.configs.recommendedTypeChecked.map((config) => ({ ...config, files: ["**/*.ts"] })),
  {
    files: ["**/*.ts"],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/only-throw-error": "off", // errors of drivers are rethrown unchanged
      "@typescript-eslint/prefer-promise-reject-errors": "off",
      "no-console": "off",
      "@typescript-eslint/no-unnecessary-type-assertion": "off", // assertions give the rows of knex a type
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      eqeqeq: "error",
    },
  },
  {
    files: ["src/**/*.ts", "migrations/**/*.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: "Only src/config reads the environment.",
        },
        ZOD_AS_A_WHOLE,
        NORMALIZE,
      ],
      "max-lines": ["error", { max: 250 }],
    },
  },
  {
    files: ["src/**/*.ts"],
    ignores: ["src/domain/organisations/access.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        {
          object: "OrganisationScope",
          property: "enter",
          message: "src/domain/organisations/access.ts decides who may enter.",
        },
      ],
    },
  },
  { files: ["src/config/**/*.ts"], rules: { "no-restricted-syntax": ["error", ZOD_AS_A_WHOLE, NORMALIZE] } },
  {
    files: ["src/lib/text/normal-form.ts"],
    rules: { "no-restricted-syntax": ["error", ZOD_AS_A_WHOLE] },
  },
  {
    files: ["src/**/*.ts"],
    rules: withoutFileFunctions(FOLLOWS_LINKS, "It follows links. Open the file: src/lib/plain-file.ts."),
  },
  {
    files: ["src/cli/**/*.ts"],
    ignores: ["src/cli/files/**", "src/cli/terminal.ts"],
    rules: withoutFileFunctions(OPENS_FILES, "src/cli/files opens files with the rights of their owners."),
  },
  {
    files: ["test/**/*.ts"],
    rules: {
      "@typescript-eslint/no-unused-expressions": "off", // chai's assertions
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
);
