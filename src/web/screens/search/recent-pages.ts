import { getVisibleUser } from "../../../domain/access/visible-users.js";
import { getOrganisation } from "../../../domain/organisations/organisations.js";
import { getWebhook } from "../../../domain/webhooks/managed-webhooks.js";
import { getClient } from "../../../domain/oauth/clients/managed-clients.js";
import { visibleRoles } from "../../../domain/roles/role-list.js";
import { Failure } from "../../../lib/failures.js";
import { fullNameOf } from "../../../models/public-user.js";
import type { WebCall } from "../../server/call.js";
import { PAGES } from "../../server/paths.js";
import { roleLabel } from "../../words/labels.js";
import type { SearchResult } from "./search-result.js";

const MOST_RECENT = 5;

/** The row in the address of a page; null for another page. */
function idIn(page: keyof typeof PAGES, address: string): string | null {
  const [start] = PAGES[page].split(":");
  const id = address.startsWith(start!) ? address.slice(start!.length) : "";
  return /^[\w-]+$/.test(id) && id !== "create" && id !== "export" ? id : null;
}

/**
 * The pages that the browser opened last, named for this user. The browser keeps only their addresses, which a former
 * user of it may have left, so a page that this user can't open is left out.
 * @param pages that need no row
 */
export async function recentPages(call: WebCall, pages: readonly SearchResult[]): Promise<SearchResult[]> {
  const addresses = (call.query("recent") ?? "").split(",").slice(0, 2 * MOST_RECENT);
  const found = await Promise.all(
    [...new Set(addresses)].map(async (address) => {
      const page = pages.find(({ to, fields }) => to === address && fields === null);
      return page ?? (await rowPage(call, address));
    }),
  );
  return found.filter((result) => result !== null).slice(0, MOST_RECENT);
}

async function rowPage(call: WebCall, to: string): Promise<SearchResult | null> {
  try {
    const named = await nameOf(call, to);
    return named && { ...named, to, fields: null };
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

async function nameOf(
  call: WebCall,
  address: string,
): Promise<Pick<SearchResult, "label" | "detail"> | null> {
  const { services, actor, t, oauth } = call;
  const userId = idIn("admin.users.edit", address);
  if (userId !== null && actor.can("users.read")) {
    const { user } = await getVisibleUser(services.knex, actor, userId);
    return { label: fullNameOf(user), detail: user.email };
  }
  const roleId = idIn("admin.roles.edit", address);
  if (roleId !== null && actor.can("roles.read")) {
    const role = visibleRoles(actor).find(({ id }) => id === roleId);
    return role ? { label: roleLabel(t, role), detail: t("nav.roles") } : null;
  }
  const clientId = idIn("admin.api-clients.edit", address);
  if (clientId !== null && oauth !== null && actor.can("api-clients.read")) {
    const client = await getClient(services.knex, actor, clientId);
    return { label: client.name, detail: t("nav.api_clients") };
  }
  const slug = idIn("organisations.show", address);
  if (slug !== null) {
    const { organisation } = await getOrganisation(call, slug);
    return { label: organisation.name, detail: t("nav.organisations") };
  }
  const webhookId = idIn("admin.webhooks.edit", address);
  if (webhookId !== null && actor.can("webhooks.read")) {
    const { webhook } = await getWebhook(services.knex, actor, webhookId);
    return { label: webhook.url, detail: t("nav.webhooks") };
  }
  return null;
}
