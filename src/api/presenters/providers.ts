import type { RoleHolder } from "../../domain/access/actor.js";
import type { LinkedIdentity } from "../../domain/providers/identities.js";
import { knownRoleOfProvider } from "../../domain/providers/provider-administration.js";
import { callbackAddress } from "../../domain/providers/round-trip.js";
import type { Services } from "../../domain/services.js";
import { toRfc3339 } from "../../lib/clock.js";
import type { SignInProvider } from "../../models/sign-in-provider.js";
import type { Schema } from "../types.js";

export const presentIdentity = ({ identity, provider }: LinkedIdentity): Schema<"LinkedIdentity"> => ({
  id: identity.id,
  provider: provider.id,
  provider_name: provider.name,
  is_enabled: provider.is_enabled,
  email: identity.email,
  created_at: toRfc3339(identity.created_at),
  last_used_at: toRfc3339(identity.last_used_at),
});

/** A provider without its secret. */
export const presentProvider = (
  { services, actor }: { services: Services; actor: RoleHolder },
  provider: SignInProvider,
): Schema<"SignInProvider"> => ({
  id: provider.id,
  kind: provider.kind,
  name: provider.name,
  issuer: provider.issuer,
  client_id: provider.client_id,
  scopes: provider.scopes,
  is_enabled: provider.is_enabled,
  allowed_domains: provider.allowed_domains,
  creates_accounts: provider.creates_accounts,
  emails_are_verified: provider.emails_are_verified,
  role: knownRoleOfProvider(actor, provider)?.name ?? null,
  redirect_uri: callbackAddress(services, provider.id),
  created_at: toRfc3339(provider.created_at),
  updated_at: toRfc3339(provider.updated_at),
});
