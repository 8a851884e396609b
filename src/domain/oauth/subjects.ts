import { createHmac } from "node:crypto";
import type { RegisteredClient } from "../../models/oauth-client.js";

/** The id by which the client knows the user: the claim `sub` (OpenID Connect Core, section 8). */
export const subjectOf = (
  { options, subject_salt: salt }: Pick<RegisteredClient, "options" | "subject_salt">,
  userId: string,
): string =>
  options.subject_type === "pairwise"
    ? createHmac("sha256", salt!).update(userId).digest("base64url")
    : userId;
