import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { now } from "../../lib/clock.js";

/** From now on, the account joins the organisation by an invitation only. */
export async function closeJoining(
  knex: Knex,
  of: { organisation_id: string; user_id: string },
): Promise<void> {
  const stamps = { closed_at: now(), updated_at: now() };
  await knex("organisation_join_requests")
    .insert({ id: uuidv7(), ...of, created_at: now(), ...stamps })
    .onConflict(["organisation_id", "user_id"])
    .merge(stamps);
}

/** Forgets that the account has asked or has left: it is a member now. */
export async function forgetJoining(
  knex: Knex,
  of: { organisation_id: string; user_id: string },
): Promise<void> {
  await knex("organisation_join_requests").where(of).del();
}
