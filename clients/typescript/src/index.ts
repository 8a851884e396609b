export { createAuthdockClient } from "./client.js";
export type { AuthdockClient, AuthdockOptions, LoginOutcome, SignedIn } from "./client.js";
export { AuthdockError } from "./errors.js";
export type { AuthdockErrorCode, FieldErrors } from "./errors.js";
export { items } from "./items.js";
export {
  acceptInvitation,
  confirmWithPasskey,
  createPasskey,
  currentBrowser,
  signInWithPasskey,
  supportsPasskeys,
} from "./passkeys.js";
export type { CreatedPasskey, Passkey, PasskeyBrowser, PasskeyOutcome, PasskeyRequest } from "./passkeys.js";
export { refreshGrant } from "./refresh.js";
export type { RefreshGrantOptions } from "./refresh.js";
export { unwrap, unwrapText } from "./unwrap.js";
export type { Answer } from "./unwrap.js";
export { verifyWebhook, WebhookRejected } from "./webhooks.js";
export type { ReceivedWebhook, WebhookEvent } from "./webhooks.js";
export type { components, operations, paths, webhooks } from "./schema.js";

import type { components } from "./schema.js";
export type User = components["schemas"]["User"];
export type NewUser = components["schemas"]["StoreUserRequest"];
export type Definition = components["schemas"]["Definition"];
export type Pagination = components["schemas"]["Pagination"];
