import { readFileSync } from "node:fs";

/** The parts of a bundled OpenAPI 3.1 document that the service reads. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, PathItem>;
  components: Record<string, Record<string, unknown>>;
  /** Status → response: answers that belong to no operation. */
  "x-fallbacks": Record<string, { $ref: string }>;
  /** The schema of every failure, whatever its code. */
  "x-failure"?: { $ref: string };
}

export interface PathItem extends Partial<
  Record<"get" | "post" | "put" | "patch" | "delete", OperationObject>
> {
  parameters?: ParameterObject[];
}

export interface OperationObject {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: ParameterObject[];
  requestBody?: { required?: boolean; content: Record<string, { schema: unknown }> };
  responses?: Record<string, unknown>;
  security?: Record<string, string[]>[];
  "x-tier"?: string;
  "x-limits"?: string[];
  "x-scope-any"?: string[];
  "x-client-token"?: boolean;
  "x-first-party"?: boolean;
  /** In path files only: code → when it occurs. The document that is made of them has no such field. */
  "x-errors"?: unknown;
  deprecated?: boolean;
  /** Days in UTC, `2026-11-21`; see deprecation.ts. */
  "x-deprecated-since"?: string;
  "x-sunset"?: string;
  /** A page for people about what to use instead. */
  "x-deprecation-link"?: string;
  /** Written by scripts/generate.ts, for readers of the document. */
  "x-middleware"?: string[];
  "x-permission"?: string;
  "x-codeSamples"?: { lang: string; label: string; source: string }[];
}

/** Parameters are written out in the bundle; see scripts/generate.ts. */
export interface ParameterObject {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: unknown;
}

/** A copy of the bundle that was generated from openapi/v1. */
export const shippedDocument = (): OpenApiDocument =>
  JSON.parse(readFileSync(new URL("../generated/openapi.json", import.meta.url), "utf8")) as OpenApiDocument;
