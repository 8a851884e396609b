import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import { generateWebhookSecret } from "../domain/webhooks/webhook-secrets.js";
import { SECOND } from "../lib/clock.js";
import { isObject, jsonIn } from "../lib/text/json.js";
import { signedHeaders } from "../webhooks/post-event.js";
import type { CommandLine } from "./command-line.js";
import { CommandFailed, EXIT } from "./failures.js";
import { repeated } from "./options.js";

/** Half of what an account can ask for in a minute is left to others. */
const POLL_EVERY = 2 * SECOND;
const PER_PAGE = 50;

interface ListenOptions {
  forward: string;
  from?: string;
  secret?: string;
  type?: string[];
}

/** Where events come from, and where they go. */
export interface Forwarding {
  /** The API with its path. */
  api: URL;
  token: string;
  receiver: URL;
  /** With which requests are signed. */
  secret: string;
  /** Empty for all. */
  types: readonly string[];
}

/** `webhook listen`. */
export function addWebhookCommands(program: Command, line: CommandLine): void {
  program
    .command("webhook")
    .alias("webhooks")
    .description("webhooks")
    .command("listen")
    .description(
      "forward events from now on to a receiver that is being developed, signed like a webhook; asks for an access token, or reads it from standard input",
    )
    .requiredOption("--forward <url>", "the address of the receiver")
    .option("--from <url>", "the address of the service; APP_URL by default")
    .option("--type <type>", "only events of this type, such as user.created; can be repeated", repeated)
    .option("--secret <secret>", "the secret of the receiver; a new one by default")
    .action(async (options: ListenOptions) => {
      const { forward, from, secret = generateWebhookSecret(), type: types = [] } = options;
      const origin = from === undefined ? line.config.env.APP_URL : urlOf(from);
      const token = await line.terminal.secret("Access token: ");
      const api = new URL("/api/v1/", origin);
      line.terminal.report(`Secret of the receiver: ${secret}`);
      await forwardEvents(line, { api, token, receiver: urlOf(forward), secret, types });
    });
}

function urlOf(text: string): URL {
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text);
  throw new CommandFailed(`${text} isn't an http or https URL.`, EXIT.usage);
}

interface EventPage {
  data: { items: { id: string; type: string }[] };
  meta: { next_cursor: string; has_more: boolean };
}

/**
 * Forwards events in their order until it is stopped. One that the receiver rejects isn't sent again.
 * @throws CommandFailed when the service rejects the request
 */
export async function forwardEvents(
  line: CommandLine,
  forwarding: Forwarding,
  { signal, pollEvery = POLL_EVERY }: { signal?: AbortSignal; pollEvery?: number } = {},
): Promise<void> {
  const { types } = forwarding;
  let cursor = "latest";
  while (!signal?.aborted) {
    const page = await eventsAfter(line, forwarding, cursor);
    for (const event of page?.data.items ?? []) {
      if (types.length > 0 && !types.includes(event.type)) continue;
      const result = await post(forwarding, event.id, JSON.stringify(event));
      line.print({ id: event.id, type: event.type, result }, [`${event.type} ${event.id}: ${result}`]);
    }
    if (page && cursor === "latest") line.terminal.report("Waiting for events. End with Ctrl+C.");
    cursor = page?.meta.next_cursor ?? cursor;
    if (!page?.meta.has_more) await sleep(pollEvery, undefined, { signal }).catch(() => undefined);
  }
}

/** Null while the service doesn't answer or has to be spared, which is reported. */
async function eventsAfter(
  { terminal }: CommandLine,
  { api, token }: Forwarding,
  cursor: string,
): Promise<EventPage | null> {
  const url = new URL(`events?cursor=${cursor}&per_page=${PER_PAGE}`, api);
  try {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, redirect: "error" });
    const body = jsonIn(await answer.text());
    if (answer.ok && isObject(body)) return body as unknown as EventPage;
    const said = isObject(body) && typeof body["message"] === "string" ? body["message"] : answer.statusText;
    if (answer.status !== 429 && answer.status < 500)
      throw new CommandFailed(`The service answered ${answer.status}: ${said}`);
    terminal.report(`The service answered ${answer.status}: ${said}`);
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    terminal.report(`The service doesn't answer: ${reasonOf(error)}`);
  }
  return null;
}

/** @returns the status of the answer, or why there is none */
async function post({ receiver, secret }: Forwarding, id: string, body: string): Promise<string> {
  const headers = signedHeaders([secret], { id, body });
  try {
    const answer = await fetch(receiver, { method: "POST", headers, body, redirect: "manual" });
    await answer.body?.cancel();
    return String(answer.status);
  } catch (error) {
    return `no answer, ${reasonOf(error)}`;
  }
}

/** The error of `fetch` says only that it failed. */
const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
};
