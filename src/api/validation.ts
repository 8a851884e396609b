import * as EOV from "express-openapi-validator";
import type { Request, RequestHandler, Response } from "express";
import { localsOf } from "../http/locals.js";
import { ValidationFailed } from "../lib/failures.js";
import { basePathOf, ContractError, type Operation } from "../contract/operations.js";
import type { OpenApiDocument } from "../contract/document.js";
import { withNestedFilters } from "./nested-filters.js";
import { assertSchemas } from "./schemas.js";

/** A response that breaks the contract. */
export interface Violation {
  /** The operationId. */
  operation: string;
  error: Error;
  traceId: string;
}

type Metadata = Record<string, unknown>;
type Middleware = (request: unknown, response: unknown, next: (error?: unknown) => void) => unknown;

/** The values that `attach` adds to a request. */
interface Attached {
  operation: Operation;
  onViolation: (violation: Violation) => void;
}

/**
 * Validates requests and responses with express-openapi-validator. The package would compare every request with every
 * documented path. Here each operation is looked up once, when the service starts, so the cost of a request doesn't
 * grow with the contract.
 * @param onViolation is called after the handler has run; an error that it throws replaces the response
 * @returns creates the validation middleware of an operation
 * @throws ContractError when the document isn't valid OpenAPI or has an invalid schema
 */
export async function createValidation(
  document: OpenApiDocument,
  onViolation: Attached["onViolation"],
): Promise<(operation: Operation) => Promise<RequestHandler[]>> {
  const { findOperation, validateRequest, validateResponse } = await validatorOf(document);
  return async (operation) => [
    attach({ operation, onViolation }, await metadataOf(findOperation, document, operation)),
    ...(hasNoInput(operation) ? [ifQuery(validateRequest)] : [validateRequest, refuseInfinity]),
    validateResponse,
  ];
}

interface Validator {
  findOperation: Middleware;
  validateRequest: RequestHandler;
  validateResponse: RequestHandler;
}

const validators = new WeakMap<OpenApiDocument, Promise<Validator>>();

/** The apps of one process, such as those of the tests, share the validator of a document, because creating it is slow. */
function validatorOf(document: OpenApiDocument): Promise<Validator> {
  const validator = validators.get(document) ?? createValidator(document);
  validators.set(document, validator);
  return validator;
}

async function createValidator(document: OpenApiDocument): Promise<Validator> {
  assertSchemas(document);
  const middlewares = EOV.middleware({
    apiSpec: withNestedFilters(document) as never,
    validateApiSpec: true,
    validateRequests: { allErrors: true },
    validateResponses: {
      onError: (error, _body, request) => {
        const { operation, onViolation } = attachedTo(request);
        onViolation({ operation: operation.id, error, traceId: localsOf(request.res!).traceId });
      },
    },
    validateSecurity: false,
    formats: { "well-formed-text": { type: "string", validate: (text: string) => text.isWellFormed() } },
    fileUploader: false,
  }) as unknown as Middleware[];
  const stage = (name: string): Middleware => {
    const found = middlewares.find((middleware) => middleware.name === name);
    if (!found)
      throw new Error(`express-openapi-validator has no middleware ${name}. Was the package updated?`);
    return found;
  };
  await load(stage("pathParamsMiddleware"));
  return {
    findOperation: stage("metadataMiddleware"),
    validateRequest: stage("requestMiddleware") as unknown as RequestHandler,
    validateResponse: stage("responseMiddleware") as unknown as RequestHandler,
  };
}

/** Refuses `?page=Infinity` and `?page=1e999`, because ajv checks the range of finite numbers only. */
const refuseInfinity: RequestHandler = (request, _response, next) => {
  const names = Object.keys(request.query).filter((name) => isInfinite(request.query[name]));
  if (names.length === 0) return void next();
  throw new ValidationFailed(
    Object.fromEntries(names.map((name) => [name, [`The ${name} must be an integer.`]])),
  );
};

const isInfinite = (value: unknown): boolean => typeof value === "number" && !Number.isFinite(value);

const hasNoInput = ({ hasBody, document }: Operation): boolean =>
  !hasBody && document.parameters?.length === 0;

/** For operations without parameters and body: only a query, which they don't accept, needs validation. */
const ifQuery =
  (validateRequest: RequestHandler): RequestHandler =>
  (request, response, next) =>
    request.url.includes("?") ? validateRequest(request, response, next) : next();

const attachedTo = (request: Request): Attached => (request as Request & { openapi: Attached }).openapi;

/** Calls the first middleware once, because it reports an invalid document only when it handles a request. */
async function load(first: Middleware): Promise<void> {
  try {
    await run(first, { app: { param: () => undefined } });
  } catch (error) {
    throw new ContractError([`the document is not valid OpenAPI: ${(error as Error).message}`]);
  }
}

async function metadataOf(
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

const attach =
  (attached: Attached, metadata: Metadata): RequestHandler =>
  (request: Request, _response: Response, next) => {
    Object.assign(request, { openapi: { ...metadata, ...attached, pathParams: request.params } });
    next();
  };
