import helmet, { type HelmetOptions } from "helmet";

/** What both surfaces say alike; the rest of helmet's headers speaks to browsers that are gone. */
const COMMON: HelmetOptions = {
  frameguard: { action: "deny" },
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

/**
 * helmet's headers for one surface. They depend on nothing in the request, so helmet is asked once.
 * Strict-Transport-Security is said where the service is reached over https.
 */
export function recordHeaders(appUrl: URL, options: HelmetOptions): Map<string, string> {
  const headers = new Map<string, string>();
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  const strictTransportSecurity =
    appUrl.protocol === "https:" ? { maxAge: 31_536_000, includeSubDomains: false } : false;
  const protect = helmet({ ...COMMON, ...options, strictTransportSecurity } as HelmetOptions);
  protect(undefined as never, recorder as never, () => undefined);
  return headers;
}
