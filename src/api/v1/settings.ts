import { isHealthy, recentFindings } from "../../checks/installation.js";
import { changeLogo, removeLogo } from "../../domain/administration/logos.js";
import { changeSettings } from "../../domain/administration/settings-changes.js";
import { testCaptcha } from "../../domain/captcha/captcha.js";
import { sendTestMail } from "../../domain/mail/mail-test.js";
import { testConnection } from "../../domain/providers/connection-test.js";
import {
  createProvider,
  deleteProvider,
  getProvider,
  listProviders,
  updateProvider,
} from "../../domain/providers/provider-administration.js";
import type { ProviderChanges, ProviderInput } from "../../domain/providers/provider-input.js";
import { toRfc3339 } from "../../lib/clock.js";
import { ApiResponse } from "../envelope.js";
import { respondWithItems } from "../lists.js";
import { presentProvider } from "../presenters/providers.js";
import { presentSettings } from "../presenters/settings.js";
import { creating, type HandlersOf, type Schema } from "../types.js";

export const handlers: HandlersOf<"settings"> = {
  "settings.index": async ({ services }) => ApiResponse.ok(presentSettings(await services.settings.read())),

  "settings.update": async (call) => {
    const { remove = [], confirm = [], ...fields } = call.body ?? {};
    await changeSettings(call, { values: givenIn(fields), removed: remove, confirmed: confirm });
    return ApiResponse.ok(presentSettings(await call.services.settings.read()));
  },

  "settings.show.health": async ({ services, origin }) => {
    const { value: findings, at } = await recentFindings(services, origin);
    return ApiResponse.ok({ is_healthy: isHealthy(findings), checked_at: toRfc3339(at), findings });
  },

  "settings.update.logo": async (call) => {
    await changeLogo(call, call.params.scheme, call.body.logo);
    return ApiResponse.ok(presentSettings(await call.services.settings.read()));
  },

  "settings.update.logo.destroy": async (call) => {
    await removeLogo(call, call.params.scheme);
    return ApiResponse.empty();
  },

  "settings.update.mail-test": async ({ services, actor, origin }) => {
    const settings = await services.settings.read();
    const trouble = await sendTestMail(services, settings, actor.user, origin);
    return ApiResponse.ok({ result: trouble ?? "sent" });
  },

  "settings.index.providers": (call) =>
    respondWithItems(
      call,
      "name",
      () => Promise.resolve(listProviders(call.services.knex)),
      (provider) => presentProvider(call, provider),
    ),

  "settings.show.provider": async (call) =>
    ApiResponse.ok(presentProvider(call, await getProvider(call.services.knex, call.params.provider))),

  "settings.update.providers.store": creating(
    async (call) => {
      const { kind, issuer = null, ...fields } = call.body;
      const input = { ...NEW_PROVIDER, ...providerFieldsIn(fields), kind, issuer };
      return (await createProvider(call, input)).id;
    },
    async (call, id) => {
      const provider = presentProvider(call, await getProvider(call.services.knex, id));
      return ApiResponse.created(provider, { Location: `/api/v1/settings/providers/${id}` });
    },
  ),

  "settings.update.provider": async (call) => {
    const changes = providerFieldsIn(call.body ?? {});
    return ApiResponse.ok(presentProvider(call, await updateProvider(call, call.params.provider, changes)));
  },

  "settings.update.provider.destroy": async (call) => {
    await deleteProvider(call, call.params.provider);
    return ApiResponse.empty();
  },

  "settings.update.provider.test": async ({ services, params }) => {
    const provider = await getProvider(services.knex, params.provider);
    return ApiResponse.ok({ result: (await testConnection(services, provider)) ?? "passed" });
  },

  "settings.update.captcha-test": async ({ services, origin, body }) => {
    const settings = await services.settings.read();
    return ApiResponse.ok({ result: await testCaptcha({ services, origin, settings }, body.response) });
  },
};

const NEW_PROVIDER: Omit<ProviderInput, "kind" | "issuer"> = {
  name: "",
  clientId: "",
  clientSecret: "",
  scopes: "",
  isEnabled: true,
  allowedDomains: [],
  createsAccounts: false,
  emailsAreVerified: false,
  role: null,
};

/** The fields that were sent. */
function providerFieldsIn(body: Schema<"UpdateProviderRequest">): ProviderChanges {
  const fields = {
    name: body.name,
    clientId: body.client_id,
    clientSecret: body.client_secret,
    scopes: body.scopes,
    isEnabled: body.is_enabled,
    allowedDomains: body.allowed_domains,
    createsAccounts: body.creates_accounts,
    emailsAreVerified: body.emails_are_verified,
    role: body.role,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Null means the same as an absent field. */
const givenIn = (fields: Record<string, string | null | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === "string"),
  );
