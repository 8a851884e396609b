import { execute } from "../service/execute.js";

/** The inputs for building and testing a client. */
export interface ClientContext {
  /** The path of the published document. */
  document: string;
  /** Environment variables, among them the address of the service and its accounts. */
  variables: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/** A command failed. The message contains its output. */
export class StepFailed extends Error {}

/** Runs a command. @returns its output. @throws StepFailed */
export async function step(
  { variables, signal }: ClientContext,
  program: string,
  parameters: string[],
  folder?: string,
): Promise<string> {
  const { status, output } = await execute(program, parameters, variables, signal, folder);
  if (status !== 0) throw new StepFailed(`${program} ${parameters.join(" ")}\n${output}`);
  return output;
}
