import { bodyExamplesOf, exampleRequest } from "./example-request.js";
import { choiceOf, isPublic, TOKEN, type Step, type Variables } from "./postman-run.js";
import { tokenOf } from "./postman-scripts.js";

export interface PostmanRequest {
  method: string;
  url: { path: string[]; variable: { key: string; value: string }[] };
  header: { key: string; value: string; disabled?: boolean }[];
  auth?: unknown;
  body?: { raw?: string; formdata?: { key: string; src?: string }[] };
}

/** Another address in every run, because addresses are unique. */
const NEW_EMAIL = "{{$guid}}@example.test";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const bearer = (variable: string) => ({
  type: "bearer",
  bearer: [{ key: "token", value: `{{${variable}}}`, type: "string" }],
});

/** Makes a request use the variables of the collection. */
export function useVariables(request: PostmanRequest, step: Step, variables: Variables): void {
  const token = tokenOf(step, variables);
  if (isPublic(step)) request.auth = { type: "noauth" };
  else if (token === TOKEN)
    delete request.auth; // inherits the collection's
  else request.auth = bearer(token);
  for (const parameter of request.url.variable)
    parameter.value = choiceOf(step, parameter.key) ?? `{{${variables.idIn(step.path, parameter.key)}}}`;
  setHeaders(request, step, variables);
  const body = bodyOf(step);
  if (body) request.body!.raw = JSON.stringify(withVariables(body, step, variables), null, 2);
}

/** Other optional headers stay disabled: `If-None-Match` would be answered with 304. */
function setHeaders(request: PostmanRequest, step: Step, variables: Variables): void {
  const values: Record<string, string> = {
    "If-Match": `{{${variables.version(step)}}}`,
    "Idempotency-Key": "{{$guid}}",
  };
  for (const header of request.header) {
    const value = values[header.key];
    if (value !== undefined) Object.assign(header, { value, disabled: false });
    else if (step.operation.parameters!.some(({ name, required }) => name === header.key && !required))
      header.disabled = true;
  }
  const { files } = exampleRequest(step.path, step.method, step.operation);
  if (!files) return;
  request.header = request.header.filter(({ key }) => key !== "Content-Type"); // Postman adds it with the boundary
  for (const field of request.body!.formdata!) field.src = files[field.key]!;
}

/** The first example, or, for what exists without the collection, one that leaves it unchanged. */
function bodyOf({ path, method, operation }: Step): Record<string, unknown> | undefined {
  const examples = bodyExamplesOf(operation);
  const isOwn = path.includes("{") || method === "post";
  return (isOwn ? undefined : examples["unchanged"]?.value) ?? Object.values(examples)[0]?.value;
}

function withVariables(
  body: Record<string, unknown>,
  step: Step,
  variables: Variables,
): Record<string, unknown> {
  const { operation, status } = step;
  const valueOf = (field: string, value: unknown): unknown => {
    if (operation["x-input"]?.[field] !== undefined) return `{{${variables.input(step, field)}}}`;
    if (field === "email") return isPublic(step) && status !== 201 ? "{{email}}" : NEW_EMAIL;
    if (field === "password" && !("password_confirmation" in body)) return "{{password}}";
    // a name with a label is a unique key, of at most 16 characters
    if (field === "name" && "label" in body) return `${String(value).slice(0, 5)}_{{$timestamp}}`;
    // the ids of a list are in a field with its name
    if (Array.isArray(value) && UUID.test(String(value[0]))) return [`{{${field}-id}}`];
    return value;
  };
  return Object.fromEntries(Object.entries(body).map(([field, value]) => [field, valueOf(field, value)]));
}
