import { get, type Server } from "node:http";
import { duplexPair } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { SECOND } from "../lib/clock.js";

const TRIES = 10;

/** The new process of a reload couldn't sign users in. */
export class NotReady extends Error {}

/**
 * Asks the server for `/ready` before it listens, over a connection in memory, so that a reload never puts a process
 * into service that can't serve. A database that fails over gets some seconds. @throws NotReady
 */
export async function proveReady(server: Server): Promise<void> {
  let answer = await ask(server);
  for (let tries = 1; answer.status !== 200 && tries < TRIES; tries++) {
    await sleep(SECOND);
    answer = await ask(server);
  }
  if (answer.status !== 200) throw new NotReady(`The new process isn't ready: ${answer.body}`);
}

function ask(server: Server): Promise<{ status: number | undefined; body: string }> {
  const [client, connection] = duplexPair();
  // as of a connection on this machine
  server.emit("connection", Object.assign(connection, { remoteAddress: "127.0.0.1" }));
  return new Promise((resolve, reject) => {
    const options = { path: "/ready", headers: { connection: "close" }, createConnection: () => client };
    get(options, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
      response.once("end", () => resolve({ status: response.statusCode, body }));
    }).once("error", reject);
  });
}
