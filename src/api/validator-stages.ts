import type { Request } from "express";
import { basePathOf, type Operation } from "../contract/operations.js";
import type { OpenApiDocument } from "../contract/document.js";
import { localsOf } from "../http/locals.js";
import { FORMATS } from "./formats.js";
import { withNestedFilters } from "./nested-filters.js";

// the parts of express-openapi-validator that api/validation.ts puts together

/** A response that breaks the contract. */
export interface Violation {
  /** The operationId. */
  operation: string;
  error: Error;
  traceId: string;
}

/** The values that `attach` adds to a request. */
export interface Attached {
  operation: Operation;
  onViolation: (violation: Violation) => void;
}

export type Metadata = Record<string, unknown>;
type Middleware = (request: unknown, response: unknown, next: (error?: unknown) => void) => unknown;

export type Stages = Record<keyof typeof STAGES, Middleware>;
/** Stage → the name of the package's middleware. */
const STAGES = {
  readDocument: "pathParamsMiddleware",
  findOperation: "metadataMiddleware",
  validateRequest: "requestMiddleware",
  validateResponse: "responseMiddleware",
} as const;

/**
 * Loads the package, which takes a tenth of a start and which compiled operations don't need.
 * @throws Error when the package doesn't have these stages
 */
export async function stagesOf(document: OpenApiDocument, validateApiSpec: boolean): Promise<Stages> {
  const { middleware } = await import("express-openapi-validator");
  const middlewares = middleware({
    apiSpec: withNestedFilters(document) as never,
    validateApiSpec,
    validateRequests: { allErrors: true },
    validateResponses: {
      onError: (error, _body, request) => {
        const { operation, onViolation } = attachedTo(request);
        onViolation({ operation: operation.id, error, traceId: localsOf(request.res!).traceId });
      },
    },
    validateSecurity: false,
    formats: FORMATS,
    fileUploader: false,
  }) as unknown as Middleware[];
  const stages = Object.entries(STAGES).map(([stage, name]) => {
    const found = middlewares.find((candidate) => candidate.name === name);
    if (found) return [stage, found] as const;
    throw new Error(`express-openapi-validator has no middleware ${name}. Was the package updated?`);
  });
  return Object.fromEntries(stages) as Stages;
}

/** The package reads the document when its first middleware is called. */
export const readDocument = (stages: Stages): Promise<void> =>
  run(stages.readDocument, { app: { param: () => undefined } });

export async function metadataOf(
  findOperation: Middleware,
  document: OpenApiDocument,
  operation: Operation,
): Promise<Metadata> {
  const path = basePathOf(document) + operation.path.replaceAll(/\{[^{}]+\}/g, "x");
  const app = { enabled: () => true };
  const request = {
    app,
    method: operation.method.toUpperCase(),
    path,
    originalUrl: path,
    baseUrl: "",
    openapi: {},
  };
  await run(findOperation, request);
  return request.openapi;
}

const run = (middleware: Middleware, request: object): Promise<void> =>
  new Promise((resolve, reject) => {
    void middleware(request, {}, (error) => {
      if (error === undefined) resolve();
      else reject(error as Error);
    });
  });

const attachedTo = (request: Request): Attached => (request as Request & { openapi: Attached }).openapi;
