import { SYSTEM_ADMIN } from "../../models/role.js";
import { PRODUCT_NAME } from "../../config/product.js";
import { ACTIVE } from "../accounts/account-status.js";
import { mailRoute } from "../mail/service-mailer.js";
import type { Services } from "../services.js";
import { brandOf } from "../settings/branding.js";
import type { SettingsSnapshot } from "../settings/settings.js";

export type SetUpStep = "mail" | "verification" | "branding" | "administrator" | "application" | "backup";

/** Invited administrators don't count, because nobody can sign in to their accounts yet. */
const FOUND = `
  select
    (select count(*) from role_user ru join roles r on r.id = ru.role_id join users u on u.id = ru.user_id
      where r.name = ? and u.status = ? and u.deleted_at is null
        and (u.password is not null or u.passkey_count > 0)) as administrators,
    exists (select 1 from oauth_clients where revoked_at is null) as application,
    exists (select 1 from activity_log where event = 'backup_created') as backup`;

interface Found {
  administrators: number;
  application: number;
  backup: number;
}

/** What a new service needs, and whether it is done. */
export async function setUpSteps(
  services: Services,
  settings: SettingsSnapshot,
): Promise<Record<SetUpStep, boolean>> {
  const found = (await services.rows.one<Found>(FOUND, [SYSTEM_ADMIN, ACTIVE]))!;
  const { name, logo } = brandOf(settings);
  return {
    mail: mailRoute(services, settings).by !== "folder",
    verification: settings.get("auth.email_verification"),
    branding: name !== PRODUCT_NAME && logo !== null,
    administrator: Number(found.administrators) > 1,
    application: Boolean(found.application),
    backup: Boolean(found.backup),
  };
}
