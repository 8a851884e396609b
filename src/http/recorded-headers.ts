import type { Environment } from "../config/env.js";
import helmet, { type HelmetOptions } from "helmet";

/** The headers of both surfaces. The rest of helmet's headers is for obsolete browsers. */
const COMMON: HelmetOptions = {
  frameguard: { action: "deny" },
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};

/**
 * helmet's headers for one surface. They don't depend on the request, so helmet runs once. Strict-Transport-Security
 * is sent where the service is reached over https.
 */
export function recordHeaders(
  { APP_URL, HSTS_INCLUDE_SUBDOMAINS }: Pick<Environment, "APP_URL" | "HSTS_INCLUDE_SUBDOMAINS">,
  options: HelmetOptions,
): Map<string, string> {
  const headers = new Map<string, string>();
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  const strictTransportSecurity =
    APP_URL.protocol === "https:"
      ? { maxAge: 31_536_000, includeSubDomains: HSTS_INCLUDE_SUBDOMAINS }
      : false;
  // as objects, because the compiler takes seconds to combine the many alternatives of these options
  const all: object = { ...(COMMON as object), ...(options as object), strictTransportSecurity };
  const protect = helmet(all);
  protect(undefined as never, recorder as never, () => undefined);
  return headers;
}
