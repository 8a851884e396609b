import type { Knex } from "knex";
import { now } from "../../lib/clock.js";
import { ValidationFailed, type FieldSentences } from "../../lib/failures.js";
import { User } from "../../models/user.js";
import { text } from "../../texts/translate.js";
import { ACTIVE } from "./account-status.js";

/** In characters. */
export const MAX_REASON_LENGTH = 500;

/** What an administrator notes with the status of an account. */
export interface StatusTerms {
  /** Why the account has the status; null without one. */
  reason: string | null;
  /** Whether the reason and the end are shown to the owner who tries to sign in. */
  tell: boolean;
  /** When the account becomes active again, in milliseconds since the epoch; null for never. */
  until: number | null;
}

export type TermColumns = Pick<User, "status_reason" | "status_told" | "status_until">;

export const NO_TERMS: StatusTerms = { reason: null, tell: false, until: null };

export const columnsOfTerms = ({ reason, tell, until }: StatusTerms): TermColumns => ({
  status_reason: reason,
  status_told: tell,
  status_until: until,
});

export const termsOf = (user: TermColumns): StatusTerms => ({
  reason: user.status_reason,
  tell: user.status_told,
  until: user.status_until,
});

/** What is noted with the status of the account, which must exist. */
export const getStatusTerms = async (knex: Knex, id: string): Promise<StatusTerms> =>
  termsOf(
    await User.query(knex)
      .findById(id)
      .select("status_reason", "status_told", "status_until")
      .throwIfNotFound(),
  );

/** @throws ValidationFailed */
export function assertTerms(status: string, { reason, tell, until }: StatusTerms): void {
  const problems: FieldSentences = {};
  if (tell && reason === null) problems["reason"] = [text("validation.status.reason")];
  if (until !== null && status === ACTIVE) problems["until"] = [text("validation.status.until_active")];
  // also for a time that doesn't exist, such as a leap second
  else if (until !== null && !(until > now())) problems["until"] = [text("validation.status.until_past")];
  if (Object.keys(problems).length > 0) throw new ValidationFailed(problems);
}
