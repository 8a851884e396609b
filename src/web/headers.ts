import type { RequestHandler, Response } from "express";
import { ConfigurationError } from "../config/env.js";
import type { Config } from "../config/config.js";
import { recordHeaders } from "../http/recorded-headers.js";

/** Own files only, no inline script or style; images may be data (QR codes, the icons of the style sheet). */
const POLICY: Record<string, string[]> = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'", "data:"],
  "font-src": ["'self'"],
  "connect-src": ["'self'"],
  "frame-src": [],
  "form-action": ["'self'"],
  "base-uri": ["'none'"],
  "frame-ancestors": ["'none'"],
};
const EXTENSIBLE = ["script-src", "style-src", "img-src", "connect-src", "font-src", "frame-src"];

/** An origin, whole and literal: no `*`, no keyword, no path. */
const isOrigin = (text: string): boolean =>
  /^(https?|wss?):\/\/[^*\s;,'"]+$/.test(text) &&
  URL.canParse(text) &&
  `${new URL(text).protocol}//${new URL(text).host}` === text;

function policyWith(origins: readonly string[]): string {
  return Object.entries(POLICY)
    .map(([directive, sources]) => {
      const all = EXTENSIBLE.includes(directive) ? [...sources, ...origins] : sources;
      return `${directive} ${all.length === 0 ? "'none'" : all.join(" ")}`;
    })
    .join("; ");
}

/**
 * The headers of every page, error pages and assets included. The operator's `security.csp_extra_origins` are part of
 * the policy.
 * @throws ConfigurationError on an extra origin that is none
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
    this.headers = recordHeaders(env.APP_URL, {
      contentSecurityPolicy: false,
      referrerPolicy: { policy: "same-origin" },
    });
    this.headers.set("Content-Security-Policy", policyWith(this.extra));
    this.headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
    this.headers.set("Cache-Control", "private, no-store");
  }

  set: RequestHandler = (_request, response, next) => {
    response.setHeaders(this.headers);
    next();
  };

  /** Opens the policy of this one page for more origins. */
  open(response: Response, origins: readonly string[]): void {
    response.setHeader("Content-Security-Policy", policyWith([...this.extra, ...origins]));
  }
}
