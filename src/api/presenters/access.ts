import type { Application } from "../../domain/oauth/grants/applications.js";
import type { ListedSession } from "../../domain/sessions/own-sessions.js";
import { toRfc3339 } from "../../lib/clock.js";
import type { PersonalAccessToken } from "../../models/personal-access-token.js";
import type { Services } from "../../domain/services.js";
import type { Schema } from "../types.js";
import { logoUrl } from "./api-clients.js";

/** A session, of the caller and of another account. */
export const presentSession = (session: ListedSession): Schema<"OwnSession"> & Schema<"UserSession"> => ({
  id: session.publicId,
  ip_address: session.ipAddress,
  user_agent: session.userAgent,
  created_at: toRfc3339(session.createdAt),
  last_active_at: toRfc3339(session.lastActivity),
});

export const presentUserToken = (token: PersonalAccessToken): Schema<"UserToken"> => ({
  id: token.id,
  name: token.name,
  scopes: token.scopes,
  created_at: toRfc3339(token.created_at),
  expires_at: toRfc3339(token.expires_at),
  last_used_at: toRfc3339(token.last_used_at),
});

/** An application with access to the caller's account or to another one. */
export const presentApplication = (
  services: Services,
  application: Application,
): Schema<"OwnApplication"> & Schema<"UserApplication"> => ({
  id: application.clientId,
  name: application.name,
  homepage_url: application.homepageUrl,
  logo_url: logoUrl(services, application.logo),
  document_url: application.documentUrl,
  scopes: application.scopes,
  authorized_at: toRfc3339(application.since),
  last_used_at: toRfc3339(application.lastUsedAt),
  last_tools: application.lastTools.map(({ name, lastUsedAt }) => ({
    name,
    last_used_at: toRfc3339(lastUsedAt),
  })),
});
