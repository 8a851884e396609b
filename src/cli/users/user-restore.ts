import type { Command } from "commander";
import { findRestorable, restoreUser } from "../../domain/users/restore-user.js";
import { toRfc3339 } from "../../lib/clock.js";
import { RESTORABLE_DAYS } from "../../models/restorable.js";
import type { CommandLine } from "../command-line.js";
import { CommandFailed } from "../failures.js";

/** `user restore <user>`. */
export function addUserRestore(users: Command, line: CommandLine): void {
  users
    .command("restore <user>")
    .description(`restore an account that was deleted in the last ${RESTORABLE_DAYS} days`)
    .action((user: string) => restore(line, user));
}

async function restore(line: CommandLine, emailOrId: string): Promise<void> {
  const operator = await line.operator();
  const accounts = await findRestorable(line.services, emailOrId);
  if (accounts.length > 1) {
    const rows = accounts.map(({ id, deleted_at }) => `\n  ${id}  deleted ${toRfc3339(deleted_at)}`);
    throw new CommandFailed(
      `Several deleted accounts had the address ${emailOrId}. Restore one of them by its id:${rows.join("")}`,
    );
  }
  const [account] = accounts;
  if (!account)
    throw new CommandFailed(
      `No account with the email or id ${emailOrId} was deleted in the last ${RESTORABLE_DAYS} days.`,
    );
  const { id, email } = account;
  await restoreUser(operator, id);
  line.print({ id, email }, [`Restored: ${email} (${id})`]);
}
