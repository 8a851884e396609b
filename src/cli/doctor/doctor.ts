import type { Command } from "commander";
import type { Config } from "../../config/config.js";
import { ConfigurationError } from "../../config/env.js";
import type { CommandLine } from "../command-line.js";
import { EXIT } from "../failures.js";
import { asOperator } from "../files/rights.js";
import { printable } from "../tables.js";
import { checkClients } from "./client-checks.js";
import { checkDatabase } from "./database-checks.js";
import { checkFiles, checkNames } from "./file-checks.js";
import { failed, ok, warning, type Finding } from "./finding.js";
import { checkKeys } from "./key-checks.js";
import { checkProxy } from "./proxy-checks.js";
import { checkConfigured, checkServices } from "./service-checks.js";

/** `doctor`. */
export function addDoctor(program: Command, line: CommandLine): void {
  program
    .command("doctor")
    .description("check configuration, database, keys, servers, files and proxy, and say what to do")
    .option("--offline", "don't connect to mail server, captcha provider, sign-in providers and APP_URL")
    .action(async ({ offline: isOffline = false }: { offline?: boolean }) => {
      const findings = await examineInstallation(line, isOffline);
      const count = (state: string): number => findings.filter((one) => one.state === state).length;
      if (count("failed") > 0) line.exitCode = EXIT.failed;
      const summary = `${count("ok")} ok, ${count("warning")} warnings, ${count("failed")} failed`;
      line.print({ is_healthy: count("failed") === 0, findings }, [...findings.flatMap(linesOf), summary]);
    });
}

async function examineInstallation(line: CommandLine, isOffline: boolean): Promise<Finding[]> {
  const configuration = checkConfiguration(line);
  if ("problems" in configuration) return [...configuration.problems, ...checkNames()];
  const { services } = line;
  const { findings: database, isUsable } = await checkDatabase(services.knex);
  return [
    ok("configuration", `APP_ENV is ${configuration.config.env.APP_ENV}`),
    ...(await asOperator(checkNames)),
    ...(await asOperator(() => checkFiles(configuration.config.env))),
    ...database,
    ...(isUsable ? await checkKeys(services) : []),
    ...(isUsable ? await checkClients(services) : []),
    ...(await checkConfigured(services)),
    ...(isUsable ? await checkServices(services, isOffline) : [NOT_CHECKED]),
    ...(await checkProxy(services, isOffline, isUsable)),
  ];
}

const NOT_CHECKED = warning(
  "other checks",
  "keys, mail, captcha and sign-in providers weren't checked, because that needs the database",
  "Correct what failed above, then run: authdock doctor",
);

function checkConfiguration(line: CommandLine): { config: Config } | { problems: Finding[] } {
  try {
    return { config: line.config };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const advice = "Correct it in the environment or in .env, see docs/operations.md.";
    return { problems: error.problems.map((problem) => failed("configuration", problem, advice)) };
  }
}

const MARKS = { ok: "ok     ", warning: "WARNING", failed: "FAILED " } as const;

function linesOf({ check, state, detail, advice }: Finding): string[] {
  const first = `${MARKS[state]}  ${check.padEnd(17)}  ${printable(detail)}`;
  return advice === null ? [first] : [first, `${" ".repeat(28)}→ ${advice}`];
}
