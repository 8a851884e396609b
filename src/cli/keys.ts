import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import { recordActivity } from "../domain/audit/record.js";
import { publishedKeys, rotateKeys, type PublishedKey } from "../domain/oauth/openid/signing-keys.js";
import { now, toRfc3339 } from "../lib/clock.js";
import { verifyAppKey } from "../domain/upkeep/app-key.js";
import { reEncrypt } from "../domain/upkeep/re-encryption.js";
import { commandOrigin, type CommandLine } from "./command-line.js";
import { EXIT } from "./failures.js";
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
    .option("--now", "replace leaked keys immediately; tokens they signed are no longer accepted")
    .action(async ({ now: isUrgent = false }: { now?: boolean }) => {
      await rotateKeys(line.services, { isUrgent, origin: commandOrigin() });
      await showKeys(line);
    });
  keys
    .command("re-encrypt")
    .description("re-encrypt values that use a key of APP_PREVIOUS_KEYS, so that you can remove it")
    .action(() => renewEncryption(line));
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

async function renewEncryption(line: CommandLine): Promise<void> {
  const { services } = line;
  await verifyAppKey(services.knex, services.encryption);
  const results = await reEncrypt(services, (done) => line.terminal.progress?.(`Values: ${done}`));
  line.terminal.progress?.("");
  const total = (name: "renewed" | "unreadable"): number => results.reduce((sum, row) => sum + row[name], 0);
  const [renewed, unreadable] = [total("renewed"), total("unreadable")];
  if (unreadable > 0) line.exitCode = EXIT.failed;
  if (renewed > 0) {
    const activity = { event: "values_reencrypted", actorId: null, changes: { values: renewed } } as const;
    await recordActivity(services.knex, activity, commandOrigin());
  }
  const rows = results.map((row) => [`${row.table}.${row.column}`, row.renewed, row.unreadable]);
  line.print({ renewed, unreadable, columns: results }, [
    ...table(["VALUES OF", "RENEWED", "UNREADABLE"], rows),
    unreadable > 0
      ? "No configured key decrypts some values. Add their key to APP_PREVIOUS_KEYS and run the command again."
      : "Every value is under APP_KEY. Once every process runs with it, you can remove APP_PREVIOUS_KEYS.",
  ]);
}
