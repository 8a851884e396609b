import type { ConfigurationError } from "../config/env.js";
import type { Origin } from "../domain/audit/origin.js";
import type { Services } from "../domain/services.js";
import { TtlCache, type Cached } from "../lib/ttl-cache.js";
import { SECOND } from "../lib/clock.js";
import { checkAddresses } from "./address-checks.js";
import { checkAgents } from "./agent-checks.js";
import { checkClients } from "./client-checks.js";
import { checkDatabase } from "./database-checks.js";
import { checkFolders, checkNames, checkPrivateFiles } from "./file-checks.js";
import { failed, ok, warning, type Finding } from "./finding.js";
import { checkKeys } from "./key-checks.js";
import { checkProxy } from "./proxy-checks.js";
import { checkConfigured, checkServices } from "./service-checks.js";

interface Options {
  /** For the captcha provider. */
  origin: Origin;
  /** Leaves out servers on the network. */
  isOffline?: boolean;
  /** Reads files that only the operator can read. */
  asOperator?: <T>(work: () => T) => T | Promise<T>;
}

/** All checks of a service, as `authdock doctor` and the page Health show them. */
export async function examineInstallation(services: Services, options: Options): Promise<Finding[]> {
  const { origin, isOffline = false, asOperator = (work) => work() } = options;
  const { env } = services.config;
  const { findings: database, isUsable } = await checkDatabase(services.knex);
  return [
    ok("configuration", `APP_ENV is ${env.APP_ENV}`),
    ...(await asOperator(checkNames)),
    ...checkAddresses(env, isUsable ? await services.settings.read() : null),
    ...(await asOperator(() => checkPrivateFiles(env))),
    ...checkFolders(env),
    ...database,
    ...(isUsable ? await checkKeys(services) : []),
    ...(isUsable ? await checkClients(services) : []),
    ...(isUsable ? await checkAgents(services) : []),
    ...(await checkConfigured(services)),
    ...(isUsable ? await checkServices(services, origin, isOffline) : [NOT_CHECKED]),
    ...(await checkProxy(services, isOffline, isUsable)),
  ];
}

const NOT_CHECKED = warning(
  "other checks",
  "keys, mail, captcha and sign-in providers weren't checked, because that needs the database",
  "Correct what failed above, then run: authdock doctor",
);

/** The findings about a configuration that can't be read. */
export const configurationFindings = ({ problems }: ConfigurationError): Finding[] => [
  ...problems.map((problem) => failed("configuration", problem, CORRECT)),
  ...checkNames(),
];

const CORRECT = "Correct it in the environment or in .env, see docs/operations.md.";

/** How long the findings are shown again, because the checks ask other servers. */
const CACHED_MS = 10 * SECOND;
const caches = new WeakMap<Services, TtlCache>();

/** The findings of a running service, at most ten seconds old. */
export function recentFindings(services: Services, origin: Origin): Promise<Cached<Finding[]>> {
  const cache = caches.get(services) ?? new TtlCache(CACHED_MS);
  caches.set(services, cache);
  return cache.get("findings", () => examineInstallation(services, { origin }));
}

/** Whether nothing has failed. Warnings don't keep the service from working. */
export const isHealthy = (findings: readonly Finding[]): boolean =>
  findings.every(({ state }) => state !== "failed");
