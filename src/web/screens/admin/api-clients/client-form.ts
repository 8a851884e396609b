import type { ClientInput } from "../../../../domain/oauth/clients/client-input.js";
import type { ClientChanges } from "../../../../domain/oauth/clients/clients.js";
import { DEVICE_GRANT, type GrantType } from "../../../../domain/oauth/grants/grant-types.js";
import type { ClientType } from "../../../../models/oauth-client.js";
import type { MessageKey } from "../../../../texts/translate.js";
import type { Form } from "../../../forms/form.js";

/* What the forms for clients of the service and for applications of organisations have in common. */

const AFTER_LOGOUT = "post_logout_redirect_uris";
/** What an application is → the type and the grants of its client. */
const KINDS: Record<string, { type: ClientType; grantTypes: GrantType[] }> = {
  web: { type: "confidential", grantTypes: ["authorization_code", "refresh_token"] },
  single_page: { type: "public", grantTypes: ["authorization_code", "refresh_token"] },
  native: { type: "public", grantTypes: ["authorization_code", "refresh_token"] },
  device: { type: "public", grantTypes: [DEVICE_GRANT, "refresh_token"] },
  machine: { type: "confidential", grantTypes: ["client_credentials"] },
};

/** The kinds of application whose grants are all among these. */
export const kindChoices = (grants: readonly GrantType[]) =>
  Object.entries(KINDS)
    .filter(([, { grantTypes }]) => grantTypes.every((grant) => grants.includes(grant)))
    .map(([kind]) =>
      choice(kind, `clients.kind.${kind}` as MessageKey, `clients.kind_hint.${kind}` as MessageKey),
    );

export const grantChoices = (grants: readonly GrantType[]) =>
  grants.map((grant) => choice(grant, grantLabel(grant), `clients.grant_hint.${wordOf(grant)}`));

const choice = (value: string, label: MessageKey, hint: MessageKey) => ({ value, label, hint });

export const grantLabel = (grant: GrantType) => `clients.grant.${wordOf(grant)}` as const;

/** The name of a grant in the catalogue; the device grant is a URN. */
const wordOf = (grant: GrantType) => (grant === DEVICE_GRANT ? "device_code" : grant);

type FormInput = Pick<
  ClientInput,
  "name" | "type" | "grantTypes" | "redirectUris" | "postLogoutRedirectUris" | "homepageUrl"
>;

/** Type and grants are those of the kind, or given one by one. The domain validates them. */
export const inputOf = (form: Form): FormInput => ({
  name: form.text("name"),
  type: form.text("type") as ClientType,
  grantTypes: grantsIn(form) ?? [],
  ...(Object.hasOwn(KINDS, form.text("kind")) && KINDS[form.text("kind")]),
  redirectUris: linesOf(form, "redirect_uris"),
  postLogoutRedirectUris: linesOf(form, AFTER_LOGOUT),
  homepageUrl: form.text("homepage_url"),
});

/** A form that omits a field leaves it alone. */
export function changesIn(
  form: Form,
): Pick<ClientChanges, "name" | "redirectUris" | "postLogoutRedirectUris" | "homepageUrl" | "grantTypes"> {
  const grantTypes = grantsIn(form);
  return {
    name: form.text("name"),
    redirectUris: linesOf(form, "redirect_uris"),
    ...(form.has(AFTER_LOGOUT) && { postLogoutRedirectUris: linesOf(form, AFTER_LOGOUT) }),
    ...(form.has("homepage_url") && { homepageUrl: form.text("homepage_url") }),
    ...(grantTypes && { grantTypes }),
  };
}

/** The empty value of the form says that no box is ticked. @returns undefined for a form without the boxes */
export function grantsIn(form: Form): GrantType[] | undefined {
  const sent = form.list("grant_types");
  return sent.length === 0 ? undefined : (sent.filter((grant) => grant !== "") as GrantType[]);
}

const linesOf = (form: Form, field: string): string[] => form.text(field).split(/\r\n|\r|\n/);
