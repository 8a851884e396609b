import { readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";

/** An editor writes a file in several steps, and git several files at once. */
const SETTLES_AFTER_MS = 40;

/**
 * Tells which files were written, made or removed. Each folder is watched by itself: so a file that an editor replaces is
 * still watched, and so are folders that are made later.
 * @param folders watched with the folders in them
 * @param files of the current folder
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
    }, SETTLES_AFTER_MS);
  };
  const watchFolder = (folder: string): void => {
    const watcher = watch(folder, (_event, name) => {
      if (name === null) return;
      const path = join(folder, name);
      if (isFolder(path)) watchFolder(path);
      else note(path);
    });
    watcher.on("error", () => watcher.close()); // the folder is gone
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) watchFolder(join(folder, entry.name));
  };
  folders.forEach(watchFolder);
  watch(".", (_event, name) => {
    if (name !== null && files.includes(name)) note(name);
  });
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
