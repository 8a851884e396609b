import type { Response } from "express";
import { withinTrace } from "../lib/current-trace.js";
import { localsOf } from "./locals.js";

/** In milliseconds. When an answer is added later than this after the first one, the batch is sent. */
const LONGEST_WAIT = 0.5;
/** After a batch of one answer, this many answers are sent immediately. The number doubles with each such batch, up to the limit. */
const FEWEST_IMMEDIATE = 16;
const MOST_IMMEDIATE = 256;

interface Ending {
  response: Response;
  text: string;
  encoding: BufferEncoding;
}

/**
 * Sends the answers of one turn of the event loop together, at its end. The first write wakes the client or the proxy that receives
 * it, which costs nearly as much as the write; during the next writes the receiver is awake. A single answer would wait for the end
 * of its turn without a benefit, so while each turn has only one, nearly all answers are sent immediately.
 */
export class AnswerBatch {
  private waiting: Ending[] = [];
  /** The number of answers in this turn, including those that were sent because of LONGEST_WAIT. */
  private count = 0;
  /** When the first waiting answer was added. */
  private oldest = 0;
  /** How many more answers are sent immediately. */
  private immediate = 0;
  /** How many will be sent immediately after the next batch of one answer. */
  private nextImmediate = FEWEST_IMMEDIATE;

  /** @param now a monotonic clock, in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Ends the response with the text, at the end of the turn at the latest. */
  end(response: Response, text: string, encoding: BufferEncoding): void {
    if (this.immediate > 0) {
      this.immediate--;
      response.end(text, encoding);
      return;
    }
    if (this.count++ === 0) setImmediate(() => this.endTurn());
    if (this.waiting.length === 0) this.oldest = this.now();
    this.waiting.push({ response, text, encoding });
    if (this.now() - this.oldest > LONGEST_WAIT) this.send();
  }

  private endTurn(): void {
    if (this.count > 1) this.nextImmediate = FEWEST_IMMEDIATE;
    else {
      this.immediate = this.nextImmediate;
      this.nextImmediate = Math.min(2 * this.nextImmediate, MOST_IMMEDIATE);
    }
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
