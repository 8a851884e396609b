import { spawn } from "node:child_process";

export interface Ended {
  status: number | null;
  output: string;
}

/**
 * Runs a program to its end, or to the signal, and collects what it prints.
 * @param folder where it runs
 */
export function execute(
  program: string,
  parameters: string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  folder = process.cwd(),
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { env, signal, cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, output }));
  });
}
