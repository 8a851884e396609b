import { Resolver } from "node:dns/promises";
import { SECOND } from "../clock.js";

/** The texts of the TXT records of a name; none if it doesn't exist. @throws when no name server answers in time */
export type FindTxtRecords = (name: string) => Promise<string[]>;

const DEADLINE = 8 * SECOND;
const NONE: readonly (string | undefined)[] = ["ENOTFOUND", "ENODATA"];

export const findTxtRecords: FindTxtRecords = async (name) => {
  const resolver = new Resolver({ timeout: 2 * SECOND, tries: 2 });
  // each of several name servers has its tries
  const deadline = setTimeout(() => resolver.cancel(), DEADLINE);
  try {
    const records = await resolver.resolveTxt(name);
    // a record longer than 255 bytes comes in parts
    return records.map((parts) => parts.join(""));
  } catch (error) {
    if (NONE.includes((error as NodeJS.ErrnoException).code)) return [];
    throw error;
  } finally {
    clearTimeout(deadline);
  }
};
