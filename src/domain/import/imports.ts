import type { Readable } from "node:stream";
import type { Knex } from "knex";
import { v7 as uuidv7 } from "uuid";
import { inTransaction } from "../../database/transaction.js";
import { now } from "../../lib/clock.js";
import { ActionForbidden, RowNotFound, ValidationFailed } from "../../lib/failures.js";
import { DEFAULT_ROLE } from "../../models/role.js";
import { text } from "../../texts/translate.js";
import { isBound, type Actor } from "../access/actor.js";
import { assignableRole } from "../access/assignable-roles.js";
import type { ActorCall } from "../context.js";
import type { Services } from "../services.js";
import { rolesAbove } from "./existing-accounts.js";
import { fieldNames } from "./field-names.js";
import { formatOf, type Format } from "./import-file.js";
import { ImportFiles, MOST_UPLOADS } from "./import-files.js";
import {
  optionsOf,
  summaryOf,
  type Requester,
  type UploadFlags,
  type UploadOptions,
} from "./stored-import.js";
import { sourceNamed } from "./sources/sources.js";
import { findRun, recordRun, untouchedAccounts, type ImportRun, type ImportState } from "./import-runs.js";

/** The largest file that can be uploaded, in bytes. The command line has no limit. */
export const MAX_IMPORT_BYTES = 200 * 1024 * 1024;

/** A file that has arrived. */
export interface StoredUpload {
  /** The id of the run that will use it. */
  run: string;
  /** As the browser or program named it. */
  name: string;
  bytes: number;
  /** False when too many files wait. */
  isStored: boolean;
}

export interface NewImport extends UploadFlags {
  /** The name of the application that made the file. */
  source: string;
  /** By default from the name of the file. */
  format?: Format;
  role?: string;
  /** Fields under other names, as `email=mail,first_name=profile.first`; empty for none. */
  map: string;
}

/** Stores a file while it arrives. Nothing is checked yet. */
export async function storeUpload(
  services: Services,
  name: string,
  content: Readable,
): Promise<StoredUpload> {
  const run = uuidv7();
  const bytes = await new ImportFiles(services).store(run, content);
  return { run, name, bytes: bytes ?? 0, isStored: bytes !== null };
}

export const removeUpload = (services: Services, { run }: StoredUpload): Promise<void> =>
  new ImportFiles(services).remove(run, "upload");

/**
 * Begins an import with a dry run, which background work does. A file that isn't accepted is deleted.
 * @returns its id
 * @throws ValidationFailed on `file`, `source`, `role` and `map`; ActionForbidden
 */
export async function storeImport(
  call: ActorCall<Actor>,
  file: StoredUpload,
  input: NewImport,
): Promise<string> {
  try {
    return await insertImport(call, file, input);
  } catch (error) {
    await removeUpload(call.services, file);
    throw error;
  }
}

async function insertImport(
  call: ActorCall<Actor>,
  { run, name, bytes, isStored }: StoredUpload,
  { source, format = formatOf(name) ?? undefined, role = DEFAULT_ROLE, ...more }: NewImport,
): Promise<string> {
  const { services, actor } = call;
  if (!actor.can("users.create")) throw new ActionForbidden();
  sourceNamed(source);
  assignableRole(actor, role);
  if (more.allowAdministrators && isBound(actor)) throw new ActionForbidden(text("failure.token_limited"));
  if (more.map !== "" && fieldNames(more.map) === null)
    throw new ValidationFailed({ map: [text("import.map")] });
  if (!isStored) throw new ValidationFailed({ file: [text("import.too_many", { max: MOST_UPLOADS })] });
  if (bytes === 0) throw new ValidationFailed({ file: [text("import.empty")] });
  if (format === undefined) throw new ValidationFailed({ file: [text("import.unknown_format")] });
  const options: UploadOptions = { ...more, format, role };
  await services.knex("import_runs").insert({
    ...{ id: run, source, created_at: now(), state: "checking" satisfies ImportState, actor_id: actor.id },
    ...{ file_name: name.slice(0, 255), file_bytes: bytes, options: JSON.stringify(options) },
    origin: requester(call),
  });
  return run;
}

