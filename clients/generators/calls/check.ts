/** `check.ts <generator>`: runs the calls with a generated client and compares the requests with the expected ones. */
import { deepStrictEqual } from "node:assert";
import { EXPECTED } from "./expected.js";

const sent: string[] = [];
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const { pathname, search } = new URL(request.url);
  const body = await request.text();
  const { headers } = request;
  const parts = [
    headers.get("If-Match"),
    ...(body ? [headers.get("Content-Type"), body] : []),
    headers.get("Authorization"),
  ];
  const query = decodeURIComponent(search.replaceAll("+", "%20"));
  sent.push([`${request.method} ${pathname}${query}`, ...parts.filter(Boolean)].join(" "));
  return Response.json({});
};
await import(`./${process.argv[2]!}.ts`);
deepStrictEqual(sent, EXPECTED);
