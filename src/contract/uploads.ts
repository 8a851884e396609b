import type { OpenApiDocument, OperationObject } from "./document.js";

interface Schema {
  $ref?: string;
  properties?: Record<string, { format?: string; "x-max-bytes"?: number }>;
  additionalProperties?: boolean;
}

/** A multipart body must consist of files with a size, because handlers get the bytes of every field. */
export function uploadProblems({ requestBody }: OperationObject, { components }: OpenApiDocument): string[] {
  const media = requestBody?.content["multipart/form-data"];
  if (!media) return [];
  const { schema } = media as { schema: Schema };
  const name = schema.$ref?.split("/").at(-1);
  const { properties = {}, additionalProperties } =
    name === undefined ? schema : (components["schemas"]![name] as Schema);
  return [
    ...(Object.keys(requestBody!.content).length > 1 ? ["accepts multipart/form-data and another type"] : []),
    ...(additionalProperties === false ? [] : ["has a multipart body with fields that it doesn't name"]),
    ...Object.entries(properties)
      .filter(([, field]) => field.format !== "binary" || field["x-max-bytes"] === undefined)
      .map(
        ([field]) =>
          `has the field ${field} in a multipart body, which is no file (format: binary) with x-max-bytes`,
      ),
  ];
}
