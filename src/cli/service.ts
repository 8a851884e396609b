import type { Command } from "commander";
import { notifyOfExpiringTokens } from "../domain/tokens/token-expiry-notices.js";
import { verifyAppKey } from "../domain/upkeep/app-key.js";
import { prune } from "../domain/upkeep/prune.js";
import { seedAdministrator, seedBasics } from "../domain/upkeep/seed.js";
import type { CommandLine } from "./command-line.js";

/** `seed`, `prune`, `notices`, `routes`. */
export function addServiceCommands(program: Command, line: CommandLine): void {
  program
    .command("seed")
    .description("add missing roles, permissions, definitions and settings, and the first administrator")
    .action(() => seed(line));
  program
    .command("prune")
    .description("delete rows after their retention, and anonymise deleted accounts")
    .action(async () => {
      const deleted = await prune(line.services);
      const lines = Object.entries(deleted).map(([table, rows]) => `${table.padEnd(28)} ${rows}`);
      line.print({ deleted }, lines);
    });
  program
    .command("notices")
    .description("queue the mails about tokens that expire soon")
    .action(async () => {
      const queued = await notifyOfExpiringTokens(line.services);
      line.print({ token_expiring: queued }, [`token_expiring               ${queued}`]);
    });
  program
    .command("routes")
    .description("list every page: method, path, name, guards in their order")
    .action(() => showRoutes(line));
}

async function seed(line: CommandLine): Promise<void> {
  const { services } = line;
  await verifyAppKey(services.knex, services.encryption);
  await seedBasics(services.knex);
  const administrator = await seedAdministrator(services);
  const lines = administrator && [
    `\n  First administrator   ${administrator.email}`,
    `  One-time password     ${administrator.password}   (shown only now)`,
    "  The first sign-in asks for a new password.\n",
  ];
  line.print({ administrator }, lines ?? []);
}

async function showRoutes(line: CommandLine): Promise<void> {
  const { ROUTES } = await import("../web/routes.js");
  line.print(
    { items: ROUTES.map(({ method, path, name, guards }) => ({ method, path, name, guards })) },
    ROUTES.map(({ method, path, name, guards }) =>
      [method.padEnd(7), path.padEnd(48), name.padEnd(34), guards.join(" → ")].join(""),
    ),
  );
}
