import { InvalidArgumentError } from "commander";
import * as z from "zod";
import type { OptionInput } from "../domain/oauth/clients/client-options.js";
import { optionsIn } from "../models/client-options.js";

/** The kinds of values; the rules about them are those of the page and the API. */
const OPTIONS = z.object({
  /** The former name of `code_binding`. */
  require_pkce: z.boolean(),
  code_binding: z.string(),
  id_token_signed_response_alg: z.string(),
  subject_type: z.string(),
  backchannel_logout_uri: z.string().nullable(),
  token_endpoint_auth_method: z.string(),
  jwks: z.looseObject({}).nullable(),
  require_pushed_authorization_requests: z.boolean(),
  access_token_format: z.string(),
  resources: z.array(z.string()),
  dpop_bound_access_tokens: z.boolean(),
  authorization_response_iss_parameter: z.boolean(),
  scope_claims_in_id_token: z.boolean(),
  introspection_resources: z.array(z.string()),
  security_profile: z.string(),
});

/** Collects `name=value`. The value is text, or JSON for anything else. */
export function chosenOption(assignment: string, former: OptionInput = {}): OptionInput {
  const [name = "", ...rest] = assignment.split("=");
  if (!Object.hasOwn(OPTIONS.shape, name))
    throw new InvalidArgumentError(`The options are ${Object.keys(OPTIONS.shape).join(", ")}.`);
  const text = rest.join("=");
  const read = OPTIONS.partial().safeParse({ [name]: parsed(text) });
  if (!read.success) throw new InvalidArgumentError(`${text} isn't a value of ${name}.`);
  return { ...former, ...(optionsIn(read.data) as OptionInput) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
