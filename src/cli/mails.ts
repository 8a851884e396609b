import type { Command } from "commander";
import { countMails, listFailedMails, retryFailedMails } from "../domain/mail/mail-delivery.js";
import { toRfc3339 } from "../lib/clock.js";
import { commandOrigin, type CommandLine } from "./command-line.js";
import { properties, table } from "./tables.js";

/** `mail list`, `mail retry`. */
export function addMailCommands(program: Command, line: CommandLine): void {
  const mails = program.command("mail").alias("mails").description("emails that wait to be sent");
  mails
    .command("list", { isDefault: true })
    .description("count queued, failed and expired mails, and list the failed ones")
    .action(() => showMails(line));
  mails
    .command("retry")
    .description("queue failed mails again, if their content is still valid")
    .action(async () => {
      const queued = await retryFailedMails(line.services, commandOrigin());
      line.print({ queued }, [`Queued again: ${queued}`]);
    });
}

async function showMails(line: CommandLine): Promise<void> {
  const counts = await countMails(line.services);
  const failed = await listFailedMails(line.services);
  const items = failed.map((mail) => ({ ...mail, created_at: toRfc3339(mail.created_at) }));
  const rows = items.map(({ id, kind, user_id, attempts, created_at }) => [
    ...[id, kind, user_id],
    ...[attempts, created_at],
  ]);
  const list =
    rows.length === 0 ? [] : ["", ...table(["FAILED", "KIND", "USER", "ATTEMPTS", "CREATED"], rows)];
  line.print({ ...counts, failed_mails: items }, [...properties({ ...counts }), ...list]);
}
