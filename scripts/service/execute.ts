import { spawn } from "node:child_process";

export interface Result {
  /** The exit code; null when a signal ended the program. */
  status: number | null;
  output: string;
}

/**
 * Runs a program until it exits or the signal aborts it.
 * @param folder the working directory
 * @returns its exit code and its output
 */
export function execute(
  program: string,
  parameters: string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  folder = process.cwd(),
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { env, signal, cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, output }));
  });
}
