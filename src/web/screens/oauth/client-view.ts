import { describesItself } from "../../../domain/oauth/clients/client-ids.js";
import { listApplications } from "../../../domain/oauth/grants/applications.js";
import { canBeImpersonated } from "../../../domain/oauth/grants/remembered-consent.js";
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
 * Where a client that describes itself comes from: the host of its document, and whether any program can pretend to be it.
 * @param redirectUri where the answer goes; what else the client names says nothing about who asks
 */
export const presentOrigin = (client: RegisteredClient, redirectUri: string) =>
  describesItself(client)
    ? {
        documentHost: hostOf(client.document_url),
        canBeImpersonated: canBeImpersonated(client, redirectUri),
      }
    : null;

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
