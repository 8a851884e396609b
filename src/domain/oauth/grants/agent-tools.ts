import type { Knex } from "knex";
import { MINUTE, now } from "../../../lib/clock.js";

/** A tool that an agent called for an account. */
export interface UsedTool {
  /** The operationId. */
  name: string;
  /** Milliseconds since the epoch. */
  lastUsedAt: number;
}

interface Key {
  user_id: string;
  client_id: string;
  tool: string;
}

const SHOWN = 5;

/** Remembers when the tool was called, to the minute. */
export async function rememberTool(knex: Knex, key: Key): Promise<void> {
  const time = now();
  const last = (await knex("agent_tools").where(key).first("last_used_at")) as
    { last_used_at: number } | undefined;
  if (last && time - last.last_used_at < MINUTE) return;
  await knex("agent_tools")
    .insert({ ...key, last_used_at: time })
    .onConflict(["user_id", "client_id", "tool"])
    .merge(["last_used_at"]);
}

/** The tools that each client called last for the account, latest first. */
export async function lastTools(knex: Knex, userId: string): Promise<Map<string, UsedTool[]>> {
  const rows = (await knex("agent_tools")
    .where({ user_id: userId })
    .orderBy([{ column: "last_used_at", order: "desc" }, "tool"])) as (Key & { last_used_at: number })[];
  const tools = new Map<string, UsedTool[]>();
  for (const { client_id, tool, last_used_at } of rows) {
    const ofClient = tools.get(client_id) ?? [];
    if (ofClient.length < SHOWN)
      tools.set(client_id, [...ofClient, { name: tool, lastUsedAt: last_used_at }]);
  }
  return tools;
}

/** Forgets what the client called for the account. */
export const forgetTools = (knex: Knex, userId: string, clientId: string): Promise<number> =>
  knex("agent_tools").where({ user_id: userId, client_id: clientId }).delete();
