import { readFileSync } from "node:fs";
import { productFile } from "../lib/product-files.js";

/** The parts of a bundled OpenAPI 3.1 document that the service reads. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  /** What an operation without `security` would require. */
  security?: Record<string, string[]>[];
  tags: { name: string }[];
  paths: Record<string, PathItem>;
  /** What the service sends to others, by type of event. */
  webhooks?: Record<string, WebhookItem>;
  components: Record<string, Record<string, unknown>>;
  /** Status → the response to a request that matches no operation. */
  "x-fallbacks": Record<string, unknown>;
  /** The schema that every failure matches. */
  "x-failure"?: { schema: { $ref: string } };
}

export interface PathItem extends Partial<
  Record<"get" | "post" | "put" | "patch" | "delete", OperationObject>
> {
  parameters?: ParameterObject[];
}

export interface WebhookItem {
  post: OperationObject;
}

/** What is kept of an answer: all of it, or, for one with a secret, only the address of what was created. */
export type Idempotency = "answer" | "secret";

/** What an agent does with an operation. */
export const AGENT_WORDS = ["read", "change", "destroy"] as const;
export type AgentWord = (typeof AGENT_WORDS)[number];

export interface OperationObject {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: ParameterObject[];
  requestBody?: {
    required?: boolean;
    description?: string;
    content: Record<string, { schema: unknown; examples?: unknown }>;
  };
  responses?: Record<string, unknown>;
  security?: Record<string, string[]>[];
  "x-tier"?: string;
  "x-limits"?: string[];
  "x-scope-any"?: string[];
  /** What an agent does with it, or why no agent can call it. */
  "x-agent"?: AgentWord | { none: string };
  "x-client-token"?: boolean;
  "x-first-party"?: boolean;
  "x-unbound-token"?: boolean;
  /** Accepts an Idempotency-Key. */
  "x-idempotency"?: Idempotency;
  /** Whether a token from signing in needs a recent confirmation of the password. */
  "x-recent-password"?: boolean;
  /** Whether it can be called while the account must set up a second factor and hasn't. */
  "x-without-second-factor"?: boolean;
  /** Field of the body that people fill, such as the token in a mail → where its value comes from. */
  "x-input"?: Record<string, string>;
  /** Error code → when it occurs. It exists only in path files; the generator removes it from the bundle. */
  "x-errors"?: unknown;
  /** Answers people with pages, not programs. Only in the contract of OAuth2. */
  "x-page"?: boolean;
  deprecated?: boolean;
  /** A date in UTC, such as `2026-11-21`; see deprecation.ts. */
  "x-deprecated-since"?: string;
  /** A date in UTC after `x-deprecated-since`. */
  "x-sunset"?: string;
  /** The URL of a page that says what to use instead. */
  "x-deprecation-link"?: string;
  /** This and the next two fields are written by scripts/generate.ts, as documentation. */
  "x-middleware"?: string[];
  "x-permission"?: string;
  "x-codeSamples"?: { lang: string; label: string; source: string }[];
}

/** The bundle contains parameters without references; see scripts/generate.ts. */
export interface ParameterObject {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  style?: string;
  /** Whether reserved characters can be sent without percent-encoding. */
  allowReserved?: boolean;
  example?: unknown;
  schema: { type?: unknown; [keyword: string]: unknown };
}

/** Reads a new copy of the bundle that was generated from openapi/v1. */
export const shippedDocument = (): OpenApiDocument => read("openapi.json");

/** Reads a new copy of the bundle that was generated from openapi/oauth. */
export const shippedOAuthDocument = (): OpenApiDocument => read("oauth.json");

const read = (name: string): OpenApiDocument =>
  JSON.parse(readFileSync(productFile(`src/generated/${name}`), "utf8")) as OpenApiDocument;
