import { randomBytes } from "node:crypto";
import { v4 as uuidv4 } from "uuid";
import { readConfig, type Config } from "./config/config.js";
import { ConfigurationError } from "./config/env.js";
import { prune } from "./domain/prune.js";
import { seedAdministrator, seedBasics } from "./domain/seed.js";
import { closeServices, createServices, type Services } from "./domain/services.js";
import { changeSettings } from "./domain/settings-changes.js";
import { SETTINGS, type SettingKey } from "./domain/settings.js";
import { Failure, ValidationFailed } from "./lib/failures.js";

type Command = { help: string; run(services: Services, parameters: string[]): Promise<void> };

const COMMANDS: Record<string, Command> = {
  migrate: {
    help: "migrate                      bring the database up to date",
    run: async ({ knex }) => {
      const [, names] = (await knex.migrate.latest()) as [number, string[]];
      console.log(names.length === 0 ? "The database is up to date." : `Migrated: ${names.join(", ")}`);
    },
  },
  seed: {
    help: "seed                         add roles, permissions, definitions, settings, the first administrator",
    run: async (services) => {
      await seedBasics(services.knex);
      const administrator = await seedAdministrator(services);
      if (!administrator) return;
      console.log(`\n  First administrator   ${administrator.email}`);
      console.log(`  One-time password     ${administrator.password}   (shown only now)\n`);
    },
  },
  settings: {
    help: "settings [<key> <value>]     show the settings, or change one",
    run: async (services, [key, value]) => {
      if (key !== undefined && value !== undefined) {
        const origin = { ip: "cli", userAgent: null, traceId: uuidv4() };
        return changeSettings(services, { [key]: value }, null, origin);
      }
      if (key !== undefined)
        throw new ValidationFailed({ [key]: ["Give the value, too: settings <key> <value>."] });
      const snapshot = await services.settings.read();
      for (const name of Object.keys(SETTINGS) as SettingKey[]) {
        const shown = snapshot.get(name);
        console.log(`${name.padEnd(36)} ${typeof shown === "boolean" ? Number(shown) : shown}`); // as it is written
      }
    },
  },
  prune: {
    help: "prune                        delete what has outlived its retention, anonymise the deleted",
    run: async (services) => {
      for (const [table, rows] of Object.entries(await prune(services)))
        console.log(`${table.padEnd(28)} ${rows}`);
    },
  },
};

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

/** A command speaks to a person; the log would only repeat it. */
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
