import type { ProvisioningCall } from "../domain/provisioning/provisioning-call.js";
import type { Values } from "./attributes.js";
import type { Query, Resource } from "./lists.js";

/** What can be done with a type of resources. */
export interface ResourceHandlers {
  list: (call: ProvisioningCall, query: Query) => Promise<object>;
  show: (call: ProvisioningCall, id: string, query: Query) => Promise<Resource>;
  create: (call: ProvisioningCall, body: Values) => Promise<Resource>;
  replace: (call: ProvisioningCall, id: string, body: Values) => Promise<Resource>;
  patch: (call: ProvisioningCall, id: string, body: Values) => Promise<Resource>;
  remove: (call: ProvisioningCall, id: string) => Promise<void>;
}
