import { existsSync } from "node:fs";
import boundaries from "eslint-plugin-boundaries";
import tseslint from "typescript-eslint";
import { LEVELS } from "./scripts/architecture.mjs";

const elements = (types) => ({ element: { types: { anyOf: types } } });
const allow = (from, to) => ({ from: elements(from), allow: { to: elements(to) } });
const policies = LEVELS.flatMap((level, index) =>
  level.map((type) => allow([type], [type, ...LEVELS.slice(0, index).flat()])),
);
policies.push(allow(["app"], ["app", ...LEVELS.flat()]));
// the generated types name the handlers they check, and the contract's surface uses them
policies.push(allow(["api"], ["generated"]));
policies.push(allow(["generated"], ["api"]));
// the clock is the one thing a migration needs besides the tables
policies.push(allow(["migrations"], ["database", "lib"]));

// its types come from its own packages, and its tests use what is built of it: npm run clients
const unbuilt = existsSync("clients/typescript/dist/index.d.ts") ? [] : ["clients/typescript"];

export default tseslint.config(
  { ignores: ["dist", "var", "node_modules", "src/generated", "test/fixtures/drift"] },
  { ignores: ["clients/typescript/dist", "clients/typescript/src/schema.ts", ...unbuilt] },
  // npm run contract:generators compiles it, with what it generates
  { ignores: ["clients/generators"] },
  ...tseslint.configs.recommendedTypeChecked.map((config) => ({ ...config, files: ["**/*.ts"] })),
  {
    files: ["**/*.ts"],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/only-throw-error": "off", // what a driver throws is thrown on
      "@typescript-eslint/prefer-promise-reject-errors": "off",
      "no-console": "off",
      "@typescript-eslint/no-unnecessary-type-assertion": "off", // rows of knex are named by an assertion
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      eqeqeq: "error",
    },
  },
  {
    files: ["src/**/*.ts", "migrations/**/*.ts"],
    plugins: { boundaries },
    settings: {
      "import/resolver": { [`${import.meta.dirname}/scripts/import-resolver.cjs`]: {} },
      "boundaries/elements": [
        // a folder of LEVELS that others divide stands for the files directly in it
        ...LEVELS.flat().map((type) => ({
          type,
          pattern: ["domain", "web"].includes(type) ? `src/${type}` : `src/${type}/**`,
          partialMatch: false,
        })),
        { type: "migrations", pattern: "migrations", partialMatch: false },
        { type: "app", pattern: "src", partialMatch: false },
      ],
    },
    rules: {
      "boundaries/dependencies": ["error", { default: "disallow", policies }],
      "no-restricted-syntax": [
        "error",
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: "The environment is read in src/config only.",
        },
      ],
      "max-lines": ["error", { max: 200 }],
    },
  },
  { files: ["src/config/**/*.ts"], rules: { "no-restricted-syntax": "off" } },
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
