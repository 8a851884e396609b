import { closeServices } from "../domain/services.js";
import { readConfig } from "../config/config.js";
import { CommandLine, installationOf, type Installation } from "./command-line.js";
import { EXIT, isClosedOutput, reportOf } from "./failures.js";
import { createProgram } from "./program.js";
import { processTerminal, type Terminal } from "./terminal.js";

/**
 * Runs a command.
 * @param parameters the words after the name of the program
 * @returns the exit code
 */
export async function runCommand(
  parameters: readonly string[],
  terminal: Terminal = processTerminal,
  installation: Installation = installationOf(readConfig, closeServices),
): Promise<number> {
  const line = new CommandLine(terminal, installation);
  return run(line, parameters).finally(() => line.close());
}

async function run(line: CommandLine, parameters: readonly string[]): Promise<number> {
  try {
    await createProgram(line).parseAsync([...parameters], { from: "user" });
    return line.exitCode;
  } catch (error) {
    if (isClosedOutput(error)) return EXIT.outputClosed;
    const { exitCode, lines, errors } = reportOf(error);
    if (line.isJson && lines.length > 0)
      line.terminal.report(JSON.stringify({ message: lines.join("\n"), ...(errors && { errors }) }));
    else for (const text of lines) line.terminal.report(text);
    return exitCode;
  }
}
