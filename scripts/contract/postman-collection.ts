import { createHash } from "node:crypto";
import type { OpenApiDocument, OperationObject } from "../../src/contract/document.js";
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
  schemaFaker: false, // what has no example would be another one each time
  includeAuthInfoInExample: false,
  alwaysInheritAuthentication: true,
  enableOptionalParameters: false,
};
const TOKEN = "bearerToken";
const BEARER = { type: "bearer", bearer: [{ key: "token", value: `{{${TOKEN}}}`, type: "string" }] };

/** A collection (v2.1) of the published document: a folder for each tag, and the token in one variable. */
export async function postmanCollection(document: OpenApiDocument): Promise<string> {
  const collection = await converted(JSON.stringify(document));
  collection.auth = BEARER;
  collection.variable.push({ key: TOKEN, value: "" });
  for (const folder of collection.item!) for (const item of folder.item!) mend(item, document);
  name(collection, document.info.title);
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function converted(data: string): Promise<Collection> {
  const { convertV2 } = contractTools.load("openapi-to-postmanv2") as Converter;
  return new Promise((resolve, reject) => {
    convertV2({ type: "string", data }, OPTIONS, (error, answer) => {
      if (answer?.result) resolve(answer.output[0]!.data);
      else reject(error ?? new Error(`The contract is not converted: ${answer?.reason}`));
    });
  });
}

/**
 * Requests take the collection's token, but for the public ones, which send none. Optional headers wait to be switched on,
 * as optional parameters do: the example of an `If-Match` would fail for every user but one.
 */
function mend({ request }: Item, { paths }: OpenApiDocument): void {
  const path = `/${request!.url.path.map((part) => part.replace(/^:(.+)$/, "{$1}")).join("/")}`;
  const methods = paths[path] as Record<string, OperationObject>;
  const { security, parameters = [] } = methods[request!.method.toLowerCase()]!;
  if (security?.length === 0) request!.auth = { type: "noauth" };
  else delete request!.auth;
  for (const header of request!.header)
    if (parameters.some(({ name, required }) => name === header.key && required !== true))
      header.disabled = true;
}

/** Gives everything an id that follows from its place, for the converter's are random. */
function name(item: Item | Collection, place: string): void {
  if ("info" in item) item.info._postman_id = uuidOf(place);
  else item.id = uuidOf(place);
  item.response?.forEach((response, index) => (response.id = uuidOf(`${place}/response ${index}`)));
  item.item?.forEach((child, index) => name(child, `${place}/${index} ${child.name}`));
}

/** A UUID (version 8, RFC 9562) of a text. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
