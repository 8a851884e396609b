/**
 * The list index stores ascending integers as the differences between neighbours, seven bits per byte. A value is the
 * number of a document in its segment, followed by a position in its text. Positions are counted from the end, where
 * all addresses of a domain are alike, and the same difference is stored only once.
 */
export const POSITION_BITS = 12;
/** More than the longest text of any list. A pattern can be as long as the rest of the positions. */
export const MAX_TEXT = 3800;

/** The bytes of ascending integers. A difference that is repeated is followed by how often. */
export function encodeAscending(values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 5 + 5);
  let end = 0;
  const write = (given: number): void => {
    let number = given;
    while (number > 127) {
      bytes[end++] = (number & 127) | 128;
      number >>>= 7;
    }
    bytes[end++] = number;
  };
  let last = 0;
  for (let at = 0; at < values.length;) {
    const difference = values[at]! - last;
    let next = at + 1;
    while (next < values.length && values[next]! - values[next - 1]! === difference) next++;
    const isRepeated = next - at > 2;
    if (!isRepeated) next = at + 1;
    write(difference * 2 + (isRepeated ? 1 : 0));
    if (isRepeated) write(next - at);
    last = values[next - 1]!;
    at = next;
  }
  return bytes.subarray(0, end);
}

/** Reads integers one by one. */
class Reader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get isOver(): boolean {
    return this.at >= this.bytes.length;
  }

  read(): number {
    let byte = this.bytes[this.at++]!;
    let number = byte & 127;
    for (let bits = 7; byte > 127; bits += 7) {
      byte = this.bytes[this.at++]!;
      number |= (byte & 127) << bits;
    }
    return number;
  }
}

/** The integers of the bytes. */
export function decodeAscending(bytes: Uint8Array): Uint32Array {
  const values = new Uint32Array(countAscending(bytes));
  const reader = new Reader(bytes);
  let count = 0;
  let value = 0;
  while (!reader.isOver) {
    const number = reader.read();
    for (let times = number & 1 ? reader.read() : 1; times > 0; times--) {
      value += number >>> 1;
      values[count++] = value;
    }
  }
  return values;
}

function countAscending(bytes: Uint8Array): number {
  const reader = new Reader(bytes);
  let count = 0;
  while (!reader.isOver) count += reader.read() & 1 ? reader.read() : 1;
  return count;
}

/**
 * Keeps the hits that also occur in the list, this far before. It works in place and decodes while it compares.
 * @returns how many hits are left
 */
function keepShifted(hits: Uint32Array, count: number, bytes: Uint8Array, shift: number): number {
  const reader = new Reader(bytes);
  let value = shift;
  let next = 0;
  let kept = 0;
  while (!reader.isOver) {
    const number = reader.read();
    for (let times = number & 1 ? reader.read() : 1; times > 0; times--) {
      value += number >>> 1;
      while (next < count && hits[next]! < value) next++;
      if (next === count) return kept;
      if (hits[next] === value) hits[kept++] = hits[next++]!;
    }
  }
  return kept;
}

/** A part of a pattern: where it starts in the pattern, and the occurrences of its characters. */
export interface Part {
  offset: number;
  bytes: Uint8Array;
}

/** Sets the bit of each document in which all parts occur at their places. */
export function findParts(parts: readonly Part[], bits: Uint32Array): void {
  const [rarest, ...others] = [...parts].sort((left, right) => left.bytes.length - right.bytes.length);
  if (!rarest || rarest.bytes.length === 0) return;
  const hits = decodeAscending(rarest.bytes);
  for (let index = 0; index < hits.length; index++) hits[index]! += rarest.offset;
  let count = hits.length;
  for (const { offset, bytes } of others) {
    if (count === 0) return;
    count = keepShifted(hits, count, bytes, offset);
  }
  for (let index = 0; index < count; index++) {
    const document = hits[index]! >>> POSITION_BITS;
    bits[document >>> 5]! |= 1 << (document & 31);
  }
}

export const setBit = (bits: Uint32Array, index: number): void => {
  bits[index >>> 5]! |= 1 << (index & 31);
};
export const clearBit = (bits: Uint32Array, index: number): void => {
  bits[index >>> 5]! &= ~(1 << (index & 31));
};

export function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let word of bits) {
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += (((word + (word >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
  }
  return count;
}

/** Calls the work with the index of each bit that is set, in ascending order. */
export function eachBit(bits: Uint32Array, work: (index: number) => void): void {
  for (let at = 0; at < bits.length; at++)
    for (let word = bits[at]!; word !== 0; word &= word - 1) work(at * 32 + (31 - Math.clz32(word & -word)));
}
