/** What was decoded of segments, which never change. The least recently used values are forgotten. */
export class SegmentCache<Value> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly most: number) {}

  get(segment: Stamped, what: string | number): Value | undefined {
    const name = nameOf(segment, what);
    const value = this.values.get(name);
    if (value === undefined) return undefined;
    this.values.delete(name);
    this.values.set(name, value);
    return value;
  }

  /** @returns the value */
  set(segment: Stamped, what: string | number, value: Value): Value {
    if (this.values.size >= this.most) this.values.delete(this.values.keys().next().value!);
    this.values.set(nameOf(segment, what), value);
    return value;
  }
}

/** A segment by its random number, because ids can occur again in another database. */
export interface Stamped {
  stamp: number;
}

const nameOf = ({ stamp }: Stamped, what: string | number): string => `${stamp} ${what}`;
