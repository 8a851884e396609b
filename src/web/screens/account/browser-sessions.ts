import {
  endOtherSessions,
  endSession,
  listSessions,
  type ListedSession,
} from "../../../domain/sessions/own-sessions.js";
import { describeDevice, deviceSentence } from "../../../lib/text/devices.js";
import { RowNotFound } from "../../../lib/failures.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { page, redirect, success, type WebResult } from "../../server/responses/web-result.js";

export const showBrowserSessions: WebHandler = async (call) => {
  const sessions = await listSessions(call.services.knex, call.actor.id);
  const own = call.session.current!.publicId;
  return page("account/browser-sessions", "sessions.title", {
    sessions: sessions.map((session) => present(session, own)).sort(currentFirst),
  });
};

const present = ({ userAgent, ...session }: ListedSession, own: string) => {
  const { kind } = describeDevice(userAgent);
  return {
    ...session,
    device: deviceSentence(userAgent),
    icon: kind === "phone" || kind === "tablet" ? "phone" : "device",
    isCurrent: session.publicId === own,
  };
};

const currentFirst = (left: { isCurrent: boolean }, right: { isCurrent: boolean }): number =>
  Number(right.isCurrent) - Number(left.isCurrent);

/** Ends one session, named by its public id, or all others. */
export const submitSessionEnd: WebHandler = async (call) => {
  const { form, session } = call;
  const wanted = form.list("session");
  // a form with several ids isn't from this page, and must not mean "all"
  if (wanted.length > 1) throw new RowNotFound();
  const [publicId = "others"] = wanted;
  if (publicId === "others") return endOthers(call);
  await endSession(call, publicId);
  if (publicId !== session.current!.publicId)
    return redirect(path("browser-sessions"), success("sessions.ended"));
  session.clear();
  return redirect(path("login"), success("login.signed_out"));
};

async function endOthers(call: WebCall): Promise<WebResult> {
  const count = await endOtherSessions(call, call.session.current!.publicId);
  return redirect(path("browser-sessions"), success("sessions.others.ended", { count }));
}
