import type { ClientAnswer } from "../../../oauth/authorization.js";
import { page, redirectToClient, type WebResult } from "./web-result.js";

/** Sends the browser back to the client with the answer to its authorization request. */
export function answerClient({ redirectUri, responseMode, values }: ClientAnswer): WebResult {
  if (responseMode === "query") return redirectToClient(withQuery(redirectUri, values));
  const options = { layout: "guest", secretAddress: true, secret: true } as const;
  return page("oauth/form-post", "oauth.go_on.title", { to: redirectUri, values }, options);
}

/** Keeps the query of the registered address (RFC 6749, section 3.1.2). */
const withQuery = (address: string, values: Record<string, string>): string =>
  `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams(values).toString()}`;
