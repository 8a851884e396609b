import { isIP } from "node:net";
import type { Knex } from "knex";
import { validate as isUuid } from "uuid";
import { DAY, startOfUtcDay } from "../../lib/clock.js";
import { ValidationFailed, type FieldSentences } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { searchProblem } from "../../lib/text/search.js";
import { ActivityListQuery, type ActivityFilters } from "../../models/activity-list.js";
import { findPeople } from "../../models/lists/user-matching.js";
import type { RoleHolder } from "../access/actor.js";
import { ACTIVITY_EVENTS, type ActivityEvent } from "../audit/activities.js";
import { hiddenRoleIds } from "../access/visible-users.js";

/** The filters of the log; their values are unvalidated text. */
export const ACTIVITY_FILTERS = [
  "actor",
  "event",
  "from",
  "to",
  "subject",
  "subject_type",
  "ip",
  "trace_id",
] as const;
export type ActivityRequest = Partial<Record<(typeof ACTIVITY_FILTERS)[number], string>>;

/** The types of subjects. */
export const SUBJECT_TYPES = [
  "user",
  "personal_access_token",
  "oauth_client",
  "role",
  "definition",
  "import",
  "webhook",
  "organisation",
] as const;

const EVENTS: ReadonlySet<string> = new Set(Object.values(ACTIVITY_EVENTS).flat());
export const isEvent = (value: string): value is ActivityEvent => EVENTS.has(value);

/** The most users that a search may match, because each is looked up separately. */
const MAX_PEOPLE = 25;
const LONGEST_SUBJECT_ID = 64;
/**
 * The query for the rows that match the filters and that the actor can see. @throws ValidationFailed on an invalid
 * filter
 */
export async function activityQuery(
  knex: Knex,
  actor: RoleHolder,
  request: ActivityRequest,
): Promise<ActivityListQuery> {
  return new ActivityListQuery(knex, hiddenRoleIds(actor), await activityFilters(knex, actor, request));
}

/** The filters with the ids of the users that they name. @throws ValidationFailed on an invalid filter */
export async function activityFilters(
  knex: Knex,
  actor: RoleHolder,
  request: ActivityRequest,
): Promise<ActivityFilters> {
  const filters = filtersOf(request);
  const hidden = hiddenRoleIds(actor);
  const { actor: who, subject } = request;
  if (who !== undefined) filters.actorIds = await peopleLike(knex, hidden, "actor", who);
  if (subject !== undefined)
    filters.subjectIds = [
      ...new Set([...(await peopleLike(knex, hidden, "subject", subject)), ...asId(subject)]),
    ];
  return filters;
}

/** Subjects that aren't users are found by id only. */
const asId = (subject: string): string[] => (subject.length <= LONGEST_SUBJECT_ID ? [subject] : []);

/** Users by name, address or id, including deleted ones. @throws ValidationFailed for too many words or matches */
async function peopleLike(
  knex: Knex,
  hidden: readonly string[],
  filter: string,
  typed: string,
): Promise<string[]> {
  const problem = searchProblem(typed);
  if (problem !== null) throw new ValidationFailed({ [filter]: [problem] });
  const ids = await findPeople(knex, hidden, typed, MAX_PEOPLE + 1);
  if (ids.length > MAX_PEOPLE)
    throw new ValidationFailed({ [filter]: [text("activity_log.too_many_people", { max: MAX_PEOPLE })] });
  return ids;
}

/** @throws ValidationFailed with all problems */
function filtersOf({ event, from, to, subject_type, ip, trace_id }: ActivityRequest): ActivityFilters {
  const problems: FieldSentences = {};
  const filters: ActivityFilters = {};
  const days = { from: dayOf(problems, "from", from), to: dayOf(problems, "to", to) };
  if (days.from !== undefined) filters.from = days.from;
  if (days.to !== undefined) filters.until = days.to + DAY;
  if (days.from !== undefined && days.to !== undefined && days.to < days.from)
    problems["to"] = [text("activity_log.to_before_from")];
  if (ip !== undefined && isIP(ip) === 0) problems["ip"] = [text("activity_log.no_ip")];
  if (trace_id !== undefined && !isUuid(trace_id)) problems["trace_id"] = [text("activity_log.no_trace_id")];
  if (event !== undefined && !isEvent(event)) problems["event"] = [text("validation.choice")];
  if (subject_type !== undefined && !(SUBJECT_TYPES as readonly string[]).includes(subject_type))
    problems["subject_type"] = [text("validation.choice")];
  if (Object.keys(problems).length > 0) throw new ValidationFailed(problems);
  if (event !== undefined) filters.event = event;
  if (subject_type !== undefined) filters.subjectType = subject_type;
  if (ip !== undefined) filters.ip = ip.toLowerCase();
  if (trace_id !== undefined) filters.traceId = trace_id.toLowerCase();
  return filters;
}

/** The start of a UTC day; an invalid date is added to the problems. */
function dayOf(problems: FieldSentences, name: string, date: string | undefined): number | undefined {
  const ms = date === undefined ? undefined : startOfUtcDay(date);
  if (ms === null) problems[name] = [text("activity_log.no_date")];
  return ms ?? undefined;
}
