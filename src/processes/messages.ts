import type { Registry } from "prom-client";

/** The metrics of one process. */
export type Figures = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** What the primary sends to a worker. */
export type ToWorker =
  /** Stop accepting connections and exit when those that are open have ended. */
  | { authdock: "retire" }
  /** The answer to `leaving`: nothing follows. */
  | { authdock: "leave" }
  | { authdock: "send figures"; id: number }
  | { authdock: "figures of others"; id: number; others: Figures[]; answered: number; silent: number };

/** What a worker sends to the primary. */
export type ToPrimary =
  | { authdock: "leaving"; figures: Figures }
  | { authdock: "figures"; id: number; figures: Figures }
  | { authdock: "collect figures"; id: number; figures: Figures };

/** Other messages come from Node and from process managers. */
export const isToWorker = (message: unknown): message is ToWorker => hasTag(message);
export const isToPrimary = (message: unknown): message is ToPrimary => hasTag(message);

const hasTag = (message: unknown): boolean =>
  typeof message === "object" && message !== null && "authdock" in message;
