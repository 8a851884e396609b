// Access rules and limits of an operation: as badges of its line, and explained in its details.
import { page, say } from "./page.js";

/** `throttle:5,1` → 5 requests per minute; null for the general limit. */
const own = (limit) => {
  const [, hits, minutes] = /^throttle:(\d+),(\d+)$/.exec(limit) ?? [];
  return hits === undefined ? null : say("limit.address", { hits, count: Number(minutes) });
};

const general = ({ asksForToken }) =>
  say(asksForToken ? "limit.general.account" : "limit.general.address", { rate: page.rate });

const dateIn = (text) =>
  Number.isNaN(Date.parse(text))
    ? String(text)
    : new Intl.DateTimeFormat(page.formatLocale, { dateStyle: "medium", timeZone: "UTC" }).format(
        new Date(text),
      );

const accessBadge = ({ asksForToken, asksForClient, isPage, permission, callable }) => {
  if (isPage) return { text: say("access.page"), tone: "secondary" };
  if (asksForClient) return { text: say("access.client"), tone: "blue" };
  if (permission)
    return {
      text: permission,
      detail: say(callable ? "access.held" : "access.not_held"),
      tone: callable ? "green" : "secondary",
      icon: callable ? "check" : "lock",
    };
  return asksForToken
    ? { text: say("access.signed_in"), tone: "blue" }
    : { text: say("access.public"), tone: "azure" };
};

const deprecation = ({ deprecated, deprecatedSince, sunset }) => {
  if (!deprecated) return null;
  const since = deprecatedSince
    ? say("deprecated.since", { date: dateIn(deprecatedSince) })
    : say("deprecated");
  return sunset ? `${since}, ${say("deprecated.sunset", { date: dateIn(sunset) })}` : since;
};

const instead = ({ deprecationLink: href }) => (href ? [{ text: say("deprecated.link"), href }] : []);

/** Badges of the summary line. The general limit has none. */
export function badgesOf(operation) {
  const badges = [accessBadge(operation)];
  const add = (text, tone) => text && badges.push({ text, tone });
  add(deprecation(operation), "orange");
  const scopes = (name, list) =>
    list.length > 0 &&
    add(say(`scopes.badge.${name}`, { scopes: list.join(", "), count: list.length }), "purple");
  scopes("all", operation.allScopes);
  scopes("any", operation.anyScopes);
  scopes("client", operation.clientScopes);
  add(operation.firstParty && say("first_party"), "purple");
  add(operation.clientToken && say("client_token"), "purple");
  for (const limit of operation.limits) add(own(limit), "secondary");
  return badges;
}

function who({ permission, asksForToken, asksForClient, isPage, callable }) {
  if (isPage) return [say("access.page.hint")];
  if (asksForClient) return [say("access.client.hint")];
  if (!permission) return [say(asksForToken ? "access.signed_in.hint" : "access.public.hint")];
  return [
    say("access.permission", { permission }),
    say(callable ? "access.held.hint" : "access.not_held.hint"),
  ];
}

function scopesOf({ allScopes, anyScopes, clientScopes, firstParty }) {
  if (firstParty) return [say("first_party.hint")];
  const lists = Object.entries({ all: allScopes, any: anyScopes, client: clientScopes })
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => say(`scopes.${name}`, { scopes: list.join(", "), count: list.length }));
  return lists.length > 0 ? lists : [say("scopes.none")];
}

/** The explanation: pairs of a heading and sentences (or links). */
export function factsOf(operation) {
  const limits = operation.limits.map((limit) => {
    const mine = own(limit);
    return mine ? say("limit.own", { limit: mine }) : limit === "throttle:api" ? general(operation) : limit;
  });
  return [
    [say("access.who"), who(operation)],
    ...(operation.asksForToken ? [[say("scopes"), scopesOf(operation)]] : []),
    ...(operation.clientToken ? [[say("client_token"), [say("client_token.hint")]]] : []),
    [say("limits"), limits.length > 0 ? [...limits, say("limit.headers")] : [say("limits.none")]],
    ...(operation.deprecated
      ? [[say("deprecated"), [`${deprecation(operation)}.`, say("deprecated.hint"), ...instead(operation)]]]
      : []),
  ];
}
