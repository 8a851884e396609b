import { createHash } from "node:crypto";
import type { OpenApiDocument, OperationObject } from "../../src/contract/document.js";
import { METHODS } from "../../src/contract/operations.js";
import { contractTools } from "./tools.js";

interface Item {
  id?: string;
  name: string;
  item?: Item[];
  request?: {
    method: string;
    url: { path: string[] };
    header: { key: string; disabled?: boolean }[];
    auth?: unknown;
  };
  response?: { id?: string }[];
}
interface Collection extends Item {
  info: { _postman_id?: string; name: string };
  auth?: unknown;
  variable: { key: string; value: string }[];
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
const TOKEN = "bearerToken";
const BEARER = { type: "bearer", bearer: [{ key: "token", value: `{{${TOKEN}}}`, type: "string" }] };

/** A Postman collection (v2.1) with a folder for each tag. The token is a variable of the collection. */
export async function postmanCollection(document: OpenApiDocument): Promise<string> {
  const collection = await convert(JSON.stringify(withoutRandomValues(document)));
  collection.auth = BEARER;
  collection.variable.push({ key: TOKEN, value: "" });
  for (const folder of collection.item!) for (const item of folder.item!) adjustRequest(item, document);
  assignIds(collection, document.info.title);
  return `${JSON.stringify(collection, null, 2)}\n`;
}

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

/**
 * Makes requests use the collection's token, except public ones, which send none. Disables optional headers, because
 * the `If-Match` of the example fails for most users.
 */
function adjustRequest({ request }: Item, { paths }: OpenApiDocument): void {
  const path = `/${request!.url.path.map((part) => part.replace(/^:(.+)$/, "{$1}")).join("/")}`;
  const methods = paths[path] as Record<string, OperationObject>;
  const { security, parameters = [] } = methods[request!.method.toLowerCase()]!;
  if (security?.length === 0) request!.auth = { type: "noauth" };
  else delete request!.auth;
  for (const header of request!.header)
    if (parameters.some(({ name, required }) => name === header.key && required !== true))
      header.disabled = true;
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
