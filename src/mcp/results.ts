import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Envelope } from "../http/envelope.js";

/** The answer of the API as the result of a tool: `data` and `meta`, or the error with its code. */
export function toResult(envelope: Envelope): CallToolResult {
  const { success, status, message, data, meta } = envelope;
  return success ? resultOf({ data, meta }) : { ...resultOf({ status, message, ...data }), isError: true };
}

/** Tells the model to ask its user first. */
export const unconfirmed = (title: string): CallToolResult => ({
  ...resultOf({
    code: "confirmation_required",
    message: `${title}: ask the user, and call this again with confirm: true after they agree.`,
  }),
  isError: true,
});

/** The person has been asked and hasn't agreed. */
export const declined = (title: string): CallToolResult => ({
  ...resultOf({ code: "declined", message: `${title}: the user didn't agree.` }),
  isError: true,
});

/** Structured, and as text for clients that read only that. */
const resultOf = (content: Record<string, unknown>): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(content) }],
  structuredContent: content,
});
