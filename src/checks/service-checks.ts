import { shippedDocument } from "../contract/document.js";
import { readContract } from "../contract/operations.js";
import { missingScopes } from "../contract/token-requirements.js";
import { PERMISSIONS } from "../domain/access/permissions.js";
import type { Origin } from "../domain/audit/origin.js";
import { testCaptcha } from "../domain/captcha/captcha.js";
import { verifyMailServer, mailRoute, type MailRoute } from "../domain/mail/service-mailer.js";
import { countMails, oldestDueMail } from "../domain/mail/mail-delivery.js";
import { mailDelays } from "../domain/overview/service-overview.js";
import type { Services } from "../domain/services.js";
import { webhookFigures } from "../domain/webhooks/figures.js";
import { SignInProvider } from "../models/sign-in-provider.js";
import { openConnection, ProviderUnavailable, type ProviderTrouble } from "../domain/providers/connection.js";
import { describeRedis } from "../lib/counters/redis-servers.js";
import { MailRejected } from "../lib/mail/mailer.js";
import { MINUTE, now, toRfc3339 } from "../lib/clock.js";
import { examine, failed, ok, warning, type Finding } from "./finding.js";
import { tlsAdvice } from "./tls.js";

/** A queue that is older waits for a process that doesn't run. */
const LONGEST_WAIT = 15 * MINUTE;

/** Checks what is configured without the database. */
export async function checkConfigured(services: Services): Promise<Finding[]> {
  return [
    ...scopes(services),
    ...(await examine("redis", "Check REDIS_URL, and that Redis runs and isn't full or read-only.", () =>
      redis(services),
    )),
  ];
}

/** @param isOffline leaves out servers on the network */
export async function checkServices(
  services: Services,
  origin: Origin,
  isOffline: boolean,
): Promise<Finding[]> {
  return [
    ...(isOffline ? [] : await examine("mail server", MAIL_ADVICE, () => mailServer(services))),
    ...(await examine("mail queue", "Check the log of the service.", () => mailQueue(services))),
    ...(await examine("webhooks", "Check the log of the service.", () => webhooks(services))),
    ...(isOffline ? [] : await examine("captcha", CAPTCHA_ADVICE, () => captcha(services, origin))),
    ...(isOffline ? [] : await examine("providers", PROVIDER_ADVICE, () => providers(services))),
  ];
}

/** No token can call an operation whose scope isn't in the operator's catalogue. */
function scopes({ config }: Services): Finding[] {
  const operations = readContract(shippedDocument(), new Set(PERMISSIONS));
  const missing = missingScopes(operations, config.tokens.scopes);
  if (missing.length === 0) return [];
  const detail = `operations require scopes that aren't in the catalogue: ${missing.join(", ")}`;
  return [warning("scopes", detail, "Add them to oauth.scopes in the operator's file.")];
}

async function redis({ config, counters }: Services): Promise<Finding[]> {
  const { REDIS_URL, WEB_CONCURRENCY } = config.env;
  if (REDIS_URL !== undefined) {
    await counters.add("doctor", 1, MINUTE).catch((error: unknown) => {
      throw new Error(`${describeRedis(REDIS_URL)} doesn't answer: ${(error as Error).message}`);
    });
    return [ok("redis", `${describeRedis(REDIS_URL)} is writable`)];
  }
  return WEB_CONCURRENCY > 1
    ? [ok("redis", "not configured: the counters of the limits are in the database")]
    : [];
}

const MAIL_ADVICE = "Check MAIL_URL, or the mail settings if mail.override is 1.";

async function mailServer(services: Services): Promise<Finding> {
  const route = mailRoute(services, await services.settings.read());
  try {
    await verifyMailServer(services);
    return ok("mail server", describe(route));
  } catch (error) {
    const reason = error instanceof MailRejected ? `${error.trouble}: ${error.message}` : String(error);
    return failed("mail server", `${describe(route)}: ${reason}`, tlsAdvice("mail", reason) ?? MAIL_ADVICE);
  }
}

