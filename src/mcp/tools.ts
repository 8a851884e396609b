import { agentWordOf } from "../contract/agents.js";
import type { AgentWord, OpenApiDocument } from "../contract/document.js";
import type { Operation } from "../contract/operations.js";
import { inputSchema, outputSchema, plainLine, type JsonSchema } from "./tool-schemas.js";

/** An operation of the contract as a tool of the Model Context Protocol, revision 2026-07-28. */
export interface AgentTool {
  operation: Operation;
  word: AgentWord;
  /** As `tools/list` shows it. */
  shown: {
    /** The operationId. */
    name: string;
    title: string;
    description: string;
    inputSchema: JsonSchema & { type: "object" };
    outputSchema: JsonSchema & { type: "object" };
    annotations: {
      readOnlyHint: boolean;
      destructiveHint: boolean;
      idempotentHint: boolean;
      openWorldHint: false;
    };
  };
}

/** The operations that agents can call, in the order of their names. */
export function toolsOf(operations: readonly Operation[], { components }: OpenApiDocument): AgentTool[] {
  return operations
    .flatMap((operation) => {
      const word = agentWordOf(operation.document);
      return word === null ? [] : [toolOf(operation, word, components)];
    })
    .sort((left, right) => (left.shown.name < right.shown.name ? -1 : 1));
}

function toolOf(operation: Operation, word: AgentWord, components: OpenApiDocument["components"]): AgentTool {
  const { id, method, document } = operation;
  const input = inputSchema(operation, components);
  if (word === "destroy") Object.assign(input["properties"] as object, { confirm: CONFIRM });
  return {
    operation,
    word,
    shown: {
      name: id,
      title: document.summary!,
      description: descriptionOf(document.summary!, document.description ?? ""),
      inputSchema: input as AgentTool["shown"]["inputSchema"],
      outputSchema: outputSchema(operation, components) as AgentTool["shown"]["outputSchema"],
      annotations: {
        readOnlyHint: word === "read",
        destructiveHint: word === "destroy",
        idempotentHint: method !== "post" && method !== "patch",
        openWorldHint: false,
      },
    },
  };
}

const CONFIRM: JsonSchema = {
  type: "boolean",
  description: "Set this to true only after the user has agreed to exactly this call.",
};

/** The summary, what it does, and what changes. Who may call it is what `tools/list` has decided. */
function descriptionOf(summary: string, description: string): string {
  const [text = "", ...sections] = description.split("\n**");
  const changes = sections.find((section) => section.startsWith("What changes"));
  const [, changed = ""] = changes?.split(":**") ?? [];
  const isReading = /^\s*nothing\.\s*$/.test(changed);
  const parts = [`${summary}.`, text, ...(isReading || changed === "" ? [] : [`What changes:${changed}`])];
  return parts.map(plainLine).join("\n");
}
