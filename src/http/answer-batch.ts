import type { Response } from "express";
import { withinTrace } from "../lib/current-trace.js";
import { localsOf } from "./locals.js";

/** How long an answer waits for others, in milliseconds, while further ones arrive. */
const LONGEST_WAIT = 0.5;
/** So many answers are sent at once after one that waited in vain, and twice as many after each further one, up to a limit. */
const FEWEST_AT_ONCE = 16;
const MOST_AT_ONCE = 256;

interface Ending {
  response: Response;
  text: string;
  encoding: BufferEncoding;
}

/**
 * Sends the answers of one turn of the event loop together, at its end. A write that wakes its receiver interrupts another
 * processor, which costs more than the write itself on a virtual machine; the receiver of the next ones is awake. While
 * each turn has one answer only, waiting would cost another turn and the rest of this one, so nearly all are sent at once.
 */
export class AnswerBatch {
  private waiting: Ending[] = [];
  /** The answers of this turn, with those that were sent. */
  private count = 0;
  private oldest = 0;
  /** The answers that are sent at once before the next one waits, now and after the next one that waits in vain. */
  private atOnce = 0;
  private nextAtOnce = FEWEST_AT_ONCE;

  /** @param now a monotonic clock, in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Ends the response with the text, at the end of the turn at the latest. */
  end(response: Response, text: string, encoding: BufferEncoding): void {
    if (this.atOnce > 0) {
      this.atOnce--;
      response.end(text, encoding);
      return;
    }
    if (this.count++ === 0) setImmediate(() => this.endTurn());
    if (this.waiting.length === 0) this.oldest = this.now();
    this.waiting.push({ response, text, encoding });
    if (this.now() - this.oldest > LONGEST_WAIT) this.send();
  }

  private endTurn(): void {
    if (this.count === 1) this.atOnce = this.nextAtOnce;
    this.nextAtOnce = this.count === 1 ? Math.min(2 * this.nextAtOnce, MOST_AT_ONCE) : FEWEST_AT_ONCE;
    this.count = 0;
    this.send();
  }

  /** Each in its own trace, because listeners of a response write lines about its request. */
  private send(): void {
    const endings = this.waiting;
    this.waiting = [];
    for (const ending of endings) withinTrace(localsOf(ending.response), end, ending);
  }
}

const end = ({ response, text, encoding }: Ending): void => void response.end(text, encoding);
