import type { User } from "../../models/user.js";
import type { Activity } from "../audit/activities.js";

/** An account that an import has created or completed, for the audit log. */
export const importedActivity = (
  event: "user_created" | "user_updated",
  { id, email, status }: User,
  { source, actor }: { source: string; actor: { id: string | null } },
  { isInvited = false, ...more }: { role?: string; isInvited?: boolean } = {},
): Activity => ({
  event,
  actorId: actor.id,
  subject: { type: "user", id },
  changes: { after: { email, status, ...more }, imported_from: source },
  forEvents: { isInvitation: isInvited },
});
