import { hasOtherWayIn, listIdentities } from "../../../domain/providers/identities.js";
import type { WebCall } from "../../server/call.js";
import { readerOf } from "./two-factor-section.js";

/** The accounts at sign-in providers that are linked to the reader's account. */
interface IdentitySection {
  linked: LinkedAccount[];
  /** Providers that can be linked. */
  others: { id: string; name: string }[];
  /** The link whose removal was rejected. */
  rejected: string | null;
}

interface LinkedAccount {
  id: string;
  provider: string;
  email: string;
  isEnabled: boolean;
  /** Whether it is the only way to sign in. */
  isKept: boolean;
  createdAt: number;
  lastUsedAt: number | null;
}

/** The data of the card `pages/account/security/identities`; null without providers and links. */
export async function identitySection(call: WebCall): Promise<IdentitySection | null> {
  const { services, settings, actor, params } = call;
  const enabled = await services.enabledProviders.list(settings);
  const linked = settings.providersStamp === "" ? [] : await listIdentities(services.knex, actor.id);
  if (enabled.length === 0 && linked.length === 0) return null;
  const user = await readerOf(call);
  const present = async ({ identity, provider }: (typeof linked)[number]): Promise<LinkedAccount> => ({
    id: identity.id,
    provider: provider.name,
    email: identity.email ?? "",
    isEnabled: provider.is_enabled,
    isKept: !(await hasOtherWayIn(services.knex, settings, user, identity.id)),
    createdAt: identity.created_at,
    lastUsedAt: identity.last_used_at,
  });
  return {
    linked: await Promise.all(linked.map(present)),
    others: enabled.filter(({ id }) => linked.every(({ provider }) => provider.id !== id)),
    rejected: params["identity"] ?? null,
  };
}
