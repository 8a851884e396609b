export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);

/** Whether a MySQL connection with these parameters of its URL is encrypted. */
export const usesTls = (parameters: URLSearchParams): boolean =>
  parameters.get("ssl") === "required" || parameters.has("ssl-ca");

/** Whether the URL names an embedded database, which one process serves. */
export const isEmbedded = (databaseUrl: string): boolean => databaseUrl.startsWith("sqlite:");
