import type { ActivityEntry } from "../../domain/activity/activity-log.js";
import { ACTIVITY_EVENTS, type ActivityEvent } from "../../domain/audit/activities.js";
import { deviceSentence } from "../../lib/text/devices.js";
import { knownText, say, type MessageKey, type Translate } from "../../texts/translate.js";

/** Requires a text for every event at compile time. */
const keyOf = (event: ActivityEvent): MessageKey => `activity.${event}`;

/** An event of another release, without a text, is shown by its name. */
export function describeEvent(t: Translate, event: string): string {
  return knownText(t, keyOf(event as ActivityEvent)) ?? event.replaceAll("_", " ");
}

/** Groups of events with their texts, sorted by the reader's language. */
export const eventGroups = (t: Translate, locale: string) =>
  Object.entries(ACTIVITY_EVENTS).map(([group, events]) => ({
    label: t(`activity_log.group.${group}` as MessageKey),
    options: events
      .map((event) => ({ value: event as string, label: t(keyOf(event)) }))
      .sort((a, b) => a.label.localeCompare(b.label, locale)),
  }));

/** The application or the agent through which somebody acted; null for people in a browser and their own tokens. */
export function viaInWords(
  t: Translate,
  { client, isByAgent }: Pick<ActivityEntry, "client" | "isByAgent">,
): string | null {
  if (client === null) return isByAgent ? t("activity_log.by_agent") : null;
  const name = client.name ?? t("activity_log.unknown");
  return t(isByAgent ? "activity_log.by_agent_of" : "activity_log.by_application", { name });
}

/** Describes browsers in the reader's language; cached, because a page has few of them. */
export function devicesInWords(t: Translate): (userAgent: string | null) => string {
  const cached = new Map<string | null, string>();
  return (userAgent) => {
    const words = cached.get(userAgent) ?? say(deviceSentence(userAgent), t);
    cached.set(userAgent, words);
    return words;
  };
}
