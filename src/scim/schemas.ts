import { MAX_PAGE } from "./lists.js";

/** What this service does of SCIM 2.0 (RFC 7643, sections 5 to 7). */
export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const MESSAGES = "urn:ietf:params:scim:api:messages:2.0:";
const SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Schema";
const RESOURCE_TYPE = "urn:ietf:params:scim:schemas:core:2.0:ResourceType";
const PROVIDER = "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig";

interface Attribute {
  name: string;
  type: "string" | "boolean" | "complex" | "reference";
  description: string;
  mutability?: "readOnly" | "readWrite" | "immutable";
  required?: boolean;
  multiValued?: boolean;
  caseExact?: boolean;
  uniqueness?: "none" | "server";
  subAttributes?: Attribute[];
  referenceTypes?: string[];
}

const attribute = ({ subAttributes, referenceTypes, ...given }: Attribute): object => ({
  ...{ multiValued: false, required: false, caseExact: false, mutability: "readWrite" },
  ...{ returned: "default", uniqueness: "none" },
  ...given,
  ...(subAttributes && { subAttributes: subAttributes.map(attribute) }),
  ...(referenceTypes && { referenceTypes }),
});

const SCHEMAS = [
  {
    id: USER,
    name: "User",
    description: "A member of the organisation, or somebody whose membership was ended by the directory.",
    attributes: [
      {
        ...{ name: "userName", type: "string", required: true, uniqueness: "server" },
        description: "The email address, at a verified domain of the organisation.",
      },
      {
        ...{ name: "name", type: "complex", required: true },
        description: "The name.",
        subAttributes: [
          { name: "givenName", type: "string", required: true, description: "The first name." },
          { name: "familyName", type: "string", required: true, description: "The last name." },
        ],
      },
      {
        ...{ name: "displayName", type: "string", mutability: "readOnly" },
        description: "The first and the last name.",
      },
      {
        ...{ name: "emails", type: "complex", multiValued: true, mutability: "readOnly" },
        description: "The email address again.",
        subAttributes: [
          { name: "value", type: "string", mutability: "readOnly", description: "The address." },
          { name: "type", type: "string", mutability: "readOnly", description: "Always work." },
          { name: "primary", type: "boolean", mutability: "readOnly", description: "Always true." },
        ],
      },
      {
        ...{ name: "active", type: "boolean", required: true },
        description: "Whether the person is a member.",
      },
    ] satisfies Attribute[],
  },
];

const RESOURCE_TYPES = [
  { id: "User", name: "User", endpoint: "/Users", description: "People of the organisation", schema: USER },
];

const meta = (base: string, resourceType: string, path: string) => ({
  resourceType,
  location: `${base}/${path}`,
});

/** @param base the address of the service */
export const schemasAt = (base: string): { id: string }[] =>
  SCHEMAS.map(({ attributes, ...schema }) => ({
    schemas: [SCHEMA],
    ...schema,
    attributes: (attributes as Attribute[]).map(attribute),
    meta: meta(base, "Schema", `Schemas/${schema.id}`),
  }));

export const resourceTypesAt = (base: string): { id: string }[] =>
  RESOURCE_TYPES.map((type) => ({
    schemas: [RESOURCE_TYPE],
    ...type,
    meta: meta(base, "ResourceType", `ResourceTypes/${type.id}`),
  }));

export const providerConfigAt = (base: string): object => ({
  schemas: [PROVIDER],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_PAGE },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "A token that an owner of the organisation has created.",
      specUri: "https://www.rfc-editor.org/info/rfc6750",
      primary: true,
    },
  ],
  meta: meta(base, "ServiceProviderConfig", "ServiceProviderConfig"),
});
