/** Serializes a body with a file as `multipart/form-data`, and any other one as JSON. */
export function multipartOrJson(body: unknown): BodyInit {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>);
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}
