import {
  acceptLink,
  findOfferedLink,
  removeIdentity,
  type LinkOffer,
} from "../../../domain/providers/own-identities.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { page, redirect, success, type WebResult } from "../../server/responses/web-result.js";
import { browserSecretOf } from "./browser-secret.js";
import { catchRejection, identityList } from "./rejections.js";

const offerIn = (call: WebCall): LinkOffer => ({ id: call.params["link"]!, browser: browserSecretOf(call) });

const expired = (): WebResult => redirect(identityList(), { kind: "warning", key: "identity.link.expired" });

/** Asks the signed-in owner whether to link the account that came back from the provider. */
export const showLink: WebHandler = (call) =>
  catchRejection(call, async () => {
    const offer = await findOfferedLink(call, offerIn(call));
    if (!offer) return expired();
    const { provider, email } = offer;
    const data = {
      link: call.params["link"],
      provider: provider.name,
      email,
      own: call.account.email,
      next: call.next,
    };
    return page("providers/link", "identity.link.title", data, { layout: "guest" });
  });

export const submitLink: WebHandler = (call) =>
  catchRejection(call, async () => {
    const provider = await acceptLink(call, offerIn(call));
    if (!provider) return expired();
    return redirect(call.next ?? identityList(), success("identity.linked", { provider: provider.name }));
  });

export const submitUnlinking: WebHandler = async (call) => {
  await removeIdentity(call, call.params["identity"]!);
  return redirect(identityList(), success("identity.removed"));
};
