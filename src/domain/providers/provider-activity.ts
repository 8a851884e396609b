import type { SignInProvider } from "../../models/sign-in-provider.js";
import { recordActorActivity } from "../audit/record.js";
import type { ActorContext } from "../context.js";

/** The values for the audit log, without the secret. */
export const shownOf = (provider: SignInProvider, role: string | null) => ({
  name: provider.name,
  kind: provider.kind,
  issuer: provider.issuer,
  provider_client_id: provider.client_id,
  scopes: provider.scopes,
  enabled: provider.is_enabled,
  allowed_domains: provider.allowed_domains,
  create_accounts: provider.creates_accounts,
  emails_are_verified: provider.emails_are_verified,
  role,
});

/** Name → the values before and after. */
export function differenceOf(before: object, after: object): Record<string, object> {
  const former = before as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(former[name]))
      .map(([name, value]) => [name, { before: former[name], after: value as unknown }]),
  );
}

export const recordProviderActivity = (
  context: ActorContext,
  event: "provider_created" | "provider_updated" | "provider_deleted",
  { id }: SignInProvider,
  changes: object,
): Promise<void> => recordActorActivity(context, event, { type: "sign_in_provider", id }, changes);
