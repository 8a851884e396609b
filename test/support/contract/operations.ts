import { readContract, type Method, type Operation } from "../../../src/contract/operations.js";
import { shippedDocument } from "../../../src/contract/document.js";
import { PIXEL, Upload } from "../app/upload.js";
import { PERMISSIONS } from "../../../src/domain/access/permissions.js";

/** Every operation of the contract. */
export const operations: Operation[] = readContract(shippedDocument(), new Set(PERMISSIONS));

/** An id that no row has. */
export const NO_ROW = "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e";

/** The path below the base path, with an id, or an allowed value, for each parameter. */
export const pathOf = (operation: Operation, id = NO_ROW): string =>
  operation.path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => valuesOf(operation, name)?.[0] ?? id);

/** The query with the examples of the parameters that are required; empty for most operations. */
export function requiredQuery({ document }: Operation): string {
  const required =
    document.parameters?.filter((declared) => declared.in === "query" && declared.required) ?? [];
  const query = new URLSearchParams(
    required.map(({ name, example }): [string, string] => [name, String(example)]),
  );
  return query.size > 0 ? `?${query.toString()}` : "";
}

/** The parameters in the path that are ids. */
export const idsIn = (operation: Operation): string[] =>
  [...operation.path.matchAll(/\{([^{}]+)\}/g)]
    .map(([, name]) => name!)
    .filter((name) => valuesOf(operation, name) === undefined);

/** The list of values of a parameter that isn't an id, or the example of one that can be a name, too. */
function valuesOf({ document }: Operation, name: string): string[] | undefined {
  const parameter = document.parameters?.find((declared) => declared.name === name);
  const schema = parameter?.schema as { enum?: string[]; format?: string } | undefined;
  return schema?.enum ?? (schema?.format === "uuid" ? undefined : [String(parameter?.example)]);
}

/** The body of the first documented example; undefined for an operation without a body. */
export function exampleBody(operation: Operation): Record<string, unknown> | Upload | undefined {
  const files = operation.document.requestBody?.content["multipart/form-data"] as
    { examples: Record<string, { value: Record<string, string> }> } | undefined;
  if (!files) return exampleJson(operation);
  return new Upload(
    Object.entries(Object.values(files.examples)[0]!.value).map(([field, name]) => ({
      field,
      name,
      bytes: name.endsWith(".png") ? PIXEL : Buffer.from('{"email":"ada@acme.test"}\n'),
    })),
  );
}

/** `exampleBody` of an operation with a JSON body. */
export function exampleJson({ document }: Operation): Record<string, unknown> | undefined {
  const media = document.requestBody?.content["application/json"] as
    { examples: Record<string, { value: Record<string, unknown> }> } | undefined;
  return media && Object.values(media.examples)[0]!.value;
}

/** The documented paths with their methods. */
export const methodsByPath = (): Map<string, Method[]> =>
  new Map(
    operations.map(({ path }) => [
      path,
      operations.filter((other) => other.path === path).map(({ method }) => method),
    ]),
  );
