import { v7 as uuidv7 } from "uuid";
import { assignableRoles } from "../../../../domain/access/assignable-roles.js";
import { testConnection } from "../../../../domain/providers/connection-test.js";
import {
  countLinks,
  createProvider,
  deleteProvider,
  getProvider,
  listProviders,
  mayManageProvider,
  ProviderExists,
  knownRoleOfProvider,
  roleOfProvider,
  updateProvider,
} from "../../../../domain/providers/provider-administration.js";
import type { ProviderChanges } from "../../../../domain/providers/provider-input.js";
import { callbackAddress } from "../../../../domain/providers/round-trip.js";
import type { SignInProvider } from "../../../../models/sign-in-provider.js";
import type { MessageKey } from "../../../../texts/translate.js";
import { formIdOf, sealFormId } from "../../../forms/form-ids.js";
import type { Form } from "../../../forms/form.js";
import { ungrouped } from "../../../forms/select-groups.js";
import { path } from "../../../server/addresses.js";
import type { WebCall, WebHandler } from "../../../server/call.js";
import { page, redirect, success } from "../../../server/responses/web-result.js";
import { roleLabel, roleOptions } from "../../../words/labels.js";
import { PRESET_NAMES, presetOf } from "./provider-presets.js";
import { settingsMenu } from "./settings-view.js";

const list = (): string => path("admin.settings.providers");
const placeOf = ({ id }: Pick<SignInProvider, "id">): string =>
  path("admin.settings.providers.edit", { provider: id });

export const showProviders: WebHandler = async (call) => {
  const { services, actor } = call;
  const [providers, links] = await Promise.all([listProviders(services.knex), countLinks(services.knex)]);
  const shown = providers.map((provider) => ({
    ...present(call, provider),
    links: links.get(provider.id) ?? 0,
  }));
  const mayUpdate = actor.can("settings.update");
  return page("admin/settings/providers", "providers.title", frame({ providers: shown, mayUpdate }));
};

const frame = (data: object): object => ({ ...data, areas: settingsMenu("providers") });

const present = ({ services, actor, t }: WebCall, provider: SignInProvider) => {
  const role = knownRoleOfProvider(actor, provider);
  const isHidden = role === null && roleOfProvider(actor.allRoles, provider) !== null;
  return {
    id: provider.id,
    name: provider.name,
    kind: provider.kind,
    issuer: provider.issuer,
    clientId: provider.client_id,
    scopes: provider.scopes,
    isEnabled: provider.is_enabled,
    domains: provider.allowed_domains,
    createsAccounts: provider.creates_accounts,
    emailsAreVerified: provider.emails_are_verified,
    role: role?.name ?? "",
    roleLabel: role ? roleLabel(t, role) : t(isHidden ? "providers.role.hidden" : "providers.role.default"),
    redirectAddress: callbackAddress(services, provider.id),
    isManageable: mayManageProvider(actor, provider),
  };
};

/** The roles that the actor can give to new accounts, after the default role; null when it can't read roles. */
const rolesFor = ({ actor, t }: WebCall) =>
  actor.can("roles.read")
    ? ungrouped([
        { value: "", label: t("providers.role.default") },
        ...roleOptions(t, assignableRoles(actor)),
      ])
    : null;

export const showNewProvider: WebHandler = (call) => {
  const { services, form, t } = call;
  const preset = presetOf(form.text("for") || call.query("for"));
  // the redirect address is registered at the provider before this form is sent, so it stays the same
  const id = formIdOf(call, "provider") ?? uuidv7();
  const data = {
    formId: sealFormId(call, "provider", id),
    redirectAddress: callbackAddress(services, id),
    preset,
    tiles: PRESET_NAMES.map((name) => ({
      label: presetOf(name).name || t("providers.preset.other"),
      hint: t(`providers.preset_hint.${name}` as MessageKey),
      href: path("admin.settings.providers.create", { for: name }),
      isChosen: name === preset.preset,
    })),
    isEnabled: checked(form, "is_enabled") ?? true,
    createsAccounts: checked(form, "creates_accounts") ?? false,
    emailsAreVerified: checked(form, "emails_are_verified") ?? false,
    roles: rolesFor(call),
  };
  return page("admin/settings/provider-create", "providers.create.title", frame(data));
};

