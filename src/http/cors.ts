import corsPackage from "cors";
import type { RequestHandler } from "express";
import { ConfigurationError } from "../config/env.js";
import type { StarterKit } from "../config/starter-kit.js";

const EXPOSED = [
  ...["X-Request-ID", "ETag", "Location", "Link", "Retry-After", "RateLimit", "RateLimit-Policy"],
  ...["WWW-Authenticate", "Idempotent-Replayed", "Deprecation", "Sunset"],
];

const isOrigin = (text: string): boolean =>
  !text.includes("*") && URL.canParse(text) && new URL(text).origin === text;

/**
 * Implements the block `cors` with an exact allow-list. A preflight continues to the router, which answers in the
 * envelope.
 * @throws ConfigurationError for an invalid origin, and for `*` with credentials
 */
export function cors({
  allowed_origins: origins = [],
  supports_credentials: credentials = false,
  max_age: maxAge = 7200,
}: StarterKit["cors"]): RequestHandler[] {
  const wrong = origins.filter((origin) => origin !== "*" && !isOrigin(origin));
  if (wrong.length > 0)
    throw new ConfigurationError([
      `cors.allowed_origins must be origins such as https://app.example: ${wrong.join(", ")}`,
    ]);
  if (origins.includes("*") && credentials)
    throw new ConfigurationError([
      "cors.allowed_origins must not be * while cors.supports_credentials is on",
    ]);
  if (origins.length === 0) return []; // without allowed origins no CORS header is sent
  const middleware = corsPackage({
    origin: origins.includes("*") ? "*" : origins,
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders: [
      ...["Authorization", "Content-Type", "If-Match", "If-None-Match", "Idempotency-Key", "X-Request-ID"],
      "DPoP",
    ],
    exposedHeaders: EXPOSED,
    credentials,
    maxAge,
    preflightContinue: true,
  });
  return [middleware];
}
