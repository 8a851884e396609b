export { isLoopback } from "../lib/loopback.js";

/** Whether a MySQL connection with these URL parameters is encrypted. */
export const usesTls = (parameters: URLSearchParams): boolean =>
  parameters.get("ssl") === "required" || parameters.has("ssl-ca");

/** Whether the URL names an embedded database, which only one process can use. */
export const isEmbedded = (databaseUrl: string): boolean => databaseUrl.startsWith("sqlite:");
