import { needsOrganisation } from "../domain/oauth/tokens/scopes.js";
import { holdsScopesFor } from "../api/pipeline/token-requirements.js";
import { viewerOf, type Principal } from "../auth/guards.js";
import type { TokenRules } from "../config/lifetimes.js";
import { tokenRequirements } from "../contract/token-requirements.js";
import type { SettingsSnapshot } from "../domain/settings/settings.js";
import type { AgentTool } from "./tools.js";

/** The tools, and who can call them. */
export class Catalogue {
  constructor(
    private readonly tools: readonly AgentTool[],
    private readonly rules: TokenRules,
  ) {}

  /** The scopes that only reading needs: what an agent should ask for at first. */
  get scopesToRead(): string[] {
    const ofWord = (reads: boolean): string[] =>
      this.tools.filter(({ word }) => (word === "read") === reads).flatMap(scopesOf);
    const others = new Set(ofWord(false));
    return [...new Set(ofWord(true))].filter(
      (scope) => !others.has(scope) && isForEveryone(scope) && this.rules.scopes.includes(scope),
    );
  }

  find(name: unknown): AgentTool | undefined {
    return this.tools.find(({ shown }) => shown.name === name);
  }

  /** The tools that the operator allows and this credential can call, in the order of their names. */
  callable(settings: SettingsSnapshot, principal: Principal): AgentTool[] {
    return this.tools.filter(
      (tool) => isAllowed(settings, tool) && this.holdsScopes(principal, tool) && mayCall(principal, tool),
    );
  }

  holdsScopes(principal: Principal, { operation }: AgentTool): boolean {
    return holdsScopesFor(operation, principal, this.rules);
  }
}

/** Whether the operator has turned on this kind of tool. */
export const isAllowed = (settings: SettingsSnapshot, { word }: AgentTool): boolean =>
  settings.get(`agents.${word}`);

/** Agents ask for what they are told, and whoever is in no organisation could then allow them nothing. */
export const isForEveryone = (scope: string): boolean => !needsOrganisation([scope]);

/** The scopes that a client must ask for to call the tool. */
export const scopesOf = ({ operation }: AgentTool): string[] => {
  const { all, ofClients } = tokenRequirements(operation.document);
  return [...new Set([...all, ...(ofClients ?? [])])];
};

const mayCall = (principal: Principal, { operation }: AgentTool): boolean =>
  (principal.actor !== null || operation.clientToken) &&
  (operation.permission === null || viewerOf(principal)?.can(operation.permission) === true);
