// Rules for breaking changes that `redocly diff` doesn't detect, mostly in the product's own x- fields. The messages
// are part of the ids in exceptions.yaml.

/**
 * A rule for a changed field of the nodes of one type.
 * @param visit is called with (before, after, report, getDirections, change)
 */
const whenChanged = (type, property, visit) => () => ({
  [type](change, { report, getDirections }) {
    if (change.kind !== "modified" || change.property !== property) return;
    visit(change.base.value, change.revision.value, (message) => report({ message }), getDirections, change);
  },
});

const list = (values) => values.map((value) => `'${value}'`).join(", ");
const missing = (from, other) => (from ?? []).filter((value) => !(other ?? []).includes(value));
const valueOf = (node) => (node?.resolved ?? node)?.value;

/** Marks an enum that can gain values without notice. */
const OPEN = "x-open-enum";

/** Clients rely on the values of a response enum, unless it's open. */
function EnumValuesAdded() {
  return {
    Schema(change, { report, getDirections }) {
      if (change.kind !== "modified" || !getDirections().includes("response")) return;
      if (change.property === OPEN && change.revision.value === true && valueOf(change.node.base)?.enum)
        report({ message: "The enum was closed and can now gain values." });
      if (change.property !== "enum" || change.base.value === undefined) return;
      if (valueOf(change.node.base)?.[OPEN] === true) return;
      if (change.revision.value === undefined) return report({ message: "The enum was removed." });
      const gained = missing(change.revision.value, change.base.value);
      if (gained.length > 0) report({ message: `The enum gained values: ${list(gained)}.` });
    },
  };
}

const EnumValuesRemoved = whenChanged("Schema", "enum", (before, after, report, getDirections) => {
  const lost = missing(before, after);
  if (after !== undefined && lost.length > 0 && getDirections().includes("response"))
    report(`The enum lost values: ${list(lost)}.`);
});

function SuccessStatusAdded() {
  return {
    Responses: {
      Response(change, { report }) {
        const status = String(change.node.revision?.key);
        if (change.kind === "added" && !/^(default|[45])/.test(status))
          report({ message: `Response \`${status}\` was added.` });
      },
    },
  };
}

const ResponseHeaderOptional = whenChanged("Header", "required", (before, after, report) => {
  if (before === true && after !== true) report("The header is no longer sent every time.");
});

const DefaultChanged = whenChanged("Schema", "default", (before, after, report, getDirections) => {
  if (before === undefined || !getDirections().includes("request")) return;
  report(`The default changed from '${before}' to '${after ?? "none"}'.`);
});

const PathParameterRenamed = whenChanged("Parameter", "name", (before, after, report, _, change) => {
  if (valueOf(change.node.base)?.in === "path")
    report(`Path parameter \`${before}\` was renamed to \`${after}\`.`);
});

// generators create a class or a file for the first tag
const TagRenamed = whenChanged("Operation", "tags", (before, after, report) => {
  if (before?.[0] !== after?.[0]) report(`The tag changed from '${before?.[0]}' to '${after?.[0]}'.`);
});

// getDirections leaves out the direction that readOnly or writeOnly excludes, so these two rules look at the path
const NoLongerAccepted = whenChanged("Schema", "readOnly", (...[, after, report, , { path }]) => {
  if (after === true && /\/(requestBody|parameters)\//.test(path)) report("The field is no longer accepted.");
});

const NoLongerSent = whenChanged("Schema", "writeOnly", (...[, after, report, , { path }]) => {
  if (after === true && path.includes("/responses/")) report("The field is no longer sent.");
});

const STRICTNESS = { public: 0, auth: 1, service: 1, permission: 2 };

const TierTightened = whenChanged("Operation", "x-tier", (before, after, report) => {
  if (STRICTNESS[after] > STRICTNESS[before]) report(`The tier changed from '${before}' to '${after}'.`);
});

// `redocly diff` doesn't compare lists in x- fields, so scripts/contract/comparison.ts joins them
const words = (joined) => joined?.split(" ");

const limitsOf = (names = []) =>
  names.flatMap((name) => {
    const [, hits, minutes] = /^throttle:(\d+),(\d+)$/.exec(name) ?? [];
    return hits === undefined ? [] : [{ hits: Number(hits), rate: hits / minutes }];
  });

const LimitTightened = whenChanged("Operation", "x-limits", (...[joinedBefore, joinedAfter, report]) => {
  const [before, after] = [words(joinedBefore), words(joinedAfter)];
  const lowest = (names, property) => Math.min(Infinity, ...limitsOf(names).map((limit) => limit[property]));
  if (["hits", "rate"].some((property) => lowest(after, property) < lowest(before, property)))
    report(`The limits changed from ${list(before ?? [])} to ${list(after ?? [])}.`);
});

const ScopeTightened = whenChanged("Operation", "x-scope-any", (...[joinedBefore, joinedAfter, report]) => {
  const [before, after] = [words(joinedBefore), words(joinedAfter)];
  if (before === undefined) return report(`One of the scopes ${list(after)} is now required.`);
  const lost = missing(before, after);
  if (after !== undefined && lost.length > 0) report(`The scopes ${list(lost)} are no longer sufficient.`);
});

const ClientTokenRefused = whenChanged("Operation", "x-client-token", (before, after, report) => {
  if (before === true && after !== true) report("Tokens of a client without a user are no longer accepted.");
});

// scripts/contract/comparison.ts copies the scopes for client tokens from `security` to x-oauth2
const ClientScopesTightened = whenChanged(
  "Operation",
  "x-oauth2",
  (...[joinedBefore, joinedAfter, report]) => {
    if (joinedAfter === undefined) return;
    const needed = missing(words(joinedAfter), words(joinedBefore)).filter(Boolean);
    if (needed.length > 0) report(`Tokens of OAuth2 clients now need the scopes ${list(needed)}.`);
  },
);

const UnboundTokensOnly = whenChanged("Operation", "x-unbound-token", (before, after, report) => {
  if (after === true) report("Only tokens that scopes don't limit are now accepted.");
});

const FirstPartyOnly = whenChanged("Operation", "x-first-party", (before, after, report) => {
  if (before !== true && after === true) report("Only tokens from signing in are now accepted.");
});

const SunsetEarlier = whenChanged("Operation", "x-sunset", (before, after, report) => {
  if (before !== undefined && after < before) report(`The sunset moved from ${before} to ${after}.`);
});

// clients plan with the date of the deprecation
const DeprecationEarlier = whenChanged("Operation", "x-deprecated-since", (before, after, report) => {
  if (before !== undefined && after < before) report(`The deprecation moved from ${before} to ${after}.`);
});

module.exports = () => ({
  id: "authdock",
  diff: {
    oas3: {
      "enum-values-added": EnumValuesAdded,
      "enum-values-removed": EnumValuesRemoved,
      "success-status-added": SuccessStatusAdded,
      "response-header-optional": ResponseHeaderOptional,
      "default-changed": DefaultChanged,
      "path-parameter-renamed": PathParameterRenamed,
      "tag-renamed": TagRenamed,
      "field-no-longer-accepted": NoLongerAccepted,
      "field-no-longer-sent": NoLongerSent,
      "tier-tightened": TierTightened,
      "limit-tightened": LimitTightened,
      "scope-tightened": ScopeTightened,
      "client-token-refused": ClientTokenRefused,
      "client-scopes-tightened": ClientScopesTightened,
      "first-party-only": FirstPartyOnly,
      "unbound-tokens-only": UnboundTokensOnly,
      "sunset-earlier": SunsetEarlier,
      "deprecation-earlier": DeprecationEarlier,
    },
  },
});
