import { v4 as uuidv4 } from "uuid";
import { findRestorable, restoreAsOperator } from "../domain/users/restore-user.js";
import type { Services } from "../domain/services.js";
import { toRfc3339 } from "../lib/clock.js";
import { ValidationFailed } from "../lib/failures.js";
import { RESTORABLE_DAYS } from "../models/restorable.js";

/** `users restore <email or id>`. @throws ValidationFailed */
export async function usersCommand(services: Services, parameters: string[]): Promise<void> {
  const [act, emailOrId, ...rest] = parameters;
  if (act !== "restore" || emailOrId === undefined || rest.length > 0)
    throw new ValidationFailed({ users: ["Usage: users restore <email or id>"] });
  const accounts = await findRestorable(services, emailOrId);
  if (accounts.length > 1) {
    const rows = accounts.map(({ id, deleted_at }) => `\n  ${id}  deleted ${toRfc3339(deleted_at)}`);
    const sentence = `Several deleted accounts had this address. Restore one of them by its id:${rows.join("")}`;
    throw new ValidationFailed({ [emailOrId]: [sentence] });
  }
  const [account] = accounts;
  if (!account)
    throw new ValidationFailed({
      [emailOrId]: [`No account with this email or id was deleted in the last ${RESTORABLE_DAYS} days.`],
    });
  await restoreAsOperator(
    { services, origin: { ip: "cli", userAgent: null, traceId: uuidv4() } },
    account.id,
  );
  console.log(`Restored: ${account.email} (${account.id})`);
}
