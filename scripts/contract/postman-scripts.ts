import { choiceOf, TOKEN, type Step, type Variables } from "./postman-run.js";

export interface Event {
  listen: "prerequest" | "test";
  script: { type: "text/javascript"; exec: string[] };
}

const eventOf = (listen: Event["listen"], exec: string[]): Event[] =>
  exec.length === 0 ? [] : [{ listen, script: { type: "text/javascript", exec } }];

/** Waits when the limit of all requests is used up. */
const PAUSE = [
  'const limits = pm.response.headers.filter(({ key }) => key.toLowerCase() === "ratelimit");',
  'const used = /"throttle:api"; r=0; t=(\\d+)/.exec(limits.map(({ value }) => value).join());',
  "if (used) setTimeout(() => {}, Number(used[1]) * 1000);",
];

/** The scripts that run for every request. */
export const sharedEvents = (): Event[] => eventOf("test", PAUSE);

/** The scripts of one request: they skip it when a value is missing, check the status and keep what later ones need. */
export const eventsOf = (step: Step, variables: Variables): Event[] => [
  ...eventOf("prerequest", [...skipWithout(neededBy(step, variables)), ...codeFor(step, variables)]),
  ...eventOf("test", [
    `pm.test("The status is ${step.status}", () => pm.response.to.have.status(${step.status}));`,
    ...keep(variables.setBy(step)),
  ]),
];

/** The variables that an earlier answer may have left empty, or that people fill. */
function neededBy(step: Step, variables: Variables): string[] {
  const { path, operation } = step;
  const ids = [...path.matchAll(/\{(\w+)\}/g)]
    .filter(([, name]) => choiceOf(step, name!) === undefined && variables.isFound(path, name!))
    .map(([, name]) => variables.idIn(path, name!));
  const isCodeKnown = variables.appKey(step) !== undefined;
  const inputs = Object.keys(operation["x-input"] ?? {}).filter(
    (field) => !(isCodeKnown && field === "code"),
  );
  const token = tokenOf(step, variables);
  return [
    ...ids,
    ...inputs.map((field) => variables.input(step, field)),
    ...(token === TOKEN ? [] : [token]),
  ];
}

const skipWithout = (names: string[]): string[] =>
  names.length === 0
    ? []
    : [
        `const needed = ${JSON.stringify(names)};`,
        "if (needed.some((name) => !pm.variables.get(name))) pm.execution.skipRequest();",
      ];

/**
 * The variable with the token of a request. The password is changed in the account that the collection registers, so
 * that the one of the account that signs in stays as it is.
 */
export function tokenOf({ operation }: Step, { ofRegistered }: Variables): string {
  const changesPassword = JSON.stringify(operation.requestBody ?? "").includes('"current_password"');
  return changesPassword && ofRegistered !== undefined ? ofRegistered : TOKEN;
}

/** Computes the code of the authenticator app (RFC 6238) from its key. Each code is accepted once. */
function codeFor(step: Step, variables: Variables): string[] {
  const key = variables.appKey(step);
  if (key === undefined || step.operation["x-input"]?.["code"] === undefined) return [];
  const code = variables.input(step, "code");
  const last = variables.input(step, "last");
  return [
    'const { HmacSHA1, enc } = require("crypto-js");',
    `const key = [...pm.variables.get("${key}")].map((letter) =>`,
    '  "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")).join("");',
    'const bytes = key.match(/.{8}/g).map((bits) => parseInt(bits, 2).toString(16).padStart(2, "0")).join("");',
    `const step = Math.max(Math.floor(Date.now() / 30000), Number(pm.variables.get("${last}") ?? 0) + 1);`,
    'const mac = HmacSHA1(enc.Hex.parse(step.toString(16).padStart(16, "0")), enc.Hex.parse(bytes)).toString();',
    "const place = parseInt(mac.at(-1), 16) * 2;",
    "const number = parseInt(mac.slice(place, place + 8), 16) & 0x7fffffff;",
    `pm.collectionVariables.set("${last}", step);`,
    `pm.collectionVariables.set("${code}", String(number % 1000000).padStart(6, "0"));`,
  ];
}

/** @param values variable → expression */
function keep(values: Record<string, string>): string[] {
  const lines = Object.entries(values).map(
    ([name, expression]) => `pm.collectionVariables.set("${name}", ${expression});`,
  );
  const readsBody = Object.values(values).some((expression) => expression.startsWith("body"));
  return readsBody ? ["const body = pm.response.json();", ...lines] : lines;
}
