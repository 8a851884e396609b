import { isLoopback, isPrivateHost } from "../lib/network/private-addresses.js";
import { SECOND } from "../lib/clock.js";
import type { Environment } from "../config/env.js";
import type { Services } from "../domain/services.js";
import { examine, failed, ok, warning, type Finding } from "./finding.js";

const ANSWERS_WITHIN = 5 * SECOND;
/** Fewer could come from one place by chance. */
const ENOUGH_SIGN_INS = 5;
const SIGN_INS = 20;

/**
 * Whether the service sees the addresses of its clients, and answers at APP_URL.
 * @param hasDatabase whether the sign-ins can be read
 */
export async function checkProxy(
  services: Services,
  isOffline: boolean,
  hasDatabase: boolean,
): Promise<Finding[]> {
  const { env } = services.config;
  return [
    ...trust(env),
    ...(hasDatabase
      ? await examine("proxy", "Check the log of the service.", () => seenAddresses(services))
      : []),
    ...(isOffline ? [] : await address(env)),
  ];
}

function trust({ APP_URL, TRUST_PROXY }: Environment): Finding[] {
  if (TRUST_PROXY !== undefined || APP_URL.protocol === "http:") return [];
  return [
    failed(
      "proxy",
      "APP_URL is https, but TRUST_PROXY isn't set: limits by address apply to the proxy, not to its clients",
      "Set TRUST_PROXY to the number of proxies, or to their networks.",
    ),
  ];
}

/** Where all users seem to be in one private place, the service sees its proxy instead. */
async function seenAddresses({ knex, config }: Services): Promise<Finding[]> {
  if (isLoopback(config.env.APP_URL.hostname)) return [];
  const addresses = (await knex("activity_log")
    .where({ event: "login" })
    .orderBy("created_at", "desc")
    .limit(SIGN_INS)
    .pluck("ip_address")) as string[];
  const [first] = addresses;
  if (addresses.length < ENOUGH_SIGN_INS || first === undefined) return [];
  if (addresses.some((ip) => ip !== first) || !isPrivateHost(first))
    return [ok("proxy", "sign-ins come from different or public addresses")];
  return [
    warning(
      "proxy",
      `the last ${addresses.length} sign-ins all came from ${first}`,
      "Let the proxy send X-Forwarded-For, and set TRUST_PROXY to the number of proxies.",
    ),
  ];
}

async function address({ APP_URL, APP_ENV }: Environment): Promise<Finding[]> {
  const url = new URL("/up", APP_URL);
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(ANSWERS_WITHIN) });
    if (response.status !== 200 || response.headers.get("x-request-id") === null)
      return [
        failed(
          "address",
          `${url.href} answers ${response.status}, and not from this service`,
          "Correct APP_URL or the proxy.",
        ),
      ];
    return [ok("address", `the service answers at ${APP_URL.origin}`)];
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    const advice = "Start the service, or correct APP_URL, the proxy or its certificate.";
    const find = APP_ENV === "production" ? failed : warning;
    return [find("address", `nothing answers at ${APP_URL.origin}: ${reason || message}`, advice)];
  }
}
