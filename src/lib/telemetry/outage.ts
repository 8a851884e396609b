import { now } from "../clock.js";
import type { Logger } from "./log.js";

/** Logs one line when a server stops answering and one when it answers again, instead of one for each error in between. */
export class Outage {
  private startedAt: number | null = null;
  private lastErrorAt = 0;

  /**
   * @param server as it is named in the sentences
   * @param advice what to do, as a sentence
   * @param quietMs for how long there must be no error before the outage has ended
   */
  constructor(
    private readonly log: Logger,
    private readonly server: string,
    private readonly advice: string,
    private readonly quietMs: number,
  ) {}

  /** Notes an error of the server. @param reason a message, of which the first line is logged */
  failed(reason: string): void {
    this.lastErrorAt = now();
    if (this.startedAt !== null) return;
    this.startedAt = this.lastErrorAt;
    const [line = ""] = reason.split("\n");
    this.log.warn(`${this.server} isn't available: ${line.replace(/\.$/, "")}. ${this.advice}`);
  }

  /** Notes that the server has answered. */
  answered(): void {
    if (this.startedAt === null || now() - this.lastErrorAt < this.quietMs) return;
    const seconds = Math.round((now() - this.startedAt) / 1000);
    this.startedAt = null;
    this.log.warn({ seconds }, `${this.server} is available again`);
  }
}
