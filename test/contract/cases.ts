import type { OpenApiDocument, OperationObject } from "../../src/contract/document.js";

/** Any node of a document; the cases access deeply nested ones. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Node = any;
type Edit = (document: Node) => void;

export interface Case {
  /** As in the tables of docs/api-versioning.md. */
  title: string;
  edit: Edit;
  /** Applied to both documents first, where the shipped contract has no such element. */
  before?: Edit;
  /** The expected report or, for a compatible change, the expected changelog entry. */
  says: string;
}

const users = (document: Node): Node => document.paths["/users"];
const user = (document: Node): Node => document.paths["/users/{user}"];
const schemas = (document: Node): Node => document.components.schemas;
const codeOf = (document: Node, envelope: string): Node =>
  schemas(document)[envelope].properties.data.properties.code;
const parameter = (operation: Node, name: string): Node =>
  operation.parameters.find((candidate: Node) => candidate.name === name);

export const deprecate =
  (since: string, sunset: string): Edit =>
  (document) =>
    Object.assign(document.paths["/definitions"].get as OperationObject, {
      deprecated: true,
      "x-deprecated-since": since,
      "x-sunset": sunset,
    });

export const BREAKING: Case[] = [
  {
    title: "a path is removed",
    edit: (document) => delete document.paths["/definitions"],
    says: "Path `/definitions` was removed.",
  },
  {
    title: "an operation is removed",
    edit: (document) => delete users(document).post,
    says: "Operation `POST /users` was removed.",
  },
  {
    title: "an operationId is renamed",
    edit: (document) => (users(document).get.operationId = "people.index"),
    says: "changed from 'users.index' to 'people.index'",
  },
  {
    title: "the tag of an operation is renamed",
    edit: (document) => (users(document).get.tags = ["People"]),
    says: "The tag changed from 'Users' to 'People'.",
  },
  {
    title: "a path parameter is renamed",
    edit: (document) => {
      document.paths["/users/{id}"] = user(document);
      delete document.paths["/users/{user}"];
      document.paths["/users/{id}"].parameters[0].name = "id";
    },
    says: "Path parameter `user` was renamed to `id`.",
  },
  {
    title: "the path prefix changes",
    edit: (document) => (document.servers[0].url = "/api/v2"),
    says: "Server `/api/v1` became `/api/v2`.",
  },
  {
    title: "a response field is removed",
    edit: (document) => delete schemas(document).User.properties.initials,
    says: "Property `initials` of `user` was removed.",
  },
  {
    title: "a response field becomes optional",
    edit: (document) =>
      (schemas(document).User.required = schemas(document).User.required.filter(
        (name: string) => name !== "initials",
      )),
    says: "no longer required: `initials`",
  },
  {
    title: "a response field becomes nullable",
    edit: (document) => (schemas(document).User.properties.initials.type = ["string", "null"]),
    says: "widened from 'string' to 'string | null'",
  },
  {
    title: "a response field is no longer sent",
    edit: (document) => (schemas(document).User.properties.initials.writeOnly = true),
    says: "The field is no longer sent.",
  },
  {
    title: "the type of a response field changes",
    edit: (document) => (schemas(document).Pagination.properties.total.type = "string"),
    says: "widened from 'integer' to 'string'",
  },
  {
    title: "a response can have another shape",
    edit: (document) =>
      schemas(document).LoginEnvelope.properties.data.oneOf.push({
        $ref: "#/components/schemas/EmptyObject",
      }),
    says: "`oneOf` subschema of `data` was added",
  },
  {
    title: "a response refers to another schema",
    edit: (document) =>
      (user(document).get.responses["200"].content["application/json"].schema.$ref =
        "#/components/schemas/EmptyEnvelope"),
    says: "All properties of `data` were removed.",
  },
  {
    title: "a schema is renamed or inlined",
    edit: (document) => {
      const { Definition, ...others } = schemas(document);
      document.components.schemas = { ...others, Choice: Definition };
      const text = JSON.stringify(document).replaceAll('schemas/Definition"', 'schemas/Choice"');
      Object.assign(document, JSON.parse(text));
    },
    says: "Schema `Definition` was renamed or inlined.",
  },
  {
    title: "a closed response enum gains a value",
    edit: (document) => schemas(document).Definition.properties.severity.enum.push("fatal"),
    says: "The enum gained values: 'fatal'.",
  },
  {
    title: "a closed response enum becomes open",
    edit: (document) => (schemas(document).Definition.properties.severity["x-open-enum"] = true),
    says: "The enum was closed and can now gain values.",
  },
  {
    title: "a response enum loses a value",
    edit: (document) => schemas(document).Definition.properties.severity.enum.pop(),
    says: "The enum lost values: 'neutral'.",
  },
  {
    title: "an error code of an operation is removed",
    edit: (document) => codeOf(document, "UsersUpdateForbiddenFailureEnvelope").enum.pop(),
    says: "The enum lost values: 'last_administrator'.",
  },
  {
    title: "a request field becomes required",
    edit: (document) => schemas(document).StoreUserRequest.required.push("role"),
    says: "became required: `role`",
  },
  {
    title: "a required request field is added",
    edit: (document) => {
      schemas(document).StoreUserRequest.properties.locale = { type: "string" };
      schemas(document).StoreUserRequest.required.push("locale");
    },
    says: "became required: `locale`",
  },
  {
    title: "a request body becomes required",
    edit: (document) => (user(document).patch.requestBody.required = true),
    says: "Request body became required.",
  },
  {
    title: "a request field is removed",
    edit: (document) => delete schemas(document).UpdateUserRequest.properties.status,
    says: "Property `status` of `UpdateUserRequest` was removed.",
  },
  {
    title: "a request field is no longer accepted",
    edit: (document) => (schemas(document).TwoFactorChallengeRequest.properties.code.readOnly = true),
    says: "The field is no longer accepted.",
  },
  {
    title: "a request body is removed",
    edit: (document) => delete user(document).patch.requestBody,
    says: "Request body was removed.",
  },
  {
    title: "a parameter is removed",
    edit: (document) =>
      (users(document).get.parameters = users(document).get.parameters.filter(
        ({ name }: Node) => name !== "sort",
      )),
    says: "`sort` query parameter was removed.",
  },
  {
    title: "a required parameter is added",
    edit: (document) =>
      users(document).get.parameters.push({
        name: "tenant",
        in: "query",
        required: true,
        schema: { type: "string" },
      }),
    says: "Required `tenant` query parameter was added.",
  },
  {
    title: "a parameter becomes required",
    edit: (document) => (parameter(users(document).get, "page").required = true),
    says: "`page` query parameter became required.",
  },
  {
    title: "a parameter is serialized differently",
    edit: (document) => (parameter(document.paths["/definitions"].get, "keys").explode = true),
    says: "`explode` of `keys` query parameter changed",
  },
  {
    title: "a default changes",
    edit: (document) => (parameter(users(document).get, "per_page").schema.default = 25),
    says: "The default changed from '10' to '25'.",
  },
  {
    title: "a request enum loses a value",
    edit: (document) => parameter(users(document).get, "sort").schema.enum.shift(),
    says: "lost values: 'id'",
  },
  {
    title: "a pattern of a request changes",
    edit: (document) => (schemas(document).PersonName.pattern = "^[A-Z]+$"),
    says: "`pattern` of `first_name` changed",
  },
  {
    title: "a maximum length in a request decreases",
    edit: (document) => (schemas(document).PersonName.maxLength = 100),
    says: "`maxLength` of `first_name` changed from '255' to '100'.",
  },
  {
    title: "a minimum in a request increases",
    edit: (document) => (parameter(users(document).get, "page").schema.minimum = 2),
    says: "changed from '>= 1' to '>= 2'",
  },
  {
    title: "the type of a request field narrows",
    edit: (document) => (schemas(document).TwoFactorChallengeRequest.properties.code.type = "string"),
    says: "narrowed from 'string | null' to 'string'",
  },
  {
    title: "a status is no longer declared",
    edit: (document) => delete user(document).get.responses["404"],
    says: "Response `404` was removed.",
  },
  {
    title: "the success status changes",
    edit: (document) => {
      const { responses } = users(document).post;
      responses["202"] = responses["201"];
      delete responses["201"];
    },
    says: "Response `201`",
  },
  {
    title: "another success status is added",
    edit: (document) => {
      const { responses } = users(document).post;
      responses["202"] = responses["201"];
    },
    says: "Response `202` was added.",
  },
  {
    title: "a media type is removed",
    edit: (document) => {
      const { content } = users(document).post.requestBody;
      content["application/xml"] = content["application/json"];
      delete content["application/json"];
    },
    says: "Media type `application/json`",
  },
  {
    title: "a response header is removed",
    edit: (document) => delete user(document).get.responses["200"].headers.ETag,
    says: "Response header `ETag` was removed.",
  },
  {
    title: "a response header becomes optional",
    edit: (document) => delete document.components.headers.ETag.required,
    says: "The header is no longer sent every time.",
  },
  {
    title: "a public operation requires a token",
    edit: (document) => (document.paths["/auth/login"].post.security = [{ bearerAuth: [] }]),
    says: "Authentication became required.",
  },
  {
    title: "an operation requires another scope",
    edit: (document) => (users(document).get.security[0].bearerAuth = ["users.read"]),
    says: "requires new scopes: 'users.read'",
  },
  {
    title: "an operation requires one of several scopes",
    edit: (document) => (users(document).get["x-scope-any"] = ["users.read", "users.update"]),
    says: "One of the scopes 'users.read', 'users.update' is now required.",
  },
  {
    title: "a scope is no longer sufficient",
    before: (document) => (users(document).get["x-scope-any"] = ["users.read", "users.update"]),
    edit: (document) => (users(document).get["x-scope-any"] = ["users.read"]),
    says: "The scopes 'users.update' are no longer sufficient.",
  },
  {
    title: "an operation requires a permission",
    edit: (document) => (document.paths["/definitions"].get["x-tier"] = "permission"),
    says: "The tier changed from 'service' to 'permission'.",
  },
  {
    title: "tokens without a user are no longer accepted",
    before: (document) => (users(document).get["x-client-token"] = true),
    edit: (document) => delete users(document).get["x-client-token"],
    says: "Tokens of a client without a user are no longer accepted.",
  },
  {
    title: "tokens of clients need a scope that they didn't need before",
    before: (document) => (users(document).get.security = [{ bearerAuth: [] }]),
    edit: (document) => (users(document).get.security = [{ bearerAuth: [] }, { oauth2: ["users.read"] }]),
    says: "Tokens of OAuth2 clients now need the scopes 'users.read'.",
  },
  {
    title: "only tokens issued at sign-in are accepted",
    edit: (document) => (users(document).get["x-first-party"] = true),
    says: "Only tokens from signing in are now accepted.",
  },
  {
    title: "tokens that scopes limit are no longer accepted",
    edit: (document) => (users(document).get["x-unbound-token"] = true),
    says: "Only tokens that scopes don't limit are now accepted.",
  },
  {
    title: "a limit of the contract is lowered or added",
    edit: (document) => (document.paths["/auth/login"].post["x-limits"] = ["throttle:3,1", "throttle:api"]),
    says: "The limits changed from 'throttle:5,1', 'throttle:api' to 'throttle:3,1', 'throttle:api'.",
  },
  {
    title: "a sunset moves to an earlier date",
    before: deprecate("2026-01-01", "2027-01-01"),
    edit: (document) => (document.paths["/definitions"].get["x-sunset"] = "2026-09-01"),
    says: "The sunset moved from 2027-01-01 to 2026-09-01.",
  },
  {
    title: "a deprecation moves to an earlier date",
    before: deprecate("2026-11-01", "2027-05-01"),
    edit: (document) => (document.paths["/definitions"].get["x-deprecated-since"] = "2026-10-01"),
    says: "The deprecation moved from 2026-11-01 to 2026-10-01.",
  },
  {
    title: "a deprecated operation is removed before its sunset",
    before: deprecate("2026-01-01", "2027-01-02"),
    edit: (document) => delete document.paths["/definitions"],
    says: "Path `/definitions` was removed.",
  },
  {
    title: "a deprecated operation is removed less than 180 days after it was deprecated",
    before: deprecate("2026-09-01", "2026-10-01"),
    edit: (document) => delete document.paths["/definitions"].get,
    says: "Operation `GET /definitions` was removed.",
  },
];

