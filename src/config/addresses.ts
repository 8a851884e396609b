export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);

/** Whether the URL names an embedded database, which one process serves. */
export const isEmbedded = (databaseUrl: string): boolean => databaseUrl.startsWith("sqlite:");
