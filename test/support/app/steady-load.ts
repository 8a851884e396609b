import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds between two requests of a client. Without a pause, the clients would slow down the processes under test. */
const PAUSE = 5;

/** A steady stream of requests over several connections, which remembers every answer. */
export class SteadyLoad {
  /** Status or error code → how often. */
  readonly outcomes: Record<string, number> = {};
  private readonly kept = new Agent({ keepAlive: true });
  private isRunning = true;
  private readonly clients: Promise<unknown>;

  /** Half of the clients keep their connection, the others open one per request. */
  constructor(
    private readonly port: number,
    private readonly path: string,
    private readonly headers: Record<string, string> = {},
    clients = 4,
  ) {
    const run = async (agent: Agent | false): Promise<void> => {
      while (this.isRunning) {
        const outcome = await this.send(agent);
        this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1;
        await sleep(PAUSE);
      }
    };
    this.clients = Promise.all(
      Array.from({ length: clients }, (_, index) => run(index % 2 === 0 ? this.kept : false)),
    );
  }

  async end(): Promise<Record<string, number>> {
    this.isRunning = false;
    await this.clients;
    this.kept.destroy();
    return this.outcomes;
  }

  private send(agent: Agent | false): Promise<string> {
    const { port, path, headers } = this;
    return new Promise((resolve) => {
      request({ host: "127.0.0.1", port, path, headers, agent }, (response) => {
        response.resume().once("end", () => resolve(String(response.statusCode)));
        response.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      })
        .once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        .end();
    });
  }
}