export const COMPATIBLE: Case[] = [
  {
    title: "a path or an operation is added",
    edit: (document) => {
      document.paths["/people"] = { get: { ...users(document).get, operationId: "people.index" } };
    },
    says: "`GET /people` added",
  },
  {
    title: "an optional request field is added",
    edit: (document) => (schemas(document).StoreUserRequest.properties.locale = { type: "string" }),
    says: "field `locale` of the request added",
  },
  {
    title: "an optional parameter is added",
    edit: (document) =>
      users(document).get.parameters.push({
        name: "fields",
        in: "query",
        schema: { type: "array", items: { type: "string" }, maxItems: 20 },
      }),
    says: "optional query parameter `fields` added",
  },
  {
    title: "a response field is added",
    edit: (document) => {
      schemas(document).User.properties.nickname = { type: "string" };
      schemas(document).User.required.push("nickname");
    },
    says: "field `nickname` of the response added",
  },
  {
    title: "a response header is added",
    edit: (document) =>
      (users(document).get.responses["200"].headers["X-Total"] = { schema: { type: "integer" } }),
    says: "response header `X-Total` added",
  },
  {
    title: "an error status is added",
    edit: (document) => (users(document).get.responses["409"] = users(document).get.responses["403"]),
    says: "status 409 added",
  },
  {
    title: "a response for any other status is added",
    edit: (document) => (users(document).get.responses["default"] = users(document).get.responses["403"]),
    says: "status default added",
  },
  {
    title: "an open enum, such as the error codes, gains a value",
    edit: (document) => codeOf(document, "ForbiddenFailureEnvelope").enum.push("teapot"),
    says: "value `teapot` added",
  },
  {
    title: "a request enum gains a value",
    edit: (document) => parameter(users(document).get, "sort").schema.enum.push("role"),
    says: "value `role` added",
  },
  {
    title: "the accepted values of a request widen",
    edit: (document) => (schemas(document).LoginRequest.properties.email.maxLength = 400),
    says: "`maxLength` changed from 320 to 400",
  },
  {
    title: "a required request field becomes optional",
    edit: (document) =>
      (schemas(document).StoreUserRequest.required = schemas(document).StoreUserRequest.required.filter(
        (name: string) => name !== "last_name",
      )),
    says: "`last_name` is no longer required",
  },
  {
    title: "a response field becomes required",
    before: (document) =>
      (schemas(document).User.required = schemas(document).User.required.filter(
        (name: string) => name !== "initials",
      )),
    edit: (document) => schemas(document).User.required.push("initials"),
    says: "`initials` is now always present",
  },
  {
    title: "a limit is raised or removed",
    edit: (document) => (document.paths["/auth/login"].post["x-limits"] = ["throttle:10,1", "throttle:api"]),
    says: "`x-limits` changed",
  },
  {
    title: "texts or examples change",
    edit: (document) => {
      users(document).get.summary = "Users, page by page";
      document.components.examples.user.value.data.first_name = "Grace";
    },
    says: "Texts and examples",
  },
  {
    title: "an operation is deprecated",
    edit: deprecate("2026-11-01", "2027-11-01"),
    says: "`GET /definitions` is deprecated since 2026-11-01; its sunset is 2027-11-01",
  },
  {
    title: "a deprecated operation is removed after its sunset, 180 days or more after it was deprecated",
    before: deprecate("2026-01-01", "2026-07-01"),
    edit: (document) => delete document.paths["/definitions"],
    says: "`GET /definitions` removed; its sunset was 2026-07-01",
  },
];

/** The date on which the cases are checked. */
export const TODAY = new Date("2026-11-21T12:00:00Z");

/** The two documents of a case. */
export function documentsOf(document: OpenApiDocument, { before, edit }: Case) {
  const base = structuredClone(document);
  before?.(base);
  const current = structuredClone(base);
  edit(current);
  return { base, current };
}