const requester = ({ actor, origin }: ActorCall<Actor>): string =>
  JSON.stringify({ actorId: actor.id, isBound: isBound(actor), origin } satisfies Requester);

/** @throws RowNotFound */
export async function getImport({ knex }: Pick<Services, "knex">, id: string): Promise<ImportRun> {
  const run = await findRun(knex, id);
  if (run === null) throw new RowNotFound();
  return run;
}

/** The report as JSON lines. @throws RowNotFound also when it isn't kept any longer, or is on another machine */
export async function openReport(services: Services, id: string): Promise<AsyncIterable<Buffer>> {
  const run = await getImport(services, id);
  const report = run.reported_at === null ? null : await new ImportFiles(services).report(id);
  if (report === null) throw new RowNotFound();
  return report;
}

/**
 * Has background work create the accounts of a checked file.
 * @param withoutPasswords whether it is meant that no row has a password
 * @throws RowNotFound; ValidationFailed on `without_passwords`, and on `import` in another state; ActionForbidden
 */
export async function startImport(
  call: ActorCall<Actor>,
  id: string,
  withoutPasswords: boolean,
): Promise<void> {
  const { actor, services } = call;
  if (!actor.can("users.create")) throw new ActionForbidden();
  const run = await getImport(services, id);
  if (run.state !== "checked") throw wrongState("import.not_checked");
  const options = optionsOf(run)!;
  assignableRole(actor, options.role);
  if (options.allowAdministrators && isBound(actor)) throw new ActionForbidden(text("failure.token_limited"));
  if (summaryOf(run)!.lacks_passwords && !withoutPasswords)
    throw new ValidationFailed({ without_passwords: [text("import.confirm_without_passwords")] });
  const values = {
    ...{ origin: requester(call), rows_read: 0, bytes_read: 0, lease_until: now() },
    options: JSON.stringify({ ...options, withoutPasswords: options.withoutPasswords || withoutPasswords }),
  };
  await inTransaction(services.knex, async (trx) => {
    await changeState(trx, run, "importing", "import.not_checked", values);
    const by = { actorId: actor.id, origin: call.origin };
    await recordRun(trx, "import_started", id, by, { source: run.source, file: run.file_name });
  });
}

/** Ends an import before its start, and erases its file and report. @throws RowNotFound; ValidationFailed on `import` */
export async function discardImport({ services }: ActorCall<Actor>, id: string): Promise<void> {
  const run = await getImport(services, id);
  if (run.state !== "checked" && run.state !== "checking") throw wrongState("import.started");
  await changeState(services.knex, run, "discarded", "import.started", { reported_at: null });
  const files = new ImportFiles(services);
  await files.remove(id, "upload");
  await files.remove(id, "report");
}

/**
 * Has background work delete the accounts of an import that nobody has used or changed.
 * @throws RowNotFound; ValidationFailed on `import` in another state; ActionForbidden, also when the actor couldn't delete one
 * of the accounts
 */
export async function undoImport(call: ActorCall<Actor>, id: string): Promise<void> {
  const { actor, services } = call;
  if (!actor.can("users.delete")) throw new ActionForbidden();
  const run = await getImport(services, id);
  if (run.state !== "finished" && run.state !== "rejected") throw wrongState("import.not_finished");
  const above: unknown = await untouchedAccounts(services.knex)
    .join("role_user", "role_user.user_id", "users.id")
    .where({ run_id: id })
    .whereIn("role_id", rolesAbove(actor))
    .first("users.id");
  if (above !== undefined) throw new ActionForbidden(text("failure.account_above"));
  await changeState(services.knex, run, "undoing", "import.not_finished", { origin: requester(call) });
}

async function changeState(
  knex: Knex,
  { id, state }: Pick<ImportRun, "id" | "state">,
  to: ImportState,
  problem: StateProblem,
  values: object,
): Promise<void> {
  const changed = await knex("import_runs")
    .where({ id, state })
    .update({ lease_until: now(), lease_owner: null, ...values, state: to });
  if (changed === 0) throw wrongState(problem);
}

type StateProblem = "import.not_checked" | "import.started" | "import.not_finished";

const wrongState = (problem: StateProblem): ValidationFailed =>
  new ValidationFailed({ import: [text(problem)] });
