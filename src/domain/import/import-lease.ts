import type { Knex } from "knex";
import { v4 as uuidv4 } from "uuid";
import { isDatabaseUnavailable } from "../../database/errors.js";
import { inTransaction } from "../../database/transaction.js";
import { MINUTE, now, SECOND } from "../../lib/clock.js";
import { Failure, ServiceBusy } from "../../lib/failures.js";
import { MaintenanceBudget } from "../../lib/maintenance-budget.js";
import { text, type Sentence } from "../../texts/translate.js";
import type { Services } from "../services.js";
import { ImportFiles } from "./import-files.js";
import type { ImportRunRow, ImportState } from "./import-runs.js";

/** After it, the process that worked on a run is considered gone. Longer than any batch takes. */
const LEASE = MINUTE;
/** Requests hardly notice it then. */
const SHARE = 1 / 2;

/** The process stops, or no longer has the run. */
export class WorkEnded extends Error {}

/** The right of this process to work on a run. */
export class Lease {
  private readonly owner = uuidv4();
  private readonly budget: MaintenanceBudget;
  private keptAt = now();

  constructor(
    private readonly services: Services,
    private readonly run: ImportRunRow,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.budget = new MaintenanceBudget(Infinity, signal, SHARE);
  }

  async take(): Promise<boolean> {
    const { id, state } = this.run;
    const taken = await this.services
      .knex("import_runs")
      .where({ id, state })
      .where((free) => free.whereNull("lease_until").orWhere("lease_until", "<=", now()))
      .update({ lease_owner: this.owner, lease_until: now() + LEASE });
    return taken === 1;
  }

  /** Lets requests run, and stores the progress every second. @throws WorkEnded */
  async keep(progress: object = {}): Promise<void> {
    await this.budget.pause();
    if (this.signal?.aborted) throw new WorkEnded();
    if (now() - this.keptAt < SECOND) return;
    this.keptAt = now();
    await this.update({ ...progress, lease_until: now() + LEASE });
  }

  /**
   * @param record writes what belongs to the end in the same transaction
   * @throws WorkEnded when the process no longer has the run
   */
  async end(state: ImportState, values: object = {}, record?: (trx: Knex) => Promise<void>): Promise<void> {
    await inTransaction(this.services.knex, async (trx) => {
      await this.update({ ...values, ...freed(), state }, trx);
      await record?.(trx);
    });
    if (["rejected", "finished"].includes(state))
      await new ImportFiles(this.services).remove(this.run.id, "upload");
  }

  /** @throws what may not happen again, so that it is tried again later */
  async fail(error: unknown): Promise<void> {
    if (error instanceof WorkEnded) return this.release();
    if (error instanceof ServiceBusy || isDatabaseUnavailable(error)) {
      await this.release();
      throw error;
    }
    const sentence: Sentence = error instanceof Failure ? error.sentence : text("import.failed");
    if (!(error instanceof Failure))
      this.services.log.error({ err: error, import: this.run.id }, "an import failed");
    await this.end("rejected", { problem: JSON.stringify(sentence) }).catch((other: unknown) => {
      if (!(other instanceof WorkEnded)) throw other;
    });
  }

  private async release(): Promise<void> {
    const mine = { id: this.run.id, lease_owner: this.owner };
    await this.services.knex("import_runs").where(mine).update(freed());
  }

  private async update(values: object, knex: Knex = this.services.knex): Promise<void> {
    const { id, state } = this.run;
    const mine = { id, state, lease_owner: this.owner };
    if ((await knex("import_runs").where(mine).update(values)) === 0) throw new WorkEnded();
  }
}

/** Anybody can take the run. The time says since when. */
const freed = () => ({ lease_owner: null, lease_until: now() });
