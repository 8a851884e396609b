import { readFileSync } from "node:fs";
import { compileFunction } from "node:vm";
import type { ErrorObject } from "ajv";
import equal from "ajv/dist/runtime/equal.js";
import ucs2length from "ajv/dist/runtime/ucs2length.js";
import type { OpenApiDocument } from "../../contract/document.js";
import type { Operation } from "../../contract/operations.js";
import { lazily } from "../../lib/lazily.js";
import { CODE, productFile } from "../../lib/product-files.js";
import { ALL_FORMATS } from "../validation/formats.js";
import type { ContractViolation } from "../validation/validation-errors.js";
import { operationSchemas, type SourceOf, type ValidatorSchema } from "./schemas.js";

/** Validates a value, converts its texts and adds defaults in place. `errors` belong to the last call. */
export interface Validate {
  (value: object): boolean;
  errors?: ErrorObject[] | null;
}

/** The validators of an operation. Each is loaded when it is first asked for, so that the service starts quickly. */
export interface OperationValidators {
  /** Validates `{ query, headers, params }`, converts texts to numbers and adds defaults. */
  parameters: () => Validate;
  /** Validates `{ body }`; null for an operation without a JSON body. */
  body: (() => Validate) | null;
  /** Status → the validator of its body; null without a body. */
  responses: ReadonlyMap<number, (() => Validate) | null>;
}

export type ValidatorsOf = (operation: Operation) => OperationValidators;

/** The folder in the product where the build writes the source of each validator. */
export const VALIDATORS = "src/validators/";

const cached = new WeakMap<OpenApiDocument, Promise<ValidatorsOf>>();

/**
 * The validators of a document, shared by all apps of the process.
 * @param isShipped whether it is the document that the build made validators from
 */
export function validatorsOf(document: OpenApiDocument, isShipped: boolean): Promise<ValidatorsOf> {
  const validators =
    cached.get(document) ?? sourcesOf(document, isShipped).then((sourceOf) => loadedFrom(sourceOf, document));
  cached.set(document, validators);
  return validators;
}

async function sourcesOf(document: OpenApiDocument, isShipped: boolean): Promise<SourceOf> {
  if (isShipped && CODE === ".js")
    return ({ name }) => readFileSync(productFile(`${VALIDATORS}${name}.js`), "utf8");
  return (await import("./validator-sources.js")).validatorSources(document);
}

/** Makes each validator from its source when it is first asked for. */
export function loadedFrom(sourceOf: SourceOf, document: OpenApiDocument): ValidatorsOf {
  const validators = new Map<string, () => Validate>();
  const load = (schema: ValidatorSchema): (() => Validate) => {
    const validator = validators.get(schema.name) ?? lazily(() => evaluate(schema.name, sourceOf(schema)));
    validators.set(schema.name, validator);
    return validator;
  };
  return (operation) => {
    const { parameters, body, responses } = operationSchemas(document, operation);
    return {
      parameters: load(parameters),
      body: body && load(body),
      responses: new Map([...responses].map(([status, schema]) => [status, schema && load(schema)])),
    };
  };
}

/** What the source of a validator may require. */
const MODULES: Record<string, unknown> = {
  formats: ALL_FORMATS,
  "ajv/dist/runtime/equal": equal,
  "ajv/dist/runtime/ucs2length": ucs2length,
};

/** @throws Error when the source requires a module that isn't listed above */
function evaluate(name: string, source: string): Validate {
  const module = { exports: {} as Validate };
  const require = (id: string): unknown => {
    if (id in MODULES) return MODULES[id];
    throw new Error(`The validator ${name} requires ${id}, which isn't one of the modules of validators.`);
  };
  const run = compileFunction(source, ["module", "require"], { filename: `${name}.js` });
  (run as (of: object, from: object) => void)(module, require);
  return module.exports;
}

/** The errors of a validator in the form of express-openapi-validator. @param at where the validated value is */
export const violationsIn = (errors: readonly ErrorObject[], at = ""): ContractViolation[] =>
  errors.map(({ instancePath, keyword, message = "", params }) => {
    const { missingProperty, additionalProperty, unevaluatedProperty, allowedValues } = params as Params;
    const property = missingProperty ?? additionalProperty ?? unevaluatedProperty;
    const allowed = keyword === "enum" && allowedValues ? `: ${allowedValues.join(", ")}` : "";
    return {
      // the package gives a property without a name no path
      path: property === "" ? "" : at + instancePath + (property === undefined ? "" : `/${property}`),
      message: message + allowed,
      errorCode: `${keyword}.openapi.validation`,
    };
  });

interface Params {
  missingProperty?: string;
  additionalProperty?: string;
  unevaluatedProperty?: string;
  allowedValues?: unknown[];
}
