import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type ClientCapabilities,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** The library's own type of the envelope has no keys. */
type Envelope = { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities };

/** The key of the question and of the answer. */
const QUESTION = "confirm";

/** Whether the client can ask its user itself (elicitation with a form). */
export function canAsk({ mcpReq: { envelope } }: ServerContext): boolean {
  const { elicitation } = (envelope as Envelope | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Has the client ask its user, and send the call again with the answer. */
export const ask = (title: string, given: object): InputRequiredResult =>
  inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        message: `${title}? ${JSON.stringify(given)}`,
        requestedSchema: {
          type: "object",
          properties: { [QUESTION]: { type: "boolean", title: "Confirm", default: false } },
          required: [QUESTION],
        },
      }),
    },
  });

/** Whether the user has agreed. */
export const hasAgreed = ({ mcpReq: { inputResponses } }: ServerContext): boolean =>
  acceptedContent(inputResponses, QUESTION)?.[QUESTION] === true;

/** Whether the user has answered, whatever the answer is. */
export const hasAnswered = ({ mcpReq: { inputResponses } }: ServerContext): boolean =>
  inputResponses?.[QUESTION] !== undefined;
