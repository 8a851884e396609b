import type { OpenApiDocument, OperationObject } from "./document.js";

interface File {
  format?: string;
  "x-max-bytes"?: number;
}
interface Schema {
  $ref?: string;
  properties?: Record<string, File>;
  additionalProperties?: boolean;
}

/** The schema of the multipart body; undefined for an operation without one. */
function multipartSchema(
  { requestBody }: OperationObject,
  { components }: OpenApiDocument,
): Schema | undefined {
  const media = requestBody?.content["multipart/form-data"] as { schema: Schema } | undefined;
  const name = media?.schema.$ref?.split("/").at(-1);
  return name === undefined ? media?.schema : (components["schemas"]![name] as Schema);
}

/** The size of the largest file that the operation accepts, in bytes; null when it accepts none. */
export function maxUploadBytes(operation: OperationObject, document: OpenApiDocument): number | null {
  const schema = multipartSchema(operation, document);
  if (!schema) return null;
  return Math.max(...Object.values(schema.properties ?? {}).map((file) => file["x-max-bytes"] ?? 0));
}

/** The field of a large file, which is stored while it arrives. Files of other fields are read into memory. */
export const STREAMED_FIELD = "file";

export function isStreamed(operation: OperationObject, document: OpenApiDocument): boolean {
  return STREAMED_FIELD in (multipartSchema(operation, document)?.properties ?? {});
}

/** A multipart body must consist of files with a size, because handlers get the bytes of every field. */
export function uploadProblems(operation: OperationObject, document: OpenApiDocument): string[] {
  const schema = multipartSchema(operation, document);
  if (!schema) return [];
  const { properties = {}, additionalProperties } = schema;
  const types = Object.keys(operation.requestBody!.content);
  return [
    ...(types.length > 1 ? ["accepts multipart/form-data and another type"] : []),
    ...(additionalProperties === false ? [] : ["has a multipart body with fields that it doesn't name"]),
    ...Object.entries(properties)
      .filter(([, file]) => file.format !== "binary" || file["x-max-bytes"] === undefined)
      .map(
        ([field]) =>
          `has the field ${field} in a multipart body, which is no file (format: binary) with x-max-bytes`,
      ),
  ];
}
