import { realpathSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * The file and the folder with which workers start. A shell's PWD keeps symbolic links, so that a link to the current
 * release leads workers that start later to a newer one; without PWD it is the folder that the process was started in.
 */
export function program(
  file: string = process.argv[1]!,
  folder: string = process.cwd(),
  pwd: string | undefined = process.env["PWD"],
): { exec: string; cwd: string } {
  const cwd = pwd !== undefined && pathOf(pwd) === folder ? pwd : folder;
  const path = relative(folder, file);
  return { exec: path.startsWith("..") ? file : join(cwd, path), cwd };
}

function pathOf(folder: string): string | null {
  try {
    return realpathSync(folder);
  } catch {
    return null; // the folder was removed
  }
}
