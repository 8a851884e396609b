import type { OpenApiDocument } from "../../src/contract/document.js";
import type { Case } from "./cases.js";

/** Any node of a document; the cases access deeply nested ones. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Node = any;

const token = (document: Node): Node => document.paths["/oauth/token"].post;
const authorize = (document: Node): Node => document.paths["/oauth/authorize"].get;
const schemas = (document: Node): Node => document.components.schemas;
const GRANT = "client_credentials";

/** Breaking changes of the OAuth2 endpoints. */
export const OAUTH_BREAKING: Case[] = [
  {
    title: "an endpoint is removed",
    edit: (document) => delete document.paths["/oauth/introspect"],
    says: "Path `/oauth/introspect` was removed.",
  },
  {
    title: "a parameter of the consent page is removed",
    edit: (document) => authorize(document).parameters.pop(),
    says: "`response_mode` query parameter was removed.",
  },
  {
    title: "a field of a form becomes required",
    edit: (document) => schemas(document).TokenRequest.required.push("redirect_uri"),
    says: "required: `redirect_uri`",
  },
  {
    title: "a grant is removed",
    edit: (document) => {
      const { grant_type } = schemas(document).TokenRequest.properties;
      grant_type.enum = grant_type.enum.filter((name: string) => name !== GRANT);
      delete grant_type["x-enumDescriptions"][GRANT];
    },
    says: "'client_credentials'",
  },
  {
    title: "clients without a secret are rejected",
    edit: (document) => (token(document).security = [{ clientBasic: [] }]),
    says: "Security requirement `` is no longer",
  },
  {
    title: "a field of an answer is removed",
    edit: (document) => delete schemas(document).TokenResponse.properties.scope,
    says: "Property `scope` of `TokenResponse` was removed.",
  },
  {
    title: "a field of the metadata becomes optional",
    edit: (document) => schemas(document).Metadata.required.shift(),
    says: "no longer required: `issuer`",
  },
  {
    title: "an error code is removed",
    edit: (document) => schemas(document).TokenError.properties.error.enum.pop(),
    says: "The enum lost values: 'expired_token'.",
  },
  {
    title: "an error code is added",
    edit: (document) => schemas(document).TokenError.properties.error.enum.push("unsupported_token_type"),
    says: "The enum gained values: 'unsupported_token_type'.",
  },
  {
    title: "a redirect is removed",
    edit: (document) => delete authorize(document).responses["302"],
    says: "302",
  },
  {
    title: "a limit is lowered",
    edit: (document) => (token(document)["x-limits"] = ["throttle:30,1"]),
    says: "The limits changed from 'throttle:60,1' to 'throttle:30,1'.",
  },
];

/** Changes of the OAuth2 endpoints that clients must be ready for. */
export const OAUTH_COMPATIBLE: Case[] = [
  {
    title: "an endpoint is added",
    edit: (document: OpenApiDocument) =>
      (document.paths["/oauth/example"] = {
        get: {
          ...document.paths["/.well-known/oauth-authorization-server"]!.get!,
          operationId: "oauth.example",
        },
      }),
    says: "`GET /oauth/example` added",
  },
  {
    title: "an optional parameter is added",
    edit: (document) =>
      authorize(document).parameters.push({ name: "example", in: "query", schema: { type: "string" } }),
    says: "parameter `example` added",
  },
  {
    title: "a field is added to an answer",
    edit: (document) =>
      (schemas(document).TokenResponse.properties.example = { type: "string", description: "An example." }),
    says: "field `example` of the response added",
  },
  {
    title: "a grant is added",
    edit: (document) => schemas(document).TokenRequest.properties.grant_type.enum.push("urn:example:grant"),
    says: "urn:example:grant",
  },
  {
    title: "a limit is raised",
    edit: (document) => (token(document)["x-limits"] = ["throttle:120,1"]),
    says: "changed from throttle:60,1 to throttle:120,1",
  },
];
