import type { Mutation } from "./mutation.js";

const IMPORT = ["test/cli/import.test.ts"];
const ROOT = ["test/commands/rights-of-root.test.ts"];

/** Commands: whom they find, what they import, and with which rights they work. */
export const COMMAND_LINE_MUTATIONS: readonly Mutation[] = [
  {
    name: "a command restores one of several accounts that had the address",
    file: "src/cli/users/user-restore.ts",
    search: `if (accounts.length > 1) {`,
    replace: `if (accounts.length > 2) {`,
    tests: ["test/cli/users.test.ts"],
  },
  {
    name: "a dry run of an import creates accounts",
    file: "src/domain/import/import-users.ts",
    search: `if (this.run !== null) await`,
    replace: `await`,
    tests: IMPORT,
  },
  {
    name: "re-encryption overwrites a value that was changed at the same time",
    file: "src/domain/upkeep/re-encryption.ts",
    search: `.where({ [keyColumn]: key, [name]: value })`,
    replace: `.where({ [keyColumn]: key })`,
    tests: ["test/cli/re-encrypt.test.ts"],
  },
  {
    name: "a command of root follows a folder for which another account has put a link",
    file: "src/cli/files/rights.ts",
    search: `[linkOnTheWay(file), nearestFolder(dirname(file)), lstat(file), target];`,
    replace: `[nearestFolder(dirname(file)), lstat(file), target];`,
    tests: ROOT,
  },
  {
    name: "a program that a command of root starts can become root again",
    file: "src/cli/files/rights.ts",
    search: `return spawn(name, parameters, account);`,
    replace: `return spawn(name, parameters);`,
    tests: ROOT,
  },
];
