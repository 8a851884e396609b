export { isLoopback } from "../lib/loopback.js";

/** Whether a MySQL connection with these parameters of its URL is encrypted. */
export const usesTls = (parameters: URLSearchParams): boolean =>
  parameters.get("ssl") === "required" || parameters.has("ssl-ca");

/** Whether the URL names an embedded database, which one process serves. */
export const isEmbedded = (databaseUrl: string): boolean => databaseUrl.startsWith("sqlite:");
