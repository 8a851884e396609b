import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";

/** Name → what `npm run relying-parties` has built; nothing in an ordinary run. */
export const BUILT_PARTIES = JSON.parse(process.env["RELYING_PARTIES"] ?? "{}") as Record<
  string,
  { library: string; run: string[] }
>;

/** Runs a built program with more parameters. */
export function runParty(name: string, parameters: string[] = []): ChildProcessWithoutNullStreams {
  const [command = "", ...own] = BUILT_PARTIES[name]!.run;
  return spawn(command, [...own, ...parameters]);
}
