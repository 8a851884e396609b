import Ajv2020 from "ajv/dist/2020.js";
import jtdType from "ajv/dist/vocabularies/jtd/type.js";
import type { ErrorObject, Options, ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { OpenApiDocument } from "../../contract/document.js";
import type { Operation } from "../../contract/operations.js";
import {
  bodySchema,
  CONVERTED_TYPE,
  parametersSchema,
  responseSchemas,
  withConvertedTypes,
} from "./schemas.js";
import { lazily } from "../../lib/lazily.js";
import { FORMATS } from "../formats.js";
import { nestedFilters } from "../nested-filters.js";
import type { ContractViolation } from "../validation-errors.js";

/** The options and formats with which express-openapi-validator creates its validators. */
function createAjv(components: Record<string, object>, options: Options): Ajv2020.default {
  const ajv = new Ajv2020.default({
    ...{ strict: false, strictNumbers: true, strictTuples: true, validateSchema: false },
    ...options,
  });
  addFormats.default(ajv, { mode: "fast" });
  for (const [name, validate] of Object.entries(FORMATS)) ajv.addFormat(name, validate);
  ajv.addKeyword({ ...jtdType.default, keyword: CONVERTED_TYPE, before: "type" } as never);
  for (const [name, schema] of Object.entries(components))
    ajv.addSchema(schema, `#/components/schemas/${name}`);
  return ajv;
}

/** The validators of an operation, compiled from its part of the contract. */
export interface OperationValidators {
  /** Validates `{ query, headers, params }`, converts texts to numbers and adds defaults. */
  parameters: ValidateFunction;
  /** Validates `{ body }`; null for an operation without a body. */
  body: ValidateFunction | null;
  /** Status → returns the validator of its body, compiled for the first such response; null without a body. */
  responses: ReadonlyMap<number, (() => ValidateFunction) | null>;
}

type Compile = (operation: Operation) => OperationValidators;

const compilers = new WeakMap<OpenApiDocument, Compile>();

/** Compiles each operation of the document once, for all apps of the process. */
export function validatorsOf(document: OpenApiDocument): Compile {
  const known = compilers.get(document);
  if (known) return known;
  const compile = createValidators(document);
  const compiled = new Map<string, OperationValidators>();
  const compileOnce: Compile = (operation) => {
    const validators = compiled.get(operation.id) ?? compile(operation);
    compiled.set(operation.id, validators);
    return validators;
  };
  compilers.set(document, compileOnce);
  return compileOnce;
}

/** @returns compiles the validators of an operation; the first call takes longest */
export function createValidators(document: OpenApiDocument): Compile {
  const components = (document.components["schemas"] ?? {}) as Record<string, object>;
  const converted = lazily(() => withConvertedTypes(components));
  const parameters = lazily(() =>
    createAjv(converted(), { useDefaults: true, allErrors: true, coerceTypes: true }),
  );
  const body = lazily(() => createAjv(converted(), { useDefaults: true, allErrors: true }));
  const responses = lazily(() => createAjv(components, {}));
  return (operation) => {
    const bodyOf = bodySchema(operation);
    return {
      parameters: parameters().compile(
        withConvertedTypes(parametersSchema(nestedFilters(operation.document.parameters ?? []))),
      ),
      body: bodyOf && body().compile(withConvertedTypes(bodyOf)),
      responses: new Map(
        [...responseSchemas(document, operation)].map(([status, schema]) => [
          status,
          schema && lazily(() => responses().compile(schema)),
        ]),
      ),
    };
  };
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
