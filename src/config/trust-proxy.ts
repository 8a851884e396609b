import { isIP } from "node:net";
import * as z from "zod";

/** A network of all addresses would trust every client; `::ffff:0:0/96` is all of IPv4. */
const fewestBits = (address: string): number => (/^::ffff:/i.test(address) ? 97 : 1);

const cidr = (entry: string): boolean => {
  const [address = "", bits] = entry.split("/");
  const family = isIP(address);
  return (
    family !== 0 &&
    (bits === undefined ||
      (/^\d{1,3}$/.test(bits) &&
        Number(bits) >= fewestBits(address) &&
        Number(bits) <= (family === 4 ? 32 : 128)))
  );
};
/**
 * Express's "trust proxy": a number of hops or a list of networks. `true` isn't allowed, because it would trust every
 * client.
 */
export const trustProxy = z
  .string()
  .refine((value) => /^[1-9]\d?$/.test(value) || value.split(",").every((entry) => cidr(entry.trim())))
  .transform((value) =>
    /^\d+$/.test(value) ? Number(value) : value.split(",").map((entry) => entry.trim()),
  );
