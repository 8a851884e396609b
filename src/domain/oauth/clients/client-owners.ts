import type { OAuthClient } from "../../../models/oauth-client.js";
import type { OrganisationScope } from "../../../models/organisations/scope.js";
import type { User } from "../../../models/user.js";
import type { Administrator } from "../../access/actor.js";
import { lockActiveAdministrator } from "../../access/locks.js";
import type { ActorContext } from "../../context.js";

/** What is done with clients. */
export type ClientAct = "create" | "update" | "delete";

/** Who was admitted to clients, locked, and whose clients these are. */
export interface AdmittedToClients {
  /** Null for the operator. */
  account: User | null;
  actor: Administrator;
  /** The organisation that the clients belong to; null for clients of the service. */
  scope: OrganisationScope | null;
  /** Decides about one of them, which is locked. @throws ActionForbidden when its role is beyond the actor */
  assertMayManage?: (client: OAuthClient) => Promise<void>;
}

/**
 * Decides who may do this with clients, and locks who does and whom the clients belong to.
 * @throws ActionForbidden, SignedOut; RowNotFound for an organisation of which the actor may not know
 */
export type AdmitToClients = (
  context: ActorContext<Administrator>,
  act: ClientAct,
) => Promise<AdmittedToClients>;

/** Admits holders of the permissions of the service. */
export const admitToService: AdmitToClients = async (context, act) => ({
  ...(await lockActiveAdministrator(context, `api-clients.${act}`)),
  scope: null,
});
