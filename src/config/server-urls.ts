import * as z from "zod";
import { redisServers } from "../lib/counters/redis-servers.js";

export const databaseUrl = z
  .string()
  .refine(
    (value) =>
      /^sqlite:.+/.test(value) ||
      (/^mysql:\/\/[^:/@]+(:[^/@]*)?@[^/@]+\/[A-Za-z0-9_$-]+(\?.*)?$/.test(value) &&
        hasReadableCredentials(value)),
  );

/** Characters with a meaning in a URL (`#`, `?`, `%`) must be percent-encoded in a user or password. */
function hasReadableCredentials(url: string): boolean {
  const credentials = url.slice("mysql://".length, url.lastIndexOf("@"));
  try {
    return !/[#?]/.test(credentials) && decodeURIComponent(credentials) !== "";
  } catch {
    return false;
  }
}

export const redisUrl = z
  .string()
  .transform(redisServers)
  .refine((servers) => servers !== null);
