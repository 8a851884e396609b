import { readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";

/**
 * Changes within this time are reported together: an editor writes a file in several steps, and git writes many
 * files.
 */
const DEBOUNCE_MS = 40;

/**
 * Reports files that were written, created or removed. It watches folders instead of files, so that it still sees a
 * file that an editor replaces, and new folders.
 * @param folders watched with their subfolders
 * @param files watched in the current folder
 */
export function watchFiles(folders: string[], files: string[], onChange: (paths: string[]) => void): void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const note = (path: string): void => {
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const paths = [...changed].sort();
      changed.clear();
      onChange(paths);
    }, DEBOUNCE_MS);
  };
  const watchFolder = (folder: string): void => {
    const watcher = watch(folder, (_event, name) => {
      if (name === null) return;
      const path = join(folder, name);
      if (isFolder(path)) watchFolder(path);
      else note(path);
    });
    watcher.on("error", () => watcher.close()); // the folder was removed
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) watchFolder(join(folder, entry.name));
  };
  folders.forEach(watchFolder);
  watch(".", (_event, name) => {
    if (name !== null && files.includes(name)) note(name);
  });
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
