import type { AnyReply } from "../route-files.js";
import type { Message } from "./send.js";

/** The end of an envelope, after the trace id. */
const END = '"}';

/** The messages for frozen replies, which differ only in the trace id at their end. */
export class SharedMessages {
  private readonly beginnings = new WeakMap<AnyReply, Message & { text: string }>();

  of(reply: AnyReply, traceId: string): Message | undefined {
    const known = this.beginnings.get(reply);
    return known && { status: known.status, headers: known.headers, text: known.text + traceId + END };
  }

  /** @param message that satisfies the contract */
  keep(reply: AnyReply, { status, headers, text }: Message, traceId: string): void {
    const end = traceId + END;
    if (Object.isFrozen(reply) && text?.endsWith(end))
      this.beginnings.set(reply, { status, headers, text: text.slice(0, -end.length) });
  }
}
