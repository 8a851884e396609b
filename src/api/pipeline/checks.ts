import type { Operation } from "../../contract/operations.js";
import { ContractViolated, ResponseViolation } from "../validation/contract-violated.js";
import { ValidationFailed } from "../../lib/failures.js";
import type { StageRequest } from "../../lib/requests.js";
import { lazily } from "../../lib/lazily.js";
import { nestedFilters } from "../validation/nested-filters.js";
import { type Query, queryReader } from "./call.js";
import { violationsIn, type OperationValidators, type ValidatorsOf } from "./validators.js";

/** Checks requests and responses of an operation as express-openapi-validator does, with validators of its own. */
export class OperationChecks {
  private readonly readQuery: (text: string) => Query;
  /** The header parameters in lower case, if there are no others and no body. */
  private readonly optionalHeaders: readonly string[] | null;
  private readonly validators: () => OperationValidators;

  constructor(operation: Operation, validatorsOf: ValidatorsOf) {
    this.validators = lazily(() => validatorsOf(operation));
    const parameters = nestedFilters(operation.document.parameters ?? []);
    this.readQuery = queryReader(parameters);
    const isOptional = parameters.every((parameter) => parameter.in === "header" && !parameter.required);
    this.optionalHeaders =
      isOptional && !operation.hasBody ? parameters.map(({ name }) => name.toLowerCase()) : null;
  }

  /**
   * Validates the parameters and the body, which are converted and completed in place.
   * @returns the query
   * @throws ContractViolated
   */
  request(request: StageRequest): Query {
    const start = request.url.indexOf("?");
    if (start < 0 && this.optionalHeaders?.every((name) => request.headers[name] === undefined))
      return NOTHING;
    const query = this.readQuery(start < 0 ? "" : request.url.slice(start + 1));
    const { headers, params } = request;
    const body = request.body as unknown;
    const validators = this.validators();
    const parameters = validators.parameters();
    const bodyOf = validators.body && validators.body();
    const isValid = parameters({ query, headers, params });
    const hasValidBody = bodyOf === null || bodyOf({ body });
    if (!isValid || !hasValidBody)
      throw new ContractViolated([
        ...violationsIn(parameters.errors ?? []),
        ...violationsIn(bodyOf?.errors ?? []),
      ]);
    rejectInfinity(query);
    return query;
  }

  /** @returns what is wrong with the response, or null */
  response(status: number, body: object): Error | null {
    const { responses } = this.validators();
    const validate = responses.get(status)?.();
    if (validate?.(body)) return null;
    if (validate) return new ResponseViolation(violationsIn(validate.errors ?? [], "/response"));
    return new Error(
      responses.has(status)
        ? "response should NOT have a body"
        : `no schema defined for status code '${status}' in the openapi spec`,
    );
  }
}

const NOTHING: Query = Object.freeze({});

/** Rejects `?page=Infinity` and `?page=1e999`, because ajv checks the range of finite numbers only. */
function rejectInfinity(query: Query): void {
  const names = Object.keys(query).filter((name) => isInfinite(query[name]));
  if (names.length === 0) return;
  throw new ValidationFailed(
    Object.fromEntries(names.map((name) => [name, [`The ${name} must be an integer.`]])),
  );
}

const isInfinite = (value: unknown): boolean => typeof value === "number" && !Number.isFinite(value);
