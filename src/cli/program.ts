import { Command } from "commander";
import { PRODUCT_VERSION } from "../lib/version.js";
import type { CommandLine } from "./command-line.js";
import { addAdminCommands } from "./users/admins.js";
import { addBackupCommands } from "./backup/backup.js";
import { addClientCommands } from "./clients.js";
import { addDatabaseCommands } from "./database.js";
import { addDefinitionCommands } from "./definitions.js";
import { addDoctor } from "./doctor.js";
import { addExportCommands } from "./exports.js";
import { addImportCommands } from "./imports.js";
import { addKeyCommands } from "./keys.js";
import { addMailCommands } from "./mails.js";
import { addRoleCommands } from "./roles.js";
import { addServiceCommands } from "./service.js";
import { addSettingCommands } from "./settings.js";
import { addTokenCommands } from "./tokens.js";
import { addWebhookCommands } from "./webhooks.js";
import { addUserCommands } from "./users/users.js";

const FOOTER = `
Exit codes: 0 done; 1 refused, or a problem was found; 2 wrong usage or configuration; 3 the database or another
server isn't available; 141 the program that reads the output has ended.
Every command prints JSON with --json. In the folder of the project: npm run cli -- <command>`;

/** The program with all its commands. */
export function createProgram(line: CommandLine): Command {
  const program = new Command("authdock")
    .description("Operates the service: accounts, clients, tokens, settings, keys and the database.")
    .version(PRODUCT_VERSION, "-V, --version", "show the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show the help of a command")
    .addHelpText("after", FOOTER)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => line.terminal.write(text.trimEnd()),
      writeErr: (text) => line.terminal.report(text.trimEnd()),
      outputError: (text, write) => write(asSentence(text)),
    });
  const groups = [
    addAdminCommands,
    addUserCommands,
    addClientCommands,
    addTokenCommands,
    addRoleCommands,
    addSettingCommands,
    addDefinitionCommands,
    addWebhookCommands,
    addMailCommands,
    addKeyCommands,
    addDatabaseCommands,
    addBackupCommands,
    addImportCommands,
    addExportCommands,
    addServiceCommands,
    addDoctor,
  ];
  for (const add of groups) add(program, line);
  printJsonOnRequest(program);
  program.hook("preAction", (_, command) => {
    line.isJson = command.optsWithGlobals()["json"] === true;
  });
  return program;
}

/** commander writes "error: unknown option '--x'". */
function asSentence(text: string): string {
  const [first = "", ...hints] = text
    .trim()
    .replace(/^error: /, "")
    .split("\n");
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}${/[.?)]$/.test(first) ? "" : "."}`;
  return [sentence, ...hints].join(" ");
}

function printJsonOnRequest(command: Command): void {
  command.option("--json", "print JSON");
  for (const child of command.commands) printJsonOnRequest(child);
}
