import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { User } from "../../../src/models/user.js";
import { cliJson, runCli, type Outcome } from "./command-line.js";
import { useFolder } from "./processes.js";
import type { World } from "./world.js";

/** Files of other applications in a folder of their own, and the commands that import them. */
export function useImporting(world: World) {
  const folder = useFolder();
  const file = (name: string, content: string | Buffer): string => {
    const path = join(folder.path, name);
    writeFileSync(path, content);
    return path;
  };
  return {
    folder,
    file,
    cli: (...parameters: string[]): Promise<Outcome> => runCli(world.services, parameters),
    /** A file with one JSON object per line. */
    lines: (...rows: object[]): string =>
      file("users.jsonl", rows.map((row) => JSON.stringify(row)).join("\n")),
    importing: (path: string, from: string, ...more: string[]) =>
      cliJson(world.services, "import", "users", path, "--from", from, ...more),
    account: (email: string) =>
      User.query(world.services.knex).findOne({ email, deleted_at: null }).throwIfNotFound().execute(),
    latestRun: async (): Promise<string> =>
      ((await world.services.knex("import_runs").orderBy("id", "desc").first("id")) as { id: string }).id,
  };
}
