import type { Command } from "commander";
import { configurationFindings, examineInstallation, isHealthy } from "../checks/installation.js";
import type { Finding } from "../checks/finding.js";
import { ConfigurationError } from "../config/env.js";
import { printable } from "../lib/text/printable.js";
import { commandOrigin, type CommandLine } from "./command-line.js";
import { EXIT } from "./failures.js";
import { asOperator } from "./files/rights.js";

/** `doctor`. */
export function addDoctor(program: Command, line: CommandLine): void {
  program
    .command("doctor")
    .description("check configuration, database, keys, servers, files and proxy, and say what to do")
    .option("--offline", "don't connect to mail server, captcha provider, sign-in providers and APP_URL")
    .action(async ({ offline: isOffline = false }: { offline?: boolean }) => {
      const findings = await findingsOf(line, isOffline);
      const count = (state: string): number => findings.filter((one) => one.state === state).length;
      if (!isHealthy(findings)) line.exitCode = EXIT.failed;
      const summary = `${count("ok")} ok, ${count("warning")} warnings, ${count("failed")} failed`;
      line.print({ is_healthy: isHealthy(findings), findings }, [...findings.flatMap(linesOf), summary]);
    });
}

async function findingsOf(line: CommandLine, isOffline: boolean): Promise<Finding[]> {
  try {
    void line.config;
  } catch (error) {
    if (error instanceof ConfigurationError) return configurationFindings(error);
    throw error;
  }
  return examineInstallation(line.services, { origin: commandOrigin(), isOffline, asOperator });
}

const MARKS = { ok: "ok     ", warning: "WARNING", failed: "FAILED " } as const;

function linesOf({ check, state, detail, advice }: Finding): string[] {
  const first = `${MARKS[state]}  ${check.padEnd(17)}  ${printable(detail)}`;
  return advice === null ? [first] : [first, `${" ".repeat(28)}→ ${advice}`];
}
