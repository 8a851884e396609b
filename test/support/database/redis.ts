import { spawn } from "node:child_process";
import { connect } from "node:net";
import { freePort } from "./mariadb.js";
import { until } from "../app/processes.js";

export interface PrivateRedis {
  url: string;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** A server on a free port, without persistence. */
export async function startRedis(): Promise<PrivateRedis> {
  const port = await freePort();
  const parameters = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const server = spawn("redis-server", parameters, { stdio: "ignore" });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  await until("Redis answers", () => accepts(port));
  return {
    url: `redis://127.0.0.1:${port}`,
    signal: (name) => void server.kill(name),
    stop: async () => {
      server.kill("SIGCONT");
      server.kill("SIGKILL");
      await ended;
    },
  };
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
