import { VersionStale } from "../../../lib/failures.js";
import { Signer } from "../../../lib/signatures.js";
import type { OAuthClient } from "../../../models/oauth-client.js";
import type { Services } from "../../services.js";

/** Whether the client is in the state that the actor has seen. */
export type ClientCheck = (client: OAuthClient) => boolean;

/** A keyed hash of the secret, by which a form says which secret it replaces. */
export const secretStamp = (services: Services, client: OAuthClient): string =>
  secretSigner(services).signature(secretText(client));

/** Accepts the client while it has the secret of the stamp. */
export const hasSecret =
  (services: Services, stamp: string): ClientCheck =>
  (client) =>
    secretSigner(services).matches(secretText(client), stamp);

/**
 * A keyed hash of the client's state, by which an entity tag says which state it shows. The logo isn't part of it,
 * because its changes have operations of their own.
 */
export const clientStamp = (services: Services, client: OAuthClient): string =>
  clientSigner(services).signature(stateText(client));

/** Accepts the client while one of the stamps belongs to its state. */
export const hasStamp =
  (services: Services, stamps: readonly string[]): ClientCheck =>
  (client) =>
    stamps.some((stamp) => clientSigner(services).matches(stateText(client), stamp));

/** @param check any state is accepted without it. @throws VersionStale */
export function assertCurrent(client: OAuthClient, check: ClientCheck | undefined): void {
  if (check?.(client) === false) throw new VersionStale();
}

const secretSigner = ({ encryption }: Services): Signer => new Signer(encryption, "client-secret-stamp");
const clientSigner = ({ encryption }: Services): Signer => new Signer(encryption, "client-stamp");

const secretText = ({ id, secret_hash }: OAuthClient): string =>
  `${id} ${secret_hash === null ? "" : Buffer.from(secret_hash).toString("hex")}`;
const stateText = (client: OAuthClient): string =>
  JSON.stringify([
    secretText(client),
    client.name,
    client.redirect_uris,
    client.may_introspect,
    client.role_id,
    client.homepage_url,
    client.post_logout_redirect_uris,
    client.options,
  ]);
