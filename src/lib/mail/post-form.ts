import { sendRequest } from "../network/send-request.js";

const LONGEST_ANSWER = 64 * 1024;

/**
 * Sends a form to another service.
 * @param options.timeoutMs of the whole exchange
 * @param options.publicOnly rejects private addresses, including those that a name resolves to
 * @returns the body of the answer. @throws on any status but 200 and 204, a body over 64 KiB, a timeout
 */
export async function postForm(
  url: URL,
  fields: Record<string, string>,
  options: { timeoutMs: number; publicOnly: boolean },
): Promise<string> {
  const form = new URLSearchParams(fields).toString();
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": Buffer.byteLength(form),
    Accept: "application/json",
  };
  const answer = await sendRequest(url, {
    ...options,
    method: "POST",
    headers,
    body: form,
    longest: LONGEST_ANSWER,
  });
  if (answer.status !== 200 && answer.status !== 204) throw new Error(`unexpected status ${answer.status}`);
  return answer.body;
}