export const submitProvider: WebHandler = async (call) => {
  const { form } = call;
  const input = {
    kind: presetOf(form.text("for")).kind,
    name: form.text("name"),
    issuer: form.text("issuer"),
    clientId: form.text("client_id"),
    clientSecret: form.text("client_secret"),
    scopes: form.text("scopes"),
    isEnabled: checked(form, "is_enabled") ?? false,
    allowedDomains: linesOf(form),
    createsAccounts: checked(form, "creates_accounts") ?? false,
    emailsAreVerified: checked(form, "emails_are_verified") ?? false,
    role: form.text("role") || null,
  };
  try {
    const provider = await createProvider(call, input, formIdOf(call, "provider"));
    return redirect(placeOf(provider), success("providers.created", { name: provider.name }));
  } catch (error) {
    if (!(error instanceof ProviderExists)) throw error;
    return redirect(list(), { kind: "warning", key: "providers.already_created" });
  }
};

/** An unchecked box sends only its hidden field; undefined without a box. */
const checked = (form: Form, name: string): boolean | undefined =>
  form.list(name).length === 0 ? undefined : form.list(name).includes("1");

const linesOf = (form: Form): string[] => form.text("allowed_domains").split(/\r\n|\r|\n/);

export const showProvider: WebHandler = async (call) => {
  const { services, params, form } = call;
  const provider = await getProvider(services.knex, params["provider"]!);
  const data = {
    provider: present(call, provider),
    links: (await countLinks(services.knex)).get(provider.id) ?? 0,
    isEnabled: checked(form, "is_enabled") ?? provider.is_enabled,
    createsAccounts: checked(form, "creates_accounts") ?? provider.creates_accounts,
    emailsAreVerified: checked(form, "emails_are_verified") ?? provider.emails_are_verified,
    roles: rolesFor(call),
    mayUpdate: call.actor.can("settings.update") && mayManageProvider(call.actor, provider),
  };
  return page("admin/settings/provider-edit", "providers.edit.title", frame(data));
};

/** A form that omits a field leaves it alone. */
function changesIn(form: Form): ProviderChanges {
  const isEnabled = checked(form, "is_enabled");
  const createsAccounts = checked(form, "creates_accounts");
  const emailsAreVerified = checked(form, "emails_are_verified");
  return {
    ...(form.has("name") && { name: form.text("name") }),
    ...(form.has("client_id") && { clientId: form.text("client_id") }),
    ...(form.has("client_secret") && { clientSecret: form.text("client_secret") }),
    ...(form.has("scopes") && { scopes: form.text("scopes") }),
    ...(form.has("allowed_domains") && { allowedDomains: linesOf(form) }),
    ...(form.has("role") && { role: form.text("role") || null }),
    ...(isEnabled !== undefined && { isEnabled }),
    ...(createsAccounts !== undefined && { createsAccounts }),
    ...(emailsAreVerified !== undefined && { emailsAreVerified }),
  };
}

export const submitProviderChanges: WebHandler = async (call) => {
  const provider = await updateProvider(call, call.params["provider"]!, changesIn(call.form));
  return redirect(placeOf(provider), success("form.saved"));
};

export const submitProviderDeletion: WebHandler = async (call) => {
  const { name } = await deleteProvider(call, call.params["provider"]!);
  return redirect(list(), success("providers.deleted", { name }));
};

export const submitConnectionTest: WebHandler = async (call) => {
  const provider = await getProvider(call.services.knex, call.params["provider"]!);
  const trouble = await testConnection(call.services, provider);
  return redirect(
    placeOf(provider),
    trouble === null
      ? success("providers.test.passed")
      : { kind: "danger", key: `providers.test.${trouble}` },
  );
};
