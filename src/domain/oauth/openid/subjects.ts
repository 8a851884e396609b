import { createHmac } from "node:crypto";
import type { RegisteredClient } from "../../../models/oauth-client.js";

type Knows = Pick<RegisteredClient, "options" | "subject_salt">;

/** The id by which the client knows the user: the claim `sub` (OpenID Connect Core, section 8). */
export const subjectOf = ({ options, subject_salt: salt }: Knows, userId: string): string =>
  options.subject_type === "pairwise"
    ? createHmac("sha256", salt!).update(userId).digest("base64url")
    : userId;

/**
 * The id by which the client knows the browser session: the claim `sid`. For a pairwise client it is one of its own, too, because
 * two clients with the same `sid` would know that they have the same user.
 */
export const sidOf = ({ options, subject_salt: salt }: Knows, sessionId: string): string =>
  options.subject_type === "pairwise"
    ? createHmac("sha256", salt!).update(`session ${sessionId}`).digest("base64url")
    : sessionId;
