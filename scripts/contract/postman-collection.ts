import { createHash } from "node:crypto";
import type { OpenApiDocument } from "../../src/contract/document.js";
import { METHODS } from "../../src/contract/operations.js";
import { bearer, useVariables, type PostmanRequest } from "./postman-requests.js";
import { stepsInOrder, TOKEN, Variables, type Step } from "./postman-run.js";
import { eventsOf, sharedEvents, type Event } from "./postman-scripts.js";
import { contractTools } from "./tools.js";

interface Item {
  id?: string;
  name: string;
  item?: Item[];
  request?: PostmanRequest;
  event?: Event[];
  response?: { id?: string }[];
}
interface Collection extends Item {
  info: { _postman_id?: string; name: string };
  auth?: unknown;
  variable: { key: string; value: string; description?: string }[];
}
interface Converter {
  convertV2: (
    input: { type: "string"; data: string },
    options: object,
    done: (
      error: Error | null,
      result?: { result: boolean; reason?: string; output: { data: Collection }[] },
    ) => void,
  ) => void;
}

const OPTIONS = {
  folderStrategy: "Tags",
  parametersResolution: "Example",
  schemaFaker: false, // generated examples would differ in every run
  includeAuthInfoInExample: false,
  alwaysInheritAuthentication: true,
  enableOptionalParameters: false,
};

/**
 * A Postman collection (v2.1) that runs from top to bottom, with a folder for each tag. An account with all permissions
 * signs in, and later requests use the token, ids and versions of earlier answers.
 */
export async function postmanCollection(document: OpenApiDocument): Promise<string> {
  const collection = await convert(JSON.stringify(withoutRandomValues(document)));
  const steps = stepsInOrder(document);
  const variables = new Variables(steps);
  const items = collection.item!.flatMap((folder) => folder.item!);
  collection.item = foldersOf(steps, (step) => {
    const item = items.find(({ request }) => isRequestOf(request!, step))!;
    useVariables(item.request!, step, variables);
    return { ...item, event: eventsOf(step, variables) };
  });
  collection.auth = bearer(TOKEN);
  collection.event = sharedEvents();
  collection.variable.push(
    { key: "email", value: "", description: "The address of an account with all permissions." },
    { key: "password", value: "", description: "The password of this account." },
    { key: TOKEN, value: "", description: "The token of this account. Signing in sets it." },
    ...inputsOf(steps, variables),
  );
  assignIds(collection, document.info.title);
  return `${JSON.stringify(collection, null, 2)}\n`;
}

/** The folders in the order of the steps. */
function foldersOf(steps: Step[], itemOf: (step: Step) => Item): Item[] {
  const folders = new Map<string, Item[]>();
  for (const step of steps) {
    folders.set(step.folder, [...(folders.get(step.folder) ?? []), itemOf(step)]);
  }
  return [...folders].map(([name, item]) => ({ name, item }));
}

const isRequestOf = ({ method, url }: PostmanRequest, step: Step): boolean =>
  method === step.method.toUpperCase() &&
  `/${url.path.map((part) => part.replace(/^:(.+)$/, "{$1}")).join("/")}` === step.path;

/** The values that only people have, such as those of a link in a mail. */
const inputsOf = (steps: Step[], variables: Variables) =>
  steps
    .filter((step) => variables.appKey(step) === undefined)
    .flatMap((step) =>
      Object.entries(step.operation["x-input"] ?? {}).map(([field, source]) => ({
        key: variables.input(step, field),
        value: "",
        description: `\`${field}\` of \`${step.operation.operationId}\`, from ${source}. Without it, the request is skipped.`,
      })),
    );

/** The converter makes up a value for each parameter without an example, which would differ in every run. */
function withoutRandomValues(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const item of Object.values(copy.paths))
    for (const method of METHODS)
      for (const parameter of (item[method]?.parameters ?? []) as { example?: unknown }[])
        parameter.example ??= "";
  return copy;
}

function convert(data: string): Promise<Collection> {
  const { convertV2 } = contractTools.load("openapi-to-postmanv2") as Converter;
  return new Promise((resolve, reject) => {
    convertV2({ type: "string", data }, OPTIONS, (error, result) => {
      if (result?.result) resolve(result.output[0]!.data);
      else reject(error ?? new Error(`Converting the contract failed: ${result?.reason}`));
    });
  });
}

/** Replaces the random ids of the converter by ids derived from the path of each item. */
function assignIds(item: Item | Collection, path: string): void {
  if ("info" in item) item.info._postman_id = uuidOf(path);
  else item.id = uuidOf(path);
  item.response?.forEach((response, index) => (response.id = uuidOf(`${path}/response ${index}`)));
  item.item?.forEach((child, index) => assignIds(child, `${path}/${index} ${child.name}`));
}

/** A UUID (version 8, RFC 9562) derived from a text. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
