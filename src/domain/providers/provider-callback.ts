import type { ProviderPurpose, StatePayload } from "./states.js";

/** The return from a provider: the address that the browser came back to, and what was stored for it. */
export interface ProviderCallback {
  address: URL;
  state: string;
  payload: StatePayload;
  purpose: ProviderPurpose;
}
