import { spawn } from "node:child_process";
import { PRODUCT_NAME } from "../../../src/config/product.js";
import { ProductProcess, RemoteApi, until } from "./processes.js";

/** A product that `make run` serves. */
export interface MakeRun {
  process: ProductProcess;
  api: RemoteApi;
  stop(): Promise<void>;
}

/** Runs `make run` in a folder and waits until the address is printed. @throws Error with its output when it ends */
export async function makeRun(folder: string, port: number, name = PRODUCT_NAME): Promise<MakeRun> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PORT: String(port) };
  const running = new ProductProcess(spawn("make", ["run"], { cwd: folder, env, detached: true }));
  const stop = async (): Promise<void> => {
    // signals the whole process group, as a terminal does
    if (running.isRunning) process.kill(-running.child.pid!, "SIGINT");
    await running.exited;
  };
  const told = (): string => running.output + running.errors;
  const isTold = (): boolean => {
    if (!running.isRunning) throw new Error(`make run ended: ${told()}`);
    return told().includes(`${name} serves http://localhost:${port}`);
  };
  try {
    await until("the address is printed", isTold, 350_000);
  } catch (error) {
    await stop();
    throw error;
  }
  return { process: running, api: new RemoteApi(`http://127.0.0.1:${port}`), stop };
}
