import { execute } from "../service/execute.js";

/** What a client's part of the run works with. */
export interface Stage {
  /** The published document, as a file. */
  document: string;
  /** What the journey is told of the service and its accounts. */
  variables: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/** A step of a client has failed; the message is what it printed. */
export class StepFailed extends Error {}

/** Runs one step and hands back what it printed. @throws StepFailed */
export async function step(
  { variables, signal }: Stage,
  program: string,
  parameters: string[],
  folder?: string,
): Promise<string> {
  const { status, output } = await execute(program, parameters, variables, signal, folder);
  if (status !== 0) throw new StepFailed(`${program} ${parameters.join(" ")}\n${output}`);
  return output;
}
