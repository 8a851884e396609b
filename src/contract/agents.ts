import { AGENT_WORDS, type AgentWord, type OperationObject } from "./document.js";

/** @returns null for an operation that agents can't call */
export const agentWordOf = ({ "x-agent": use }: OperationObject): AgentWord | null =>
  typeof use === "string" ? use : null;

export function agentProblems({ "x-agent": use }: OperationObject): string[] {
  const isKnown = typeof use === "string" ? AGENT_WORDS.includes(use) : !!use?.none;
  return isKnown
    ? []
    : [`does not say what agents do (x-agent: ${AGENT_WORDS.join(", ")}, or none: and why)`];
}
