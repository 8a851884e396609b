import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { shippedDocument } from "../../../src/contract/document.js";
import { TEST_TYPE } from "../../../src/domain/webhooks/test-event.js";
import type { Schema } from "../../../src/api/types.js";

export type Event = Schema<"Event">;

const document = shippedDocument();
const ajv = new (Ajv2020 as unknown as typeof Ajv2020.default)({ strict: false, allErrors: true });
(addFormats as unknown as typeof addFormats.default)(ajv);
ajv.addFormat("well-formed-text", true);
ajv.addSchema({ $id: "events", components: document.components });
const validators = new Map<string, ValidateFunction>();

/** The types of events that the contract declares. A test is sent like one, but isn't one. */
export const DECLARED_TYPES = Object.keys(document.webhooks!).filter((type) => type !== TEST_TYPE);

/** Checks what is sent against the schema of the webhook of its type. @throws Error with all problems */
export function checkEvent(event: { type: string }): void {
  const { type } = event;
  const { schema } = document.webhooks![type]!.post.requestBody!.content["application/json"]!;
  const { $ref } = schema as { $ref: string };
  let validate = validators.get($ref);
  if (!validate) validators.set($ref, (validate = ajv.compile({ $ref: `events${$ref}` })));
  const isValid: boolean = validate(event);
  if (!isValid) throw new Error(`${type}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(event)}`);
}
