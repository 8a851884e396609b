// What breaks a client of this contract and `redocly diff` does not see: mostly our own x- fields.

/** @param visit (before, after, report, getDirections) for a changed field of a node of that type */
const whenChanged = (type, property, visit) => () => ({
  [type](change, { report, getDirections }) {
    if (change.kind !== "modified" || change.property !== property) return;
    visit(change.base.value, change.revision.value, (message) => report({ message }), getDirections, change);
  },
});

const list = (values) => values.map((value) => `'${value}'`).join(", ");
const missing = (from, other) => (from ?? []).filter((value) => !(other ?? []).includes(value));
const valueOf = (node) => (node?.resolved ?? node)?.value;

const OPEN = "x-open-enum";

/** A response enum promises its values, unless it says that clients must expect others. */
function EnumValuesAdded() {
  return {
    Schema(change, { report, getDirections }) {
      if (change.kind !== "modified" || !getDirections().includes("response")) return;
      if (change.property === OPEN && change.revision.value === true && valueOf(change.node.base)?.enum)
        report({ message: "The enum was closed and now may gain values." });
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
        if (change.kind === "added" && !/^[45]/.test(status))
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

// generators make a class or a file of the first tag
const TagRenamed = whenChanged("Operation", "tags", (before, after, report) => {
  if (before?.[0] !== after?.[0]) report(`The tag changed from '${before?.[0]}' to '${after?.[0]}'.`);
});

// getDirections leaves out what the mark itself excludes
const NoLongerTaken = whenChanged("Schema", "readOnly", (...[, after, report, , { path }]) => {
  if (after === true && /\/(requestBody|parameters)\//.test(path)) report("The field is no longer taken.");
});

const NoLongerSent = whenChanged("Schema", "writeOnly", (...[, after, report, , { path }]) => {
  if (after === true && path.includes("/responses/")) report("The field is no longer sent.");
});

const STRICTNESS = { public: 0, auth: 1, service: 1, permission: 2 };

const TierTightened = whenChanged("Operation", "x-tier", (before, after, report) => {
  if (STRICTNESS[after] > STRICTNESS[before]) report(`The tier changed from '${before}' to '${after}'.`);
});

// redocly diff looks into no array of an x- field, so they come joined; see scripts/contract/comparison.ts
const words = (joined) => joined?.split(" ");

const figuresOf = (limits = []) =>
  limits.flatMap((name) => {
    const [, hits, minutes] = /^throttle:(\d+),(\d+)$/.exec(name) ?? [];
    return hits === undefined ? [] : [{ hits: Number(hits), rate: hits / minutes }];
  });

const LimitTightened = whenChanged("Operation", "x-limits", (...[joinedBefore, joinedAfter, report]) => {
  const [before, after] = [words(joinedBefore), words(joinedAfter)];
  const least = (limits, figure) => Math.min(Infinity, ...figuresOf(limits).map((found) => found[figure]));
  if (["hits", "rate"].some((figure) => least(after, figure) < least(before, figure)))
    report(`The limits changed from ${list(before ?? [])} to ${list(after ?? [])}.`);
});

const ScopeTightened = whenChanged("Operation", "x-scope-any", (...[joinedBefore, joinedAfter, report]) => {
  const [before, after] = [words(joinedBefore), words(joinedAfter)];
  if (before === undefined) return report(`One of the scopes ${list(after)} is now needed.`);
  const lost = missing(before, after);
  if (after !== undefined && lost.length > 0) report(`The scopes ${list(lost)} no longer suffice.`);
});

const ClientTokenRefused = whenChanged("Operation", "x-client-token", (before, after, report) => {
  if (before === true && after !== true) report("Tokens of a client without a user are no longer accepted.");
});

// `security` as a list of one text; see scripts/contract/comparison.ts
const ClientScopesTightened = whenChanged(
  "Operation",
  "x-oauth2",
  (...[joinedBefore, joinedAfter, report]) => {
    if (joinedAfter === undefined) return;
    const needed = missing(words(joinedAfter), words(joinedBefore)).filter(Boolean);
    if (needed.length > 0) report(`Tokens of OAuth2 clients now need the scopes ${list(needed)}.`);
  },
);

const FirstPartyOnly = whenChanged("Operation", "x-first-party", (before, after, report) => {
  if (before !== true && after === true) report("Only tokens from signing in are accepted now.");
});

const SunsetEarlier = whenChanged("Operation", "x-sunset", (before, after, report) => {
  if (before !== undefined && after < before) report(`The sunset moved from ${before} to ${after}.`);
});

// the time to move is counted from it
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
      "field-no-longer-taken": NoLongerTaken,
      "field-no-longer-sent": NoLongerSent,
      "tier-tightened": TierTightened,
      "limit-tightened": LimitTightened,
      "scope-tightened": ScopeTightened,
      "client-token-refused": ClientTokenRefused,
      "client-scopes-tightened": ClientScopesTightened,
      "first-party-only": FirstPartyOnly,
      "sunset-earlier": SunsetEarlier,
      "deprecation-earlier": DeprecationEarlier,
    },
  },
});
