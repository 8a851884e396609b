import { runCommand } from "../../../src/cli/run.js";
import { firstLine } from "../../../src/cli/terminal.js";
import type { Config } from "../../../src/config/config.js";
import type { Services } from "../../../src/domain/services.js";

export interface Outcome {
  code: number;
  output: string;
  errors: string;
}

interface Surroundings {
  /** The standard input. */
  input?: string;
  readConfig?: () => Config;
  /** Gets the lines that a terminal shows one after the other. */
  progress?: string[] | null;
}

/** Runs a command of the command line in this process, on the services of a test. */
export async function runCli(
  services: Services,
  parameters: readonly string[],
  { input = "", readConfig = () => services.config, progress = null }: Surroundings = {},
): Promise<Outcome> {
  const written: string[] = [];
  const reported: string[] = [];
  const terminal = {
    write: (line: string) => void written.push(line),
    report: (line: string) => void reported.push(line),
    progress: progress === null ? null : (line: string) => void progress.push(line),
    input: () => input,
    secret: () => Promise.resolve(firstLine(input)),
  };
  const installation = { config: readConfig, services: () => services, close: () => Promise.resolve() };
  const code = await runCommand(parameters, terminal, installation);
  return { code, output: written.join("\n"), errors: reported.join("\n") };
}

type Json = ReturnType<typeof JSON.parse>;

/** The result of a command that must succeed, as JSON. @throws Error with the errors */
export async function cliJson(services: Services, ...parameters: string[]): Promise<Json> {
  const { code, output, errors } = await runCli(services, [...parameters, "--json"]);
  if (code !== 0) throw new Error(`${parameters.join(" ")}: ${errors}`);
  return JSON.parse(output);
}
