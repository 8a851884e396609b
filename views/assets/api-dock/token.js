// The token of requests. It is only in a variable of this module: not in browser storage, not in the page, not in an
// address.
import { page } from "./page.js";

let value = null;

const send = (method, fields, options = {}) =>
  fetch(page.tokenUrl, {
    method,
    headers: { Accept: "application/json", "X-CSRF-Token": page.csrfToken },
    body: new URLSearchParams(fields),
    redirect: "manual",
    ...options,
  });

/** Identity of requests: `kind` is "none", "account" (until `until`, in ms of the browser's clock) or "pasted". */
class Acting extends EventTarget {
  kind = "none";
  until = null;
  id = null;

  /** @returns null, or the failed response */
  async useAccount(password) {
    const asked = Date.now();
    const response = await send("POST", password === null ? {} : { current_password: password });
    if (response.status !== 201) return response;
    const { data } = await response.json();
    value = data.token;
    this.change({ kind: "account", id: data.id, until: asked + page.tokenMinutes * 60_000 });
    return null;
  }

  paste(token) {
    value = token;
    this.change({ kind: "pasted", id: null, until: null });
  }

  forget(reason) {
    value = null;
    this.change({ kind: "none", id: null, until: null }, reason);
  }

  /** Removes and revokes the token of the account. @returns whether it was revoked */
  async end(options) {
    const { id } = this;
    this.forget("stopped");
    const response = await send("DELETE", { token: id }, options).catch(() => null);
    return response?.ok === true;
  }

  change(state, reason = null) {
    Object.assign(this, state);
    this.dispatchEvent(Object.assign(new Event("change"), { reason }));
  }
}

export const acting = new Acting();

/** The code for an invalid token. A 401 can also mean a wrong password. */
const ENDED = ["unauthenticated", "token_expired", "token_revoked"];
const saysEnded = async (response) =>
  response.status === 401 && ENDED.includes((await response.json().catch(() => null))?.data?.code);

/** `fetch` with the token in the Authorization header. */
export async function fetchAuthorized(url, { headers, ...options }) {
  const sent = value;
  const response = await fetch(url, {
    ...options,
    headers: sent === null ? headers : { ...headers, Authorization: `Bearer ${sent}` },
    credentials: "omit",
    redirect: "error",
  });
  // it was revoked elsewhere: in another page, or by an administrator
  if (acting.kind === "account" && (await saysEnded(response.clone())) && value === sent)
    acting.forget("ended");
  return response;
}

setInterval(() => {
  if (acting.kind === "account" && Date.now() >= acting.until) acting.forget("ended");
}, 1000);

addEventListener("pagehide", () => {
  if (acting.kind === "account") void acting.end({ keepalive: true });
  else if (acting.kind === "pasted") acting.forget("forgotten");
});
