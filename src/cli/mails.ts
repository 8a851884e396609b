import type { Command } from "commander";
import { countMails, listUnsentMails, retryMails, type UnsentMail } from "../domain/mail/mail-delivery.js";
import { toRfc3339 } from "../lib/clock.js";
import { commandOrigin, type CommandLine } from "./command-line.js";
import { properties, table } from "./tables.js";

/** `mail list`, `mail retry`. */
export function addMailCommands(program: Command, line: CommandLine): void {
  const mails = program.command("mail").alias("mails").description("emails that wait to be sent");
  mails
    .command("list", { isDefault: true })
    .description("count queued, failed and expired mails, and say why they weren't sent")
    .action(() => showMails(line));
  mails
    .command("retry")
    .description("try queued and failed mails again now, if their content is still valid")
    .action(async () => {
      const queued = await retryMails(line.services, commandOrigin());
      line.print({ queued }, [`Queued again: ${queued}`]);
    });
}

async function showMails(line: CommandLine): Promise<void> {
  const counts = await countMails(line.services);
  const queued = (await listUnsentMails(line.services, "queued")).map(presented);
  const failed = (await listUnsentMails(line.services, "failed")).map(presented);
  line.print({ ...counts, queued_mails: queued, failed_mails: failed.map(withoutNextTry) }, [
    ...properties({ ...counts }),
    ...tableOf("QUEUED", "NEXT TRY", queued, "next_try_at"),
    ...tableOf("FAILED", "CREATED", failed, "created_at"),
  ]);
}

const presented = ({ id, kind, user_id, attempts, available_at, last_error, created_at }: UnsentMail) => ({
  ...{ id, kind, user_id, attempts, reason: last_error },
  ...{ next_try_at: toRfc3339(available_at), created_at: toRfc3339(created_at) },
});
type Presented = ReturnType<typeof presented>;

const withoutNextTry = ({ next_try_at: _, ...mail }: Presented) => mail;

function tableOf(
  title: string,
  time: string,
  mails: readonly Presented[],
  timeOf: "next_try_at" | "created_at",
): string[] {
  if (mails.length === 0) return [];
  const rows = mails.map((mail) => [
    ...[mail.id, mail.kind, mail.user_id, mail.attempts],
    ...[mail[timeOf], mail.reason ?? ""],
  ]);
  return ["", ...table([title, "KIND", "USER", "ATTEMPTS", time, "REASON"], rows)];
}
