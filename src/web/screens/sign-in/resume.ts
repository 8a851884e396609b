import { findKeptAddress } from "../../../domain/sessions/kept-addresses.js";
import { path } from "../../server/addresses.js";
import type { WebHandler } from "../../server/call.js";
import { redirect } from "../../server/responses/web-result.js";

/** Continues at an address that was too long for a cookie. It was validated when it was requested, as a page. */
export const resumeAddress: WebHandler = async ({ services, params }) => {
  const address = await findKeptAddress(services.rows, params["address"]!);
  return address === null
    ? redirect(path("home"), { kind: "warning", key: "login.request_expired" })
    : redirect(address);
};
