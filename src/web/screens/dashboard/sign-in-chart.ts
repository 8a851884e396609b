import type { DayOfSignIns } from "../../../domain/overview/service-overview.js";

/** A bar of the chart. Lengths are in the unit of the scale; 0 is the bottom. */
interface Bar {
  signIns: number;
  failures: number;
}

export interface SignInChart {
  /** The upper end of the scale. */
  top: number;
  /** The numbers on the scale, from the top to 0. */
  ticks: number[];
  bars: Bar[];
}

/** At most this many intervals on the scale. */
const INTERVALS = 4;

/** The days as bars, with a scale of round numbers. */
export function signInChart(days: readonly DayOfSignIns[]): SignInChart {
  const most = Math.max(1, ...days.map(({ signIns, failures }) => signIns + failures));
  const step = roundUp(most / INTERVALS);
  const intervals = Math.ceil(most / step);
  return {
    top: intervals * step,
    ticks: Array.from({ length: intervals + 1 }, (_, index) => (intervals - index) * step),
    bars: days.map(({ signIns, failures }) => ({ signIns, failures })),
  };
}

/** The next of 1, 2, 5, 10, 20, 50 and so on. */
function roundUp(step: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, step)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((round) => round >= step)!;
}
