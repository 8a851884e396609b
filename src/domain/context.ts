import type { Knex } from "knex";
import { inTransaction } from "../database/transaction.js";
import type { Actor } from "./access/actor.js";
import type { Origin } from "./audit/origin.js";
import type { Services } from "./services.js";
import type { SettingsSnapshot } from "./settings/settings.js";
import type { Abort } from "../lib/abort.js";

/** A call to the domain without a signed-in user: from a guest, the command line or background work. */
export interface DomainCall {
  services: Services;
  origin: Origin;
  /** The settings as of the request. They are read when this is absent. */
  settings?: SettingsSnapshot;
  /** Aborts when the client disconnects. */
  signal?: Abort;
  /** Runs at the end of each transaction of the call, in it. */
  beforeCommit?: BeforeCommit | undefined;
}

export type DomainCallWithSettings = DomainCall & { settings: SettingsSnapshot };

/** @param result the result of the work */
export type BeforeCommit = (trx: Knex.Transaction, result: unknown) => Promise<void>;

/** The parts of a call that only reads. */
export interface ReadCall<Who = Actor> extends Pick<DomainCall, "services" | "signal"> {
  actor: Who;
}

/** A call to the domain by a signed-in actor, from the web or the API, or by the operator (`ActorCall<Administrator>`). */
export interface ActorCall<Who = Actor> extends DomainCall {
  actor: Who;
}

/** The dependencies of a function that runs inside a transaction. */
export interface Context extends DomainCall {
  trx: Knex.Transaction;
  settings: SettingsSnapshot;
}
export interface ActorContext<Who = Actor> extends Context {
  actor: Who;
}

/** Settings are read before the transaction begins, because the transaction holds SQLite's only connection. */
const settingsOf = async ({ settings, services }: DomainCall): Promise<SettingsSnapshot> =>
  settings ?? services.settings.read();

/** Runs the work in one transaction and repeats it after a conflict, see `inTransaction`. */
export async function inContext<T>(call: DomainCall, work: (context: Context) => Promise<T>): Promise<T> {
  const { services, origin, beforeCommit } = call;
  const settings = await settingsOf(call);
  return inTransaction(services.knex, async (trx) => {
    const result = await work({ services, trx, origin, settings });
    await beforeCommit?.(trx, result);
    return result;
  });
}

/** `inContext` for a caller with an actor. */
export async function inActorContext<Who, T>(
  call: ActorCall<Who>,
  work: (context: ActorContext<Who>) => Promise<T>,
): Promise<T> {
  const { actor } = call;
  return inContext(call, (context) => work({ ...context, actor }));
}
