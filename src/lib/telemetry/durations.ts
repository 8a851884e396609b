import type { Metric, Registry } from "prom-client";

/** The durations of one combination of labels. */
export class DurationCell {
  private readonly counts: number[];
  private sum = 0;

  constructor(
    readonly labels: Record<string, string>,
    private readonly bounds: readonly number[],
  ) {
    this.counts = new Array<number>(bounds.length + 1).fill(0);
  }

  observe(seconds: number): void {
    let bound = 0;
    while (bound < this.bounds.length && seconds > this.bounds[bound]!) bound++;
    this.counts[bound]!++;
    this.sum += seconds;
  }

  /** The series of the cell, in the form of prom-client. */
  series(name: string): Series[] {
    let total = 0;
    const buckets = this.counts.map((count, index) => {
      const le = this.bounds[index] ?? "+Inf";
      return { labels: { le, ...this.labels }, value: (total += count), metricName: `${name}_bucket` };
    });
    return [
      ...buckets,
      { labels: this.labels, value: this.sum, metricName: `${name}_sum` },
      { labels: this.labels, value: total, metricName: `${name}_count` },
    ];
  }
}

interface Series {
  labels: Record<string, string | number>;
  value: number;
  metricName: string;
}

/**
 * A histogram of durations for statements and requests: its cells are made once, and observing one allocates nothing.
 * prom-client's own histogram hashes the labels of each observation.
 */
export class Durations {
  readonly type = "histogram";
  readonly aggregator = "sum";
  private readonly cells: DurationCell[] = [];

  /** @param bounds seconds, in ascending order */
  constructor(
    readonly name: string,
    readonly help: string,
    private readonly bounds: readonly number[],
    registry: Registry,
  ) {
    // the registry reads only the fields of this class, as it does with the metrics of other processes
    registry.registerMetric(this as unknown as Metric);
  }

  cell(labels: Record<string, string>): DurationCell {
    const cell = new DurationCell(labels, this.bounds);
    this.cells.push(cell);
    return cell;
  }

  /** Called by the registry. */
  get(): Promise<object> {
    const { name, help, type, aggregator } = this;
    const values = this.cells.flatMap((cell) => cell.series(name));
    return Promise.resolve({ name, help, type, values, aggregator });
  }

  reset(): void {
    this.cells.length = 0;
  }
}
