import type { Mutation } from "./mutation.js";

const API = ["test/api/settings/settings.test.ts"];
const DOMAIN = ["test/domain/settings/settings.test.ts"];

/** Settings, their secrets and warnings. */
export const SETTINGS_MUTATIONS: readonly Mutation[] = [
  {
    name: "a blank field removes the stored secret",
    file: "src/domain/settings/settings.ts",
    search: `value === "" && isSecret(name);`,
    replace: `value === "" && !isSecret(name);`,
    tests: DOMAIN,
  },
  {
    name: "a stored password is sent to another port",
    file: "src/domain/settings/settings-rules.ts",
    search: `["mail.password", ["mail.host", "mail.port", "mail.encryption"]],`,
    replace: `["mail.password", ["mail.host", "mail.encryption"]],`,
    tests: [...API, "test/web/admin/settings/settings-mail.test.ts"],
  },
  {
    name: "a stored secret is sent to another server",
    file: "src/domain/administration/settings-changes.ts",
    search: `      assertSecretsNotRedirected(before, after, changed);
`,
    replace: ``,
    tests: API,
  },
  {
    name: "warnings needn't be accepted",
    file: "src/domain/administration/settings-changes.ts",
    search: `      requireConfirmation(warnings, change);
`,
    replace: ``,
    tests: API,
  },
];
