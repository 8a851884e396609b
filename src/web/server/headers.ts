import type { Response } from "express";
import { ConfigurationError } from "../../config/env.js";
import type { Config } from "../../config/config.js";
import type { Stage } from "../../http/stage.js";
import { recordHeaders } from "../../http/recorded-headers.js";
import type { PageOptions } from "./reply.js";
import { holdsSecret } from "./secret-addresses.js";

/**
 * Only the service's own files, no inline script or style. Images can be data URLs (QR codes, icons of the style
 * sheet).
 */
const POLICY: Record<string, string[]> = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'", "data:"],
  "font-src": ["'self'"],
  "connect-src": ["'self'"],
  "manifest-src": ["'self'"],
  "frame-src": [],
  "form-action": ["'self'"],
  "base-uri": ["'none'"],
  "frame-ancestors": ["'none'"],
};
const EXTENSIBLE = ["script-src", "style-src", "img-src", "connect-src", "font-src", "frame-src"];

/** Whether the text is a complete, literal origin: no `*`, no keyword, no path. */
const isOrigin = (text: string): boolean =>
  /^(https?|wss?):\/\/[^*\s;,'"]+$/.test(text) &&
  URL.canParse(text) &&
  `${new URL(text).protocol}//${new URL(text).host}` === text;

function policyWith(origins: readonly string[], formTargets: readonly string[] = []): string {
  return Object.entries(POLICY)
    .map(([directive, sources]) => {
      const more = EXTENSIBLE.includes(directive) ? origins : [];
      const all = [...sources, ...more, ...(directive === "form-action" ? formTargets : [])];
      return `${directive} ${all.length === 0 ? "'none'" : all.join(" ")}`;
    })
    .join("; ");
}

/**
 * The source for `form-action`, which Chromium also applies to the redirect that answers the form. An IPv6 address
 * isn't a valid source (CSP 3, section 2.3.1), so only its port can restrict it.
 */
function sourceOf(address: string): string {
  const { protocol, hostname, port, origin } = new URL(address);
  if (!hostname.startsWith("[")) return origin;
  return `${protocol}//*:${port || (protocol === "https:" ? 443 : 80)}`;
}

/**
 * The headers of every page, including error pages and assets. The policy includes the operator's
 * `security.csp_extra_origins`.
 * @throws ConfigurationError for an invalid extra origin
 */
export class PageHeaders {
  private readonly headers: Map<string, string>;
  private readonly extra: readonly string[];

  constructor({ env, starterKit }: Config) {
    this.extra = starterKit.security.csp_extra_origins ?? [];
    const wrong = this.extra.filter((origin) => !isOrigin(origin));
    if (wrong.length > 0)
      throw new ConfigurationError([
        `security.csp_extra_origins must be origins such as https://cdn.example: ${wrong.join(", ")}`,
      ]);
    this.headers = recordHeaders(env, {
      contentSecurityPolicy: false,
      referrerPolicy: { policy: "same-origin" },
    });
    this.headers.set("Content-Security-Policy", policyWith(this.extra));
    this.headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
    this.headers.set("Cache-Control", "private, no-store");
  }

  set: Stage = (request, response) => {
    response.setHeaders(this.headers);
    if (holdsSecret(request.url)) response.setHeader("Referrer-Policy", "no-referrer");
  };

  /** Extends the policy of this page: what it can load, and where its form can lead. */
  open(
    response: Response,
    { origins = [], leadsTo, framesOwn = false }: Pick<PageOptions, "origins" | "leadsTo" | "framesOwn">,
  ): void {
    const formTargets = leadsTo === undefined ? [] : [sourceOf(leadsTo)];
    const policy = policyWith([...this.extra, ...origins], formTargets);
    response.setHeader(
      "Content-Security-Policy",
      framesOwn ? policy.replace(/frame-src( 'none')?/, "frame-src 'self'") : policy,
    );
  }
}
