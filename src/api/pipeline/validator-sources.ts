import { _ } from "ajv";
import type { Options } from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import jtdType from "ajv/dist/vocabularies/jtd/type.js";
import type { OpenApiDocument } from "../../contract/document.js";
import { lazily } from "../../lib/lazily.js";
import { ALL_FORMATS } from "../validation/formats.js";
import { CONVERTED_TYPE, withConvertedTypes, type SourceOf, type ValidatorSchema } from "./schemas.js";

// Loaded by the build, and where nothing was built: the service itself needs no compiler.

/** @returns makes the source of a validator: JavaScript that needs no ajv, only the modules of `validators.ts` */
export function validatorSources(document: OpenApiDocument): SourceOf {
  const components = (document.components["schemas"] ?? {}) as Record<string, object>;
  const converted = lazily(() => withConvertedTypes(components));
  const compilers = {
    parameters: lazily(() =>
      createAjv(converted(), { useDefaults: true, allErrors: true, coerceTypes: true }),
    ),
    body: lazily(() => createAjv(converted(), { useDefaults: true, allErrors: true })),
    response: lazily(() => createAjv(components, {})),
  };
  return ({ of, schema }: ValidatorSchema) => {
    const ajv = compilers[of]();
    return standaloneCode.default(ajv, ajv.compile(schema()));
  };
}

/** The options and formats with which express-openapi-validator creates its validators. */
function createAjv(components: Record<string, object>, options: Options): Ajv2020.default {
  const ajv = new Ajv2020.default({
    ...{ strict: false, strictNumbers: true, strictTuples: true, validateSchema: false },
    code: { source: true, lines: true, formats: _`require("formats")` },
    ...options,
    formats: ALL_FORMATS,
  });
  ajv.addKeyword({ ...jtdType.default, keyword: CONVERTED_TYPE, before: "type" } as never);
  for (const [name, schema] of Object.entries(components))
    ajv.addSchema(schema, `#/components/schemas/${name}`);
  return ajv;
}
