import type { ProviderPurpose, StatePayload } from "./states.js";

/** The answer of a provider: the address that the browser came back to, and what was stored for it. */
export interface Answer {
  address: URL;
  state: string;
  payload: StatePayload;
  purpose: ProviderPurpose;
}
