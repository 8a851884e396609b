import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { isLockedByOther } from "../../database/sqlite/sqlite-copy.js";
import { CommandFailed } from "../failures.js";
import { asOperator } from "../files/rights.js";

/**
 * Rejects to replace a file that another process has open, which would keep writing to the former file and lose all of
 * that. Linux lists the open files of every process that this user can see. The locks of SQLite also show those of other
 * accounts and of containers, on every system, but not for a damaged file. They include the connections of this process,
 * so this is asked before the first one.
 * @throws CommandFailed
 */
export async function assertNotOpen(file: string): Promise<void> {
  if (!existsSync(file)) return;
  const isOwn = await assertInNoProcess(file);
  if (!isOwn && isLockedByOther(file))
    throw new CommandFailed(`${file} is open in another process. Stop the service first.`);
}

/** Like `assertNotOpen`, without the locks. @returns whether this process has the file open */
export async function assertInNoProcess(file: string): Promise<boolean> {
  const holders = await asOperator(() => processesWith(file));
  const others = holders.filter((id) => id !== process.pid);
  if (others.length > 0)
    throw new CommandFailed(`${file} is open in process ${others.join(", ")}. Stop the service first.`);
  return holders.length > 0;
}

/** The ids of the processes; none where the system has no /proc. */
async function processesWith(file: string): Promise<number[]> {
  const { dev, ino } = await stat(file, { bigint: true });
  const holders: number[] = [];
  for (const id of (await namesIn("/proc")).filter((name) => /^\d+$/.test(name)))
    for (const descriptor of await namesIn(`/proc/${id}/fd`)) {
      const found = await stat(`/proc/${id}/fd/${descriptor}`, { bigint: true }).catch(() => null);
      if (found?.dev !== dev || found.ino !== ino) continue;
      holders.push(Number(id));
      break;
    }
  return holders;
}

/** Processes end while they are listed, and some are hidden from this user. */
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
