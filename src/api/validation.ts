import * as EOV from "express-openapi-validator";
import type { Request, RequestHandler, Response } from "express";
import { localsOf } from "../http/locals.js";
import { ValidationFailed } from "../lib/failures.js";
import { basePathOf, ContractError, type Operation } from "../contract/operations.js";
import type { OpenApiDocument } from "../contract/document.js";
import { assertSchemas } from "./schemas.js";

/** A response broke the contract. */
export interface Violation {
  /** The operationId. */
  operation: string;
  error: Error;
  traceId: string;
}

type Metadata = Record<string, unknown>;
type Middleware = (request: unknown, response: unknown, next: (error?: unknown) => void) => unknown;

/** What the router attaches to a request of an operation. */
interface Attached {
  operation: Operation;
  onViolation: (violation: Violation) => void;
}

/**
 * Request and response validation of the whole document by express-openapi-validator. Its own look-up of the
 * operation compares every request with every documented path; here each operation is looked up once, at the
 * start, and the router attaches the result. The cost of a request doesn't grow with the contract.
 *
 * @throws ContractError when the document isn't valid OpenAPI, or a schema is invalid
 * @param onViolation called after the handler has run; what it throws replaces the response
 */
export async function createValidation(
  document: OpenApiDocument,
  onViolation: Attached["onViolation"],
): Promise<(operation: Operation) => Promise<RequestHandler[]>> {
  const { lookUp, validateRequest, validateResponse } = await validatorOf(document);
  return async (operation) => [
    attach({ operation, onViolation }, await metadataOf(lookUp, document, operation)),
    ...(takesNothing(operation) ? [unlessBare(validateRequest)] : [validateRequest, refuseInfinity]),
    validateResponse,
  ];
}

interface Validator {
  lookUp: Middleware;
  validateRequest: RequestHandler;
  validateResponse: RequestHandler;
}

const validators = new WeakMap<OpenApiDocument, Promise<Validator>>();

/** Applications of one process, such as those of the tests, share the validator of a document: it is costly to make. */
function validatorOf(document: OpenApiDocument): Promise<Validator> {
  const validator = validators.get(document) ?? createValidator(document);
  validators.set(document, validator);
  return validator;
}

async function createValidator(document: OpenApiDocument): Promise<Validator> {
  assertSchemas(document);
  const middlewares = EOV.middleware({
    apiSpec: structuredClone(document) as never,
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
    if (!found) throw new Error(`express-openapi-validator has no ${name}; was it updated?`);
    return found;
  };
  await load(stage("pathParamsMiddleware"));
  return {
    lookUp: stage("metadataMiddleware"),
    validateRequest: stage("requestMiddleware") as unknown as RequestHandler,
    validateResponse: stage("responseMiddleware") as unknown as RequestHandler,
  };
}

/** `?page=Infinity` and `1e999` become numbers, and ajv compares only finite ones with the schema's ranges. */
const refuseInfinity: RequestHandler = (request, _response, next) => {
  const names = Object.keys(request.query).filter((name) => isInfinite(request.query[name]));
  if (names.length === 0) return void next();
  throw new ValidationFailed(
    Object.fromEntries(names.map((name) => [name, [`The ${name} must be an integer.`]])),
  );
};

const isInfinite = (value: unknown): boolean => typeof value === "number" && !Number.isFinite(value);

const takesNothing = ({ hasBody, document }: Operation): boolean =>
  !hasBody && document.parameters?.length === 0;

/** A request without a query, to an operation without parameters and body, has nothing to be validated. */
const unlessBare =
  (validateRequest: RequestHandler): RequestHandler =>
  (request, response, next) =>
    request.url.includes("?") ? validateRequest(request, response, next) : next();

const attachedTo = (request: Request): Attached => (request as Request & { openapi: Attached }).openapi;

/** The first middleware reports an invalid document, but only to the first request: so it is asked by hand. */
async function load(first: Middleware): Promise<void> {
  try {
    await run(first, { app: { param: () => undefined } });
  } catch (error) {
    throw new ContractError([`the document is not valid OpenAPI: ${(error as Error).message}`]);
  }
}

async function metadataOf(
  lookUp: Middleware,
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
  await run(lookUp, request);
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
