// The token that requests are made with. It is in a variable of this module and nowhere else: not in a storage, not in
// the page, not in an address.
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

/** Who requests are made as: `kind` is "none", "account" (until `until`, ms by the browser's clock) or "pasted". */
class Acting extends EventTarget {
  kind = "none";
  until = null;
  id = null;

  /** @returns null, or the answer that refused */
  async useAccount(password) {
    const asked = Date.now();
    const response = await send("POST", password === null ? {} : { current_password: password });
    if (response.status !== 201) return response;
    const { data, meta } = await response.json();
    if (meta?.csrf_token) page.csrfToken = meta.csrf_token;
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

  /** Forgets the token of the account and ends it. @returns whether it was ended */
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

/** What the service says about a token that is none any more; a 401 may as well be about a wrong password. */
const ENDED = ["unauthenticated", "token_expired", "token_revoked"];
const saysEnded = async (response) =>
  response.status === 401 && ENDED.includes((await response.json().catch(() => null))?.data?.code);

/** `fetch` with the token in its header, which nobody else is told. */
export async function fetchAuthorized(url, { headers, ...options }) {
  const sent = value;
  const response = await fetch(url, {
    ...options,
    headers: sent === null ? headers : { ...headers, Authorization: `Bearer ${sent}` },
    credentials: "omit",
    redirect: "error",
  });
  // somebody ended it elsewhere: another page, an administrator
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