function describe(route: MailRoute): string {
  if (route.by === "folder") return "mails are written to files";
  return route.by === "settings"
    ? `${route.host}:${route.port}, from the settings`
    : `${route.host}, from MAIL_URL`;
}

async function mailQueue(services: Services): Promise<Finding> {
  const { queued, failed: rejected } = await countMails(services);
  const due = await oldestDueMail(services);
  const waited = due === null ? 0 : now() - due;
  if (waited > LONGEST_WAIT)
    return failed(
      "mail queue",
      `${queued} queued, the oldest due for ${Math.round(waited / MINUTE)} minutes`,
      "Start the service: it sends the mails.",
    );
  const [delay] = await mailDelays(services.knex);
  if (delay)
    return warning(
      "mail queue",
      `${delay.mails} of ${queued} queued wait, attempts up to ${delay.attempts}, next ${toRfc3339(delay.nextTryAt)}: ${delay.reason}`,
      "Correct the mail server, and then run: authdock mail retry",
    );
  if (rejected > 0)
    return warning(
      "mail queue",
      `${rejected} failed`,
      "Run: authdock mail list, and then authdock mail retry",
    );
  return ok("mail queue", `${queued} queued`);
}

async function webhooks({ knex }: Services): Promise<Finding[]> {
  const { active, failing, paused, dueSince } = await webhookFigures(knex);
  if (active + paused === 0) return [];
  if (dueSince !== null && now() - dueSince > LONGEST_WAIT) {
    const minutes = Math.round((now() - dueSince) / MINUTE);
    return [
      failed("webhooks", `an event is due for ${minutes} minutes`, "Start the service: it sends the events."),
    ];
  }
  if (failing + paused > 0)
    return [
      warning(
        "webhooks",
        `of ${active + paused}, ${failing} fail and the service has paused ${paused}`,
        "See their deliveries at /admin/webhooks.",
      ),
    ];
  return [ok("webhooks", `${active} active`)];
}

const CAPTCHA_ADVICE =
  "Correct captcha.site_key and captcha.secret_key, or turn it off: authdock settings set captcha.enabled 0";

async function captcha(services: Services, origin: Origin): Promise<Finding[]> {
  const settings = await services.settings.read();
  if (!settings.get("captcha.enabled")) return [];
  const call = { services, settings, origin: { ...origin, ip: "127.0.0.1" } };
  const verdict = await testCaptcha(call, "doctor");
  const provider = settings.get("captcha.provider");
  if (verdict === "wrong_keys")
    return [failed("captcha", `${provider} rejects the keys: nobody can sign in`, CAPTCHA_ADVICE)];
  if (verdict === "unavailable")
    return [
      failed(
        "captcha",
        `${provider} doesn't answer: nobody can sign in`,
        "Check the connection to the provider.",
      ),
    ];
  return [ok("captcha", `${provider} accepts the keys`)];
}

const PROVIDER_ADVICE = "Check its issuer on /admin/settings/providers, and the connection to it.";

async function providers(services: Services): Promise<Finding[]> {
  const enabled = await SignInProvider.query(services.knex).where({ is_enabled: true }).orderBy("name");
  return Promise.all(
    enabled.map(async (provider) => {
      try {
        await openConnection(services, provider);
        return ok("providers", `${provider.name} can be used to sign in`);
      } catch (error) {
        if (!(error instanceof ProviderUnavailable)) throw error;
        return failed("providers", `${provider.name}: ${TROUBLES[error.trouble]}`, PROVIDER_ADVICE);
      }
    }),
  );
}

const TROUBLES: Record<ProviderTrouble, string> = {
  unreachable: "it doesn't answer",
  not_openid: "it doesn't answer like an OpenID provider",
  other_issuer: "its metadata names another issuer (Microsoft Entra ID: use that of your own tenant)",
  insecure: "its addresses don't use https",
};
