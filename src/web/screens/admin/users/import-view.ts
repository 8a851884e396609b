import type { ImportRun, ImportState } from "../../../../domain/import/import-runs.js";
import { relyingPartyOf } from "../../../../domain/passkeys/relying-party.js";
import { RECORDS } from "../../../../domain/import/import-summary.js";
import { problemOf, summaryOf } from "../../../../domain/import/stored-import.js";
import { formatLocale, knownText, type MessageKey } from "../../../../texts/translate.js";
import { path } from "../../../server/addresses.js";
import type { WebCall } from "../../../server/call.js";

const COLOURS: Record<ImportState, string> = {
  checking: "bg-azure-lt",
  checked: "bg-yellow-lt",
  rejected: "bg-red-lt",
  importing: "bg-azure-lt",
  finished: "bg-green-lt",
  undoing: "bg-azure-lt",
  undone: "bg-secondary-lt",
  discarded: "bg-secondary-lt",
};

/** How the applications write their names. */
const NAMES: Readonly<Record<string, string>> = {
  authdock: "Authdock",
  keycloak: "Keycloak",
  auth0: "Auth0",
  firebase: "Firebase",
  supabase: "Supabase",
  clerk: "Clerk",
  cognito: "Cognito",
  okta: "Okta",
  laravel: "Laravel",
  "better-auth": "better-auth",
  devise: "Devise",
  django: "Django",
  wordpress: "WordPress",
  logto: "Logto",
  zitadel: "Zitadel",
  fusionauth: "FusionAuth",
  ory: "Ory",
  "flask-security": "Flask-Security",
};

export const sourceNameOf = (source: string): string => NAMES[source] ?? source;

export function presentRun(call: WebCall, run: ImportRun): object {
  const { t } = call;
  const number = numberOf(call);
  const bytes = Number(run.file_bytes ?? 0);
  const problem = problemOf(run);
  return {
    id: run.id,
    to: path("admin.users.imports.show", { import: run.id }),
    name: run.file_name ?? t("imports.command_line"),
    source: sourceNameOf(run.source),
    state: run.state,
    stateLabel: t(`imports.state.${run.state}` as MessageKey),
    colour: COLOURS[run.state],
    createdAt: run.created_at,
    finishedAt: run.finished_at,
    accounts: number(run.accounts),
    untouched: number(run.untouched),
    untouchedCount: run.untouched,
    percent: bytes === 0 ? 0 : Math.floor((100 * Number(run.bytes_read)) / bytes),
    rows: number(Number(run.rows_read)),
    problem: problem && call.say(problem),
    reportTo: run.reported_at === null ? null : path("admin.users.imports.report", { import: run.id }),
  };
}

/** What the file has; null until it was read. */
export function presentSummary(call: WebCall, run: ImportRun): object | null {
  const { t } = call;
  const summary = summaryOf(run);
  if (summary === null) return null;
  const number = numberOf(call);
  const names = (counts: Record<string, number>): string[] =>
    Object.entries(counts).map(([name, count]) => `${fieldName(name)} (${number(count)})`);
  const fieldName = (name: string): string =>
    name.startsWith(RECORDS) ? t("imports.records", { model: name.slice(RECORDS.length) }) : name;
  const people = summary.created + summary.updated;
  return {
    isForecast: summary.dry_run,
    lacksPasswords: summary.lacks_passwords,
    people: number(people),
    count: people,
    isEmpty: people === 0,
    counts: (["created", "updated", "exists", "refused"] as const)
      .filter((outcome) => outcome !== "updated" || summary.updated > 0)
      .map((outcome) => ({
        label: t(`imports.count.${summary.dry_run ? "would_be_" : ""}${outcome}` as MessageKey),
        count: number(summary[outcome]),
      })),
    carried: Object.entries(summary.carried).map(([name, { in_file, carried }]) => ({
      label: knownText(t, `imports.kept.${name.replaceAll(/[ -]/g, "_")}`) ?? name,
      inFile: number(in_file),
      carried: number(carried),
      lost: in_file === carried ? null : number(in_file - carried),
    })),
    losesFactors: Object.entries(summary.carried).some(
      ([name, { in_file, carried }]) =>
        (name === "second factor" || name === "passkeys") && carried < in_file,
    ),
    passkeyDomain: summary.carried["passkeys"]?.carried ? relyingPartyOf(call.services.config.env).id : null,
    unread: names(summary.unread_fields),
    roles: names(summary.unmapped_roles),
    providers: names(summary.unmapped_providers),
    refused: summary.refused_rows.map(({ line, email, reason, sentences }) => ({
      ...{ line, email },
      // a summary of an earlier version has the English reason only
      reason: (sentences ?? [reason ?? ""]).map((sentence) => call.say(sentence)).join(": "),
    })),
    moreRefused:
      summary.refused > summary.refused_rows.length
        ? number(summary.refused - summary.refused_rows.length)
        : null,
  };
}

const numberOf = ({ locale }: WebCall): ((value: number) => string) => {
  const format = new Intl.NumberFormat(formatLocale(locale));
  return (value) => format.format(value);
};
