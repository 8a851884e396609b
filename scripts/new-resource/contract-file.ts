import type { Names } from "./names.js";

/** The id of the row in every example. */
export const EXAMPLE_ID = "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e";
export const EXAMPLE_NAME = "Analytical Engine";
const OTHER_NAME = "Difference Engine";
export const EXAMPLE_TIME = "2026-11-21T09:30:00.000Z";

/** Who may call the operations, as the contract says it. */
interface Access {
  tier: string;
  /** The token that the operation needs. */
  security: (act: "read" | "change" | "destroy") => string;
  /** Parameters of all operations, as lines of a list. */
  parameters: string;
  who: (act: "read" | "create" | "update" | "delete") => string;
  /** Errors of operations on all rows, and on one, as lines of YAML. */
  errors: string;
  errorsOfOne: string;
}

const byPermission = ({ plural, word }: Names): Access => ({
  tier: "permission",
  security: () => "[{ bearerAuth: [] }, { oauth2: [admin] }]",
  parameters: "",
  who: (act) => `holders of \`${plural}.${act}\``,
  errors: "",
  errorsOfOne: `    x-errors:
      not_found: when the ${word} doesn't exist.
`,
});

/** The rights in the organisation decide, and for others its permissions in the service. */
const inOrganisation = ({ plural, word }: Names): Access => ({
  tier: "service",
  security: (act) =>
    `[{ bearerAuth: [] }, { oauth2: [${act === "read" ? "organisation" : "organisation.write"}] }]`,
  parameters: "    - $ref: ../components/organisations.yaml#/OrganisationKey\n",
  who: (act) =>
    `members of the organisation with the right \`${plural}.${act}\`, and holders of \`organisations.${act === "read" ? act : "update"}\``,
  errors: `    x-errors:
      forbidden: without the right.
      not_found: when the organisation doesn't exist, or the caller may not know of it.
`,
  errorsOfOne: `    x-errors:
      forbidden: without the right.
      not_found: when the organisation or the ${word} doesn't exist, or the caller may not know of the organisation.
`,
});

/** The path file of the contract, with the schemas of the resource. */
export function contractFile(names: Names, isOwned: boolean): string {
  const access = isOwned ? inOrganisation(names) : byPermission(names);
  return paths(names, access) + schemas(names);
}

const paths = (
  { plural, singular, model, models, variable, label, word, aWord, words }: Names,
  { tier, security, parameters, who, errors, errorsOfOne }: Access,
) => `${plural}:
${parameters && `  parameters:\n${parameters}`}  get:
    operationId: ${plural}.index
    tags: [${label}]
    summary: List ${words}
    description: |
      Lists ${words} in pages, sorted by a field.

      **Who may call it:** ${who("read")}.

      **What changes:** nothing.
    x-tier: ${tier}
    x-agent: read
${errors}    security: ${security("read")}
    parameters:
      - $ref: "#/${model}Sort"
    responses:
      "200":
        description: A page of ${words}.
        x-envelope: ${models}Envelope
        x-data: { type: array, items: { $ref: "#/${model}" } }
        x-examples:
          ${variable}: { value: [&${variable} { ${exampleRow()} }] }
  post:
    operationId: ${plural}.store
    tags: [${label}]
    summary: Create ${aWord}
    description: |
      Creates ${aWord}.

      **Who may call it:** ${who("create")}.

      **What changes:** ${aWord} is created.
    x-tier: ${tier}
    x-agent: change
${errors}    security: ${security("change")}
    requestBody:
      required: true
      content:
        application/json:
          schema: { $ref: "#/Store${model}Request" }
          examples:
            created: { summary: A new ${word}, value: { name: ${EXAMPLE_NAME} } }
    responses:
      "201":
        description: The ${word} was created.
        x-data: { $ref: "#/${model}" }
        x-examples:
          created: { value: *${variable} }
${singular}:
  parameters:
${parameters}    - $ref: "#/${model}Id"
  get:
    operationId: ${plural}.show
    tags: [${label}]
    summary: Show ${aWord}
    description: |
      Shows one ${word}.

      **Who may call it:** ${who("read")}.

      **What changes:** nothing.
    x-tier: ${tier}
    x-agent: read
${errorsOfOne}    security: ${security("read")}
    responses:
      "200":
        description: The ${word}.
        x-data: { $ref: "#/${model}" }
        x-examples:
          ${variable}: { value: *${variable} }
  patch:
    operationId: ${plural}.update
    tags: [${label}]
    summary: Update ${aWord}
    description: |
      Changes the fields that are sent.

      **Who may call it:** ${who("update")}.

      **What changes:** the ${word}.
    x-tier: ${tier}
    x-agent: change
${errorsOfOne}    security: ${security("change")}
    requestBody:
      required: true
      content:
        application/json:
          schema: { $ref: "#/Update${model}Request" }
          examples:
            renamed: { summary: A new name, value: { name: ${OTHER_NAME} } }
    responses:
      "200":
        description: The updated ${word}.
        x-data: { $ref: "#/${model}" }
        x-examples:
          renamed: { value: { <<: *${variable}, name: ${OTHER_NAME} } }
  delete:
    operationId: ${plural}.destroy
    tags: [${label}]
    summary: Delete ${aWord}
    description: |
      Deletes ${aWord}.

      **Who may call it:** ${who("delete")}.

      **What changes:** the ${word} is deleted.
    x-tier: ${tier}
    x-agent: destroy
${errorsOfOne}    security: ${security("destroy")}
    responses:
      "200":
        description: The ${word} was deleted.
`;

const exampleRow = (): string =>
  `id: ${EXAMPLE_ID}, name: ${EXAMPLE_NAME}, created_at: "${EXAMPLE_TIME}", updated_at: "${EXAMPLE_TIME}"`;

const schemas = ({ model, singular, word }: Pick<Names, "model" | "singular" | "word">) => `${model}Id:
  name: ${singular}
  in: path
  required: true
  description: The id of the ${word}.
  schema: { type: string, format: uuid }
  example: ${EXAMPLE_ID}
${model}Sort:
  name: sort
  in: query
  required: false
  description: The field to sort by. Prefix it with \`-\` for descending order. Ties are sorted by id.
  schema: { type: string, default: -created_at, enum: [name, -name, created_at, -created_at] }
${model}:
  type: object
  additionalProperties: false
  required: [id, name, created_at, updated_at]
  properties:
    id: { type: string, format: uuid, description: The id of the ${word}. }
    name: { type: string, description: The name of the ${word}. }
    created_at: { $ref: ../components/fields.yaml#/Timestamp }
    updated_at: { $ref: ../components/fields.yaml#/Timestamp }
Store${model}Request:
  type: object
  additionalProperties: false
  required: [name]
  properties:
    name: { $ref: ../components/fields.yaml#/PersonName }
Update${model}Request:
  type: object
  additionalProperties: false
  description: Absent fields stay as they are.
  properties:
    name: { $ref: ../components/fields.yaml#/PersonName }
`;
