import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
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
