import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { ProductProcess, until } from "../app/processes.js";

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

/** Runs a built server, and waits until it listens on the port. */
export async function serveParty(name: string, port: number, parameters: string[]): Promise<ProductProcess> {
  const server = new ProductProcess(runParty(name, parameters));
  const isListening = async (): Promise<boolean> => {
    if (!server.isRunning) throw new Error(`${name} ended: ${server.errors}`);
    const socket = connect(port, "127.0.0.1");
    const answers = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    return answers;
  };
  try {
    await until(`${name} listens`, isListening);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/**
 * Runs a built program that tells its steps as lines of a word and a value, and reads a line after some of them.
 * @param answers word → makes the line that the program reads next, from the value and all values so far
 * @returns the values by their words, and how it ended
 */
export async function converse(
  name: string,
  parameters: string[],
  answers: Record<string, (value: string, told: Record<string, string>) => Promise<string>>,
): Promise<{ told: Record<string, string>; code: number; errors: string }> {
  const program = runParty(name, parameters);
  const exited = once(program, "exit") as Promise<[number]>;
  let errors = "";
  program.stderr.on("data", (part: Buffer) => (errors += part.toString()));
  const told: Record<string, string> = {};
  try {
    for await (const line of createInterface(program.stdout)) {
      const [, word = "", value = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
      told[word] = value;
      const answer = await answers[word]?.(value, told);
      if (answer !== undefined) program.stdin.write(`${answer}\n`);
    }
    return { told, code: (await exited)[0], errors };
  } finally {
    program.kill();
  }
}
