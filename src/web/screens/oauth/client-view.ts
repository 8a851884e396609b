import { describesItself } from "../../../domain/oauth/clients/client-ids.js";
import { readClientOwners } from "../../../domain/oauth/clients/client-list.js";
import { listApplications } from "../../../domain/oauth/grants/applications.js";
import { canBeImpersonated } from "../../../domain/oauth/grants/remembered-consent.js";
import type { Services } from "../../../domain/services.js";
import { logoPath } from "../../../domain/settings/branding.js";
import type { RegisteredClient } from "../../../models/oauth-client.js";
import type { WebCall } from "../../server/call.js";

type Described = Pick<RegisteredClient, "name" | "homepage_url" | "logo">;

/** The client as the user sees it before allowing it. */
export const presentClient = ({ name, homepage_url, logo }: Described) => ({
  name,
  homepage: homepage_url,
  logo: pathOf(logo),
});

/**
 * Where a client that no administrator has registered comes from: the host of its document or the name of its organisation, and
 * whether any program can pretend to be it.
 * @param redirectUri where the answer goes; what else the client names says nothing about who asks
 */
export async function presentOrigin(services: Services, client: RegisteredClient, redirectUri: string) {
  if (!describesItself(client) && client.organisation_id === null) return null;
  const owners = await readClientOwners(services, [client]);
  return {
    documentHost: hostOf(client.document_url),
    organisation: owners.get(client.organisation_id)?.name,
    canBeImpersonated: canBeImpersonated(client, redirectUri),
  };
}

/** The applications with access to the reader's account, each with the path of its logo and the host of its document. */
export async function presentApplications({ services, actor }: WebCall) {
  const applications = await listApplications(services.knex, actor.id);
  return applications.map((application) => ({
    ...application,
    logo: pathOf(application.logo),
    documentHost: hostOf(application.documentUrl),
  }));
}

const hostOf = (url: string | null): string | null => url && new URL(url).host;

const pathOf = (logo: string | null): string | null => (logo === null ? null : logoPath(logo));
