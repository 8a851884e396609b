import type { OptionInput } from "../../../../domain/oauth/clients/client-options.js";
import { ownResource } from "../../../../domain/oauth/tokens/resources.js";
import {
  ACCESS_TOKEN_FORMATS,
  CODE_BINDINGS,
  CONFIDENTIAL_METHODS,
  SECURITY_PROFILES,
  SIGNING_ALGORITHMS,
  SUBJECT_TYPES,
  type ClientOptions,
} from "../../../../models/client-options.js";
import type { ClientType } from "../../../../models/oauth-client.js";
import type { MessageKey } from "../../../../texts/translate.js";
import type { Form } from "../../../forms/form.js";
import { ungrouped } from "../../../forms/select-groups.js";
import type { WebCall } from "../../../server/call.js";

const BOXES = [
  "require_pushed_authorization_requests",
  "dpop_bound_access_tokens",
  "scope_claims_in_id_token",
  "authorization_response_iss_parameter",
] as const;
const SELECTS = {
  security_profile: SECURITY_PROFILES,
  code_binding: CODE_BINDINGS,
  id_token_signed_response_alg: SIGNING_ALGORITHMS,
  subject_type: SUBJECT_TYPES,
  token_endpoint_auth_method: CONFIDENTIAL_METHODS,
  access_token_format: ACCESS_TOKEN_FORMATS,
} as const;
type SelectName = keyof typeof SELECTS;

const ADDRESSES = ["resources", "introspection_resources"] as const;

/** What a public client can't choose. */
const CONFIDENTIAL_ONLY: readonly string[] = [
  "token_endpoint_auth_method",
  "code_binding",
  "security_profile",
];

/** A box sends a hidden field, too; undefined for a form without it. */
export const boxIn = (form: Form, name: string): boolean | undefined =>
  form.list(name).length === 0 ? undefined : form.list(name).includes("1");

/** The fields of the form, with what was sent last. */
export function presentOptions({ form, services, t }: WebCall, type: ClientType, options: ClientOptions) {
  const isShown = (name: string) => type === "confidential" || !CONFIDENTIAL_ONLY.includes(name);
  const labelOf = (name: SelectName, value: string): string =>
    name === "id_token_signed_response_alg" ? value : t(`clients.options.${name}.${value}` as MessageKey);
  return {
    isUnbound: options.code_binding === "none",
    address: options.backchannel_logout_uri ?? "",
    keys: options.jwks === null ? "" : JSON.stringify(options.jwks, null, 2),
    resources: options.resources.join("\n"),
    introspectionResources: options.introspection_resources.join("\n"),
    ownResource: ownResource(services.config.env.APP_URL),
    boxes: BOXES.filter(isShown).map((name) => ({ name, isChecked: boxIn(form, name) ?? options[name] })),
    selects: (Object.keys(SELECTS) as SelectName[]).filter(isShown).map((name) => ({
      name,
      value: options[name],
      choices: ungrouped(SELECTS[name].map((value) => ({ value, label: labelOf(name, value) }))),
    })),
  };
}

/** The options in a form. A form that omits a field leaves it alone. */
export function optionsInForm(form: Form): OptionInput {
  const texts = (Object.keys(SELECTS) as SelectName[]).filter((name) => form.has(name));
  return {
    ...Object.fromEntries(texts.map((name) => [name, form.text(name)])),
    ...Object.fromEntries(
      BOXES.map((name) => [name, boxIn(form, name)] as const).filter(([, value]) => value !== undefined),
    ),
    ...(form.has("backchannel_logout_uri") && {
      backchannel_logout_uri: form.text("backchannel_logout_uri").trim() || null,
    }),
    ...Object.fromEntries(
      ADDRESSES.filter((name) => form.has(name)).map((name) => [name, addressesIn(form.text(name))]),
    ),
    ...(form.has("jwks") && { jwks: parsed(form.text("jwks")) }),
  };
}

const addressesIn = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Text that isn't JSON is passed on, and rejected with the other fields. */
function parsed(text: string): unknown {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return {};
  }
}
