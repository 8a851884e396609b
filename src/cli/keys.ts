import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import { publishedKeys, rotateKeys, type PublishedKey } from "../domain/oauth/signing-keys.js";
import { now, toRfc3339 } from "../lib/clock.js";
import type { CommandLine } from "./command-line.js";
import { table } from "./tables.js";

/** `keys list|rotate`, and `key`. */
export function addKeyCommands(program: Command, line: CommandLine): void {
  const keys = program.command("keys").description("keys that sign ID tokens, and the key that encrypts");
  keys
    .command("list", { isDefault: true })
    .description("list the keys that sign ID tokens")
    .action(() => showKeys(line));
  keys
    .command("rotate")
    .description("replace the keys that sign ID tokens")
    .option("--now", "immediately, if others may know them; what they have signed isn't accepted any more")
    .action(async ({ now: isUrgent = false }: { now?: boolean }) => {
      await rotateKeys(line.services, { isUrgent });
      await showKeys(line);
    });
  program
    .command("key")
    .description("print a new APP_KEY")
    .action(() => {
      const key = `base64:${randomBytes(32).toString("base64")}`;
      line.print({ key }, [key]);
    });
}

async function showKeys(line: CommandLine): Promise<void> {
  const keys = await publishedKeys(line.services);
  const items = keys.map(({ id, algorithm, signsFrom, endsAt }) => ({
    ...{ algorithm, id },
    ...{ signs_from: toRfc3339(signsFrom), published_until: toRfc3339(endsAt) },
  }));
  const rows = keys.map((key) => [key.algorithm, key.id, stateOf(key)]);
  line.print({ items }, table(["ALGORITHM", "ID", "STATE"], rows));
}

function stateOf({ signsFrom, endsAt }: PublishedKey): string {
  if (signsFrom > now()) return `signs from ${toRfc3339(signsFrom)}`;
  const since = `signs since ${toRfc3339(signsFrom)}`;
  return endsAt === null ? since : `${since}, published until ${toRfc3339(endsAt)}`;
}
