import { expect } from "chai";
import { registration } from "../app/factories.js";
import type { Answer, RemoteApi } from "../app/processes.js";

/** What a load has seen. */
export interface Report {
  requests: number;
  /** Answers with 503. */
  rejected: number;
  /** Any other failure: a lost connection, or a status that nobody expects. */
  failures: string[];
  longestOutageMs: number;
  slowestMs: number;
  writes: number;
  bans: number;
}

/**
 * Registers accounts, reads with their tokens, bans them and renames others, on several servers without a pause, and
 * remembers what was acknowledged.
 */
export class ClusterLoad {
  /** Email → status, of every acknowledged registration and ban. */
  readonly accounts = new Map<string, "active" | "banned">();
  /** Account → the number in its last acknowledged name. */
  readonly names = new Map<string, number>();
  readonly aliveAfterBan: string[] = [];
  private readonly report: Report = {
    ...{ requests: 0, rejected: 0, failures: [], longestOutageMs: 0, slowestMs: 0, writes: 0, bans: 0 },
  };
  private isRunning = true;
  private readonly clients: Promise<unknown>;

  constructor(
    private readonly servers: readonly RemoteApi[],
    admin: string,
    renamed: readonly string[],
    bans = 3,
  ) {
    this.clients = Promise.all([
      ...renamed.map((id, index) => this.rename(servers[index % servers.length]!.as(admin), id)),
      ...Array.from({ length: bans }, (_, index) => this.ban(index, admin)),
    ]);
  }

  async end(): Promise<Report> {
    this.isRunning = false;
    await this.clients;
    return this.report;
  }

  private async rename(admin: RemoteApi, id: string): Promise<void> {
    const send = this.client();
    for (let number = 1; this.isRunning; number++) {
      const answer = await send(() => admin.patch(`/users/${id}`, { first_name: `Name${number}` }), [200]);
      if (answer === null) continue;
      this.report.writes++;
      this.names.set(id, number);
    }
  }

  private async ban(index: number, token: string): Promise<void> {
    const send = this.client();
    for (let round = index; this.isRunning; round++) {
      const server = this.servers[round % this.servers.length]!;
      const body = registration();
      const email = body["email"] as string;
      const registered = await send(() => server.post("/auth/register", body), [201]);
      if (registered === null) continue;
      this.report.writes++;
      this.accounts.set(email, "active");
      const { user, token: own } = registered.body.data as { user: { id: string }; token: string };
      await this.onEveryServer((api) => send(() => api.as(own).get("/auth/me"), [200]));
      const admin = this.servers[(round + 1) % this.servers.length]!.as(token);
      const banned = await send(() => admin.patch(`/users/${user.id}`, { status: "banned" }), [200]);
      if (banned === null) continue;
      this.report.writes++;
      this.report.bans++;
      this.accounts.set(email, "banned");
      await this.onEveryServer(async (api) => {
        // any other answer than a rejection is a failure below
        const answer = await send(() => api.as(own).get("/auth/me"), [200, 401, 403]);
        if (answer?.status === 200) this.aliveAfterBan.push(email);
      });
    }
  }

  private async onEveryServer(act: (api: RemoteApi) => Promise<unknown>): Promise<void> {
    await Promise.all(this.servers.map(act));
  }

  /** Sends one after the other. @returns a function that returns null when the request was not acknowledged */
  private client(): (act: () => Promise<Answer>, expected: number[]) => Promise<Answer | null> {
    let failingSince: number | null = null;
    const { report } = this;
    return async (act, expected) => {
      const started = Date.now();
      const answer = await act().catch((error: unknown) => String((error as Error).cause ?? error));
      const ended = Date.now();
      report.requests++;
      report.slowestMs = Math.max(report.slowestMs, ended - started);
      if (typeof answer !== "string" && expected.includes(answer.status)) {
        if (failingSince !== null)
          report.longestOutageMs = Math.max(report.longestOutageMs, ended - failingSince);
        failingSince = null;
        return answer;
      }
      failingSince ??= started;
      if (typeof answer !== "string" && answer.status === 503) report.rejected++;
      else report.failures.push(typeof answer === "string" ? answer : `status ${answer.status}`);
      return null;
    };
  }
}

/** Compares what was acknowledged with the rows of one node. */
export function expectStored(
  load: ClusterLoad,
  rows: readonly { id: string; email: string; status: string; first_name: string }[],
): void {
  const byEmail = new Map(rows.map((row) => [row.email, row]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const lost = [...load.accounts].filter(([email, status]) => {
    const row = byEmail.get(email);
    return row === undefined || (status === "banned" && row.status !== "banned");
  });
  expect(lost, "lost registrations and bans").to.deep.equal([]);
  for (const [id, number] of load.names)
    expect(Number(byId.get(id)!.first_name.slice("Name".length)), "the last name").to.be.at.least(number);
}
