import type { Knex } from "knex";
import { inTransaction } from "../database/transaction.js";
import type { Actor } from "./access/actor.js";
import type { Origin } from "./audit/origin.js";
import type { Services } from "./services.js";
import type { SettingsSnapshot } from "./settings/settings.js";

/** A call to the domain for which nobody has signed in: a guest, the command line, work in the background. */
export interface Visitor {
  services: Services;
  origin: Origin;
  /** As of the request; read when they are left out. */
  settings?: SettingsSnapshot;
}

/** A call to the domain by a signed-in actor. A call of either surface is one. */
export interface Caller extends Visitor {
  actor: Actor;
}

/** What a function works with inside a transaction. */
export interface Context extends Visitor {
  trx: Knex.Transaction;
  settings: SettingsSnapshot;
}
export interface ActorContext extends Context {
  actor: Actor;
}

/** SQLite has one connection, which a transaction holds: settings are read before it begins. */
const settingsOf = async ({ settings, services }: Visitor): Promise<SettingsSnapshot> =>
  settings ?? services.settings.read();

/** Runs the work in one transaction, and again after a conflict, see `inTransaction`. */
export async function inContext<T>(visitor: Visitor, work: (context: Context) => Promise<T>): Promise<T> {
  const { services, origin } = visitor;
  const settings = await settingsOf(visitor);
  return inTransaction(services.knex, (trx) => work({ services, trx, origin, settings }));
}

/** `inContext` for a signed-in actor. */
export async function inActorContext<T>(
  caller: Caller,
  work: (context: ActorContext) => Promise<T>,
): Promise<T> {
  const { actor } = caller;
  return inContext(caller, (context) => work({ ...context, actor }));
}
