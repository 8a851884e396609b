import type { RequestHandler } from "express";
import { ValidationFailed } from "../lib/failures.js";
import { ContractError, type Operation } from "../contract/operations.js";
import type { OpenApiDocument } from "../contract/document.js";
import { partOf } from "../contract/part.js";
import { toMiddleware } from "../http/stage.js";
import {
  metadataOf,
  readDocument,
  stagesOf,
  type Attached,
  type Metadata,
  type Stages,
} from "./validator-stages.js";

/**
 * Validates requests and responses with express-openapi-validator. The package would compare every request with every
 * documented path, and read the whole document for each schema that it compiles. Here every operation has a validator of
 * its own, for its part of the document, so the cost of a request doesn't grow with the contract.
 * @param onViolation is called after the handler has run; an error that it throws replaces the response
 * @param isShipped whether the document was validated when it was generated
 * @returns creates the validation middleware of an operation
 * @throws ContractError as assertValid
 */
export async function createValidation(
  document: OpenApiDocument,
  onViolation: Attached["onViolation"],
  isShipped: boolean,
): Promise<(operation: Operation) => RequestHandler[]> {
  if (!isShipped) await assertValid(document);
  return (operation) => {
    const validator = validatorOf(document, operation);
    const validateRequest: RequestHandler = (...call) => validator.created!.validateRequest(...call);
    const validateResponse: RequestHandler = (...call) => validator.created!.validateResponse(...call);
    return [
      attach(validator, { operation, onViolation }),
      ...(hasOnlyHeaders(operation)
        ? [ifSent(optionalHeaders(operation), validateRequest)]
        : [validateRequest, toMiddleware(({ query }) => refuseInfinity(query))]),
      validateResponse,
    ];
  };
}

interface Created {
  validateRequest: RequestHandler;
  validateResponse: RequestHandler;
  /** What the package knows about the operation. */
  metadata: Metadata;
}

/** The validator of one operation, which is created by the first request, so that the service starts quickly. */
class OperationValidator {
  created: Created | undefined;
  private creation: Promise<Created> | undefined;

  constructor(
    private readonly document: OpenApiDocument,
    private readonly operation: Operation,
  ) {}

  create(): Promise<Created> {
    this.creation ??= this.build();
    return this.creation;
  }

  private async build(): Promise<Created> {
    const part = partOf(this.document, this.operation);
    const stages = await stagesOf(part, false);
    await readDocument(stages);
    const metadata = await metadataOf(stages.findOperation, part, this.operation);
    const { validateRequest, validateResponse } = stages as unknown as Record<keyof Stages, RequestHandler>;
    this.created = { validateRequest, validateResponse, metadata };
    return this.created;
  }
}

/** The apps of one process, such as those of the tests, share the validators of a document. */
const validators = new WeakMap<OpenApiDocument, Map<string, OperationValidator>>();

function validatorOf(document: OpenApiDocument, operation: Operation): OperationValidator {
  const known = validators.get(document) ?? new Map<string, OperationValidator>();
  validators.set(document, known);
  const validator = known.get(operation.id) ?? new OperationValidator(document, operation);
  known.set(operation.id, validator);
  return validator;
}

/** @throws ContractError when a reference leads nowhere, the document isn't valid OpenAPI, or a schema isn't valid */
export async function assertValid(document: OpenApiDocument): Promise<void> {
  const { assertSchemas } = await import("./schemas.js");
  assertSchemas(document);
  try {
    await readDocument(await stagesOf(document, true));
  } catch (error) {
    throw new ContractError([`the document is not valid OpenAPI: ${(error as Error).message}`]);
  }
}

/** Refuses `?page=Infinity` and `?page=1e999`, because ajv checks the range of finite numbers only. */
export function refuseInfinity(query: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(query).filter((name) => isInfinite(query[name]));
  if (names.length === 0) return;
  throw new ValidationFailed(
    Object.fromEntries(names.map((name) => [name, [`The ${name} must be an integer.`]])),
  );
}

const isInfinite = (value: unknown): boolean => typeof value === "number" && !Number.isFinite(value);

/** Whether a request without a query and without the declared headers is always valid. */
const hasOnlyHeaders = ({ hasBody, document }: Operation): boolean =>
  !hasBody && document.parameters!.every((parameter) => parameter.in === "header" && !parameter.required);

const optionalHeaders = ({ document }: Operation): string[] =>
  document.parameters!.map(({ name }) => name.toLowerCase());

/** Validates requests with a query or one of the headers. */
const ifSent =
  (headers: readonly string[], validateRequest: RequestHandler): RequestHandler =>
  (request, response, next) => {
    const isSent = request.url.includes("?") || headers.some((name) => request.headers[name] !== undefined);
    return isSent ? validateRequest(request, response, next) : next();
  };

const attach =
  (validator: OperationValidator, attached: Attached): RequestHandler =>
  (request, _response, next) => {
    const proceed = ({ metadata }: Created): void => {
      Object.assign(request, { openapi: { ...metadata, ...attached, pathParams: request.params } });
      next();
    };
    if (validator.created) return proceed(validator.created);
    return validator.create().then(proceed);
  };
