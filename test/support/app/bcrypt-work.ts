import bcrypt from "bcryptjs";
import { Piscina } from "piscina";

/** The bcrypt cost of a task: the sum of 2^cost over all comparisons and hashes. */
export async function bcryptWork(task: () => PromiseLike<unknown>): Promise<number> {
  const prototype = Piscina.prototype as unknown as { run(task: object, options?: object): Promise<unknown> };
  const original = prototype.run; // eslint-disable-line @typescript-eslint/unbound-method -- restored below
  let work = 0;
  prototype.run = function (this: Piscina, given: object, options?: object) {
    const { hash, cost } = given as { hash?: string; cost?: number };
    // a comparison with another kind of hash has neither
    if (hash !== undefined || cost !== undefined) work += 2 ** (cost ?? bcrypt.getRounds(hash!));
    return original.call(this, given, options);
  };
  try {
    await task();
  } finally {
    prototype.run = original;
  }
  return work;
}
