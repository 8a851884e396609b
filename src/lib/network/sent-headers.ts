import type { IncomingMessage } from "node:http";

/**
 * How often a header was sent. `headers` keeps only the first one of some, and `headersDistinct` would copy all of them.
 * @param name in lower case
 */
export function headerCount(name: string, { rawHeaders }: IncomingMessage): number {
  let times = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index]!;
    if (sent.length === name.length && sent.toLowerCase() === name) times++;
  }
  return times;
}
