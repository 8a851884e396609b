import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from "node:http";
import { checkOAuthResponse } from "../contract/oauth-check.js";

/** Scripts on pages get the envelope of the API, which isn't part of the contract of OAuth2. */
const isScript = ({ headers: { accept = "" } }: IncomingMessage): boolean =>
  accept.includes("json") && !accept.includes("html");

/**
 * The app, with every answer of its OAuth2 endpoints checked against the contract, whichever client sent the request.
 * @param problems receives what breaks the contract
 */
export const observed =
  (listener: RequestListener, problems: Error[]): RequestListener =>
  (request, response) => {
    const path = request.url ?? "";
    if (path.startsWith("/oauth/") || path.startsWith("/.well-known/")) observe(request, response, problems);
    listener(request, response);
  };

function observe(request: IncomingMessage, response: ServerResponse, problems: Error[]): void {
  const { method = "", url = "" } = request;
  const written: OutgoingHttpHeaders = {};
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  // headers that are written as a list can't be read from the response
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    const list: unknown = rest.at(-1);
    if (Array.isArray(list))
      for (let index = 0; index < list.length; index += 2)
        written[String(list[index]).toLowerCase()] = String(list[index + 1]);
    return writeHead(status, ...rest);
  }) as ServerResponse["writeHead"];
  const end = response.end.bind(response) as (...values: unknown[]) => ServerResponse;
  response.end = ((...values: unknown[]) => {
    const [chunk] = values;
    const body = typeof chunk === "string" || Buffer.isBuffer(chunk) ? chunk.toString() : "";
    const result = end(...values);
    const headers = { ...response.getHeaders(), ...written };
    if (!(isScript(request) && isPage(url)))
      try {
        checkOAuthResponse({ method, url, status: response.statusCode, headers: inText(headers), body });
      } catch (error) {
        problems.push(error as Error);
      }
    return result;
  }) as ServerResponse["end"];
}

const isPage = (url: string): boolean => ["/oauth/authorize", "/oauth/device"].includes(url.split("?")[0]!);

const inText = (headers: OutgoingHttpHeaders): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  );
