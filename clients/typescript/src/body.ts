/** Serializes a body with a file as `multipart/form-data`, and any other one as JSON. */
export function multipartOrJson(body: unknown): BodyInit {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>);
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of fields)
    if (value instanceof Blob) form.append(name, value, fileNameOf(value) || name);
    else form.append(name, String(value));
  return form;
}

/** Without a name, Bun sends an empty one, with which servers take the file for text. */
const fileNameOf = (file: Blob): string => ("name" in file && typeof file.name === "string" ? file.name : "");
