import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { v4 as uuidv4 } from "uuid";
import { definitionsCommand } from "./cli/definitions.js";
import { keysCommand } from "./cli/keys.js";
import { listsCommand } from "./cli/lists.js";
import { mailsCommand } from "./cli/mails.js";
import { migrateCommand } from "./cli/migrate.js";
import { usersCommand } from "./cli/users.js";
import { readConfig, type Config } from "./config/config.js";
import { ConfigurationError } from "./config/env.js";
import { verifyAppKey } from "./domain/upkeep/app-key.js";
import { prune } from "./domain/upkeep/prune.js";
import { seedAdministrator, seedBasics } from "./domain/upkeep/seed.js";
import { closeServices, createServices, type Services } from "./domain/services.js";
import { changeSettings, type SettingsChange } from "./domain/administration/settings-changes.js";
import {
  isSecret,
  isSetting,
  SETTINGS,
  type SettingKey,
  type SettingsSnapshot,
} from "./domain/settings/settings.js";
import { notifyOfExpiringTokens } from "./domain/tokens/token-expiry-notices.js";
import { Failure, ValidationFailed } from "./lib/failures.js";

type Command = { help: string; run(services: Services, parameters: string[]): Promise<void> };

const COMMANDS: Record<string, Command> = {
  migrate: {
    help: "migrate [status|unlock]      bring the database up to date; show what has run; end a runner that hangs",
    run: migrateCommand,
  },
  seed: {
    help: "seed                         add roles, permissions, definitions, settings, the first administrator",
    run: async (services) => {
      await verifyAppKey(services.knex, services.encryption);
      await seedBasics(services.knex);
      const administrator = await seedAdministrator(services);
      if (!administrator) return;
      console.log(`\n  First administrator   ${administrator.email}`);
      console.log(`  One-time password     ${administrator.password}   (shown only now)`);
      console.log("  The first sign-in asks for a new password.\n");
    },
  },
  settings: {
    help: "settings [<key> <value>]     show the settings, or change one; - reads the value from standard input, --remove removes a secret",
    run: async (services, [key, value]) => {
      if (key !== undefined && value !== undefined) {
        const origin = { ip: "cli", userAgent: null, traceId: uuidv4() };
        return void (await changeSettings({ services, origin, actor: null }, changeOf(key, value)));
      }
      if (key !== undefined)
        throw new ValidationFailed({ [key]: ["A value is required: settings <key> <value>."] });
      const snapshot = await services.settings.read();
      for (const name of Object.keys(SETTINGS) as SettingKey[])
        console.log(`${name.padEnd(36)} ${shownOf(snapshot, name)}`);
    },
  },
  definitions: {
    help: "definitions [put …]          show the definitions, such as account statuses; put and deactivate change them, see docs/operations.md",
    run: definitionsCommand,
  },
  users: {
    help: "users restore <email or id>  restore an account that was deleted in the last 30 days",
    run: usersCommand,
  },
  routes: {
    help: "routes                       every page: method, path, name, guards in their order",
    run: async () => {
      const { ROUTES } = await import("./web/routes.js");
      for (const { method, path, name, guards } of ROUTES)
        console.log([method.padEnd(7), path.padEnd(48), name.padEnd(34), guards.join(" → ")].join(""));
    },
  },
  mails: {
    help: "mails [retry]                count queued, failed and expired mails, or queue failed ones again",
    run: mailsCommand,
  },
  keys: {
    help: "keys [rotate [--now]]        list the keys that sign ID tokens, or replace them; --now if others may know them",
    run: keysCommand,
  },
  lists: {
    help: "lists verify|repair          compare the index of the lists with the rows, or correct it",
    run: listsCommand,
  },
  notices: {
    help: "notices                      queue the mails about tokens that expire soon",
    run: async (services) =>
      console.log(`token_expiring               ${await notifyOfExpiringTokens(services)}`),
  },
  prune: {
    help: "prune                        delete rows after their retention and anonymise deleted accounts",
    run: async (services) => {
      for (const [table, rows] of Object.entries(await prune(services)))
        console.log(`${table.padEnd(28)} ${rows}`);
    },
  },
};

/** `--remove` removes a secret, because a blank one means no change. */
function changeOf(key: string, value: string): SettingsChange {
  if (value === "--remove" && isSetting(key) && isSecret(key)) return { values: {}, removed: [key] };
  // "-" reads a secret from standard input, because arguments show in the list of processes
  return { values: { [key]: value === "-" ? readFileSync(0, "utf8").trim() : value } };
}

/** The stored value; for a secret only whether it is set. */
function shownOf(snapshot: SettingsSnapshot, name: SettingKey): string {
  if (isSecret(name)) return snapshot.isSet(name) ? "set" : "not set";
  return snapshot.text(name);
}

const USAGE = `npm run cli -- <command>\n\n${[...Object.values(COMMANDS).map((command) => command.help), "key                          print a new APP_KEY"].map((line) => `  ${line}`).join("\n")}`;

async function main([name = "", ...parameters]: string[]): Promise<void> {
  if (name === "key") return console.log(`base64:${randomBytes(32).toString("base64")}`);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    console.error(USAGE);
    process.exitCode = name === "" ? 0 : 1;
    return;
  }
  const services = createServices(quiet(readConfig()));
  try {
    await command.run(services, parameters);
  } finally {
    await closeServices(services);
  }
}

/** Commands print their result, so the log shows only warnings. */
const quiet = (config: Config): Config => ({ ...config, env: { ...config.env, LOG_LEVEL: "warn" } });

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof ValidationFailed)
    console.error(
      Object.entries(error.errors)
        .map(([key, texts]) => `${key}: ${texts.join(" ")}`)
        .join("\n"),
    );
  else console.error(error instanceof ConfigurationError || error instanceof Failure ? error.message : error);
  process.exitCode = 1;
});
