import cluster from "node:cluster";
import { SECOND } from "../lib/clock.js";
import { isToWorker, type Figures, type ToPrimary, type ToWorker } from "./messages.js";

/** The argument of a worker that is started to replace another one. */
export const REPLACEMENT = "--replacement";

const ANSWERS_WITHIN = 2 * SECOND;

export const isReplacement = (): boolean => cluster.isWorker && process.argv.includes(REPLACEMENT);

/** Calls the function when the primary has started another worker in the place of this one. */
export function onRetirement(retire: () => void): void {
  if (cluster.isWorker)
    process.on("message", (message) => {
      if (isToWorker(message) && message.authdock === "retire") retire();
    });
}

/** Sends the metrics of this worker whenever the primary asks for them. */
export function answerWithFigures(figures: () => Promise<Figures>): void {
  if (!cluster.isWorker) return;
  process.on("message", (message) => {
    if (!isToWorker(message) || message.authdock !== "send figures") return;
    const { id } = message;
    void figures().then((own) => tell({ authdock: "figures", id, figures: own }));
  });
}

export interface Collected {
  others: Figures[];
  answered: number;
  silent: number;
}

let asked = 0;

/** The metrics of the other processes of the machine, and how many processes have answered, this one included. */
export async function collectFigures(own: Figures): Promise<Collected> {
  const alone = { others: [], answered: 1, silent: 0 };
  if (!canTell()) return alone;
  const id = ++asked;
  const answer = nextMessage((message) => message.authdock === "figures of others" && message.id === id);
  tell({ authdock: "collect figures", id, figures: own });
  const message = await answer;
  return message?.authdock === "figures of others" ? message : alone;
}

/**
 * Hands the final metrics to the primary and waits for its answer. Connections that the primary passed to this worker
 * before it knew that the worker has closed arrive before the answer and go back to it.
 */
export async function leave(figures: Figures): Promise<void> {
  if (!canTell()) return;
  const answer = nextMessage(({ authdock }) => authdock === "leave");
  tell({ authdock: "leaving", figures });
  await answer;
}

const canTell = (): boolean => cluster.isWorker && process.connected;

/** The primary can end at any time. */
const tell = (message: ToPrimary): void =>
  void process.send?.(message, undefined, undefined, () => undefined);

/** @returns null when it doesn't come in time */
function nextMessage(isWanted: (message: ToWorker) => boolean): Promise<ToWorker | null> {
  return new Promise((resolve) => {
    const end = (message: ToWorker | null): void => {
      clearTimeout(timer);
      process.off("message", receive);
      resolve(message);
    };
    const receive = (message: unknown): void => {
      if (isToWorker(message) && isWanted(message)) end(message);
    };
    const timer = setTimeout(() => end(null), ANSWERS_WITHIN);
    process.on("message", receive);
  });
}
