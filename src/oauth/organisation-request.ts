import { needsOrganisation } from "../domain/oauth/tokens/scopes.js";
import type { Parameters } from "./parameters.js";

/** What a request with a scope of organisations says about the organisation. */
export interface OrganisationRequest {
  /** The id or the slug that the client names; null for none. */
  key: string | null;
  /** Whether the user chooses in any case (`prompt=select_organisation`). */
  asksUser: boolean;
}

/** @returns null without a scope of organisations */
export function organisationRequestOf(
  scopes: readonly string[],
  parameters: Parameters,
): OrganisationRequest | null {
  if (!needsOrganisation(scopes)) return null;
  const prompts = parameters.get("prompt")?.split(" ") ?? [];
  return {
    key: parameters.get("organisation") ?? null,
    asksUser: prompts.includes("select_organisation"),
  };
}
