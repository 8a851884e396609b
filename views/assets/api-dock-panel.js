// The panel in which the reader says who their requests come from.
import { page, part, say } from "./api-dock-page.js";
import { acting } from "./api-dock-token.js";

/** What RFC 6750 allows in a token. */
const TOKEN = /^[\w.~+/-]+=*$/;

const clock = new Intl.DateTimeFormat(page.locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** @returns [sentence, of the password field] about an answer that refused */
async function refusalOf(response) {
  const { errors } = (await response.json().catch(() => ({})))?.data ?? {};
  const wait = response.headers.get("Retry-After");
  switch (response.status) {
    case 401:
      return [say("auth.session_ended"), false];
    case 403:
      return [say("auth.forbidden"), false];
    case 419:
      return [say("auth.outdated"), false];
    case 422:
      return [errors?.current_password?.[0] ?? say("auth.failed", { status: 422 }), true];
    case 423:
      return [say("auth.password"), true];
    case 429:
      return [wait ? say("auth.too_many", { seconds: wait }) : say("auth.too_many.later"), false];
    default:
      return [say("auth.failed", { status: response.status }), false];
  }
}

function left(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return seconds > 60
    ? say("auth.left_minutes", { count: Math.floor(seconds / 60) })
    : say("auth.left_seconds", { count: seconds });
}

export function connectPanel() {
  const panel = part("auth");
  const find = (name) => part(`auth-${name}`, panel);
  const password = panel.querySelector("#dock-password");
  const pasted = panel.querySelector("#dock-paste");
  const link = part("acting");

  const write = (name, text) => {
    if (find(name).textContent !== text) find(name).textContent = text;
  };
  const wrong = (input, name, text) => {
    input.classList.toggle("is-invalid", text !== "");
    if (text === "") input.removeAttribute("aria-invalid");
    else input.setAttribute("aria-invalid", "true");
    write(name, text);
  };
  const clean = () => {
    wrong(password, "password-error", "");
    wrong(pasted, "paste-error", "");
    write("problem", "");
    write("status", "");
  };
  const askPassword = () => {
    find("password").hidden = false;
    password.disabled = false;
    password.focus();
  };

  const who = () =>
    acting.kind === "account"
      ? say("auth.acting_as_you", { time: clock.format(acting.until) })
      : say("auth.acting_with_token");
  const count = () => {
    write("left", acting.kind === "account" ? left(acting.until - Date.now()) : "");
  };
  const show = () => {
    const isActing = acting.kind !== "none";
    find("ways").hidden = isActing;
    find("now").hidden = !isActing;
    panel.classList.toggle("is-acting", isActing);
    write("who", isActing ? who() : "");
    write("end", say(acting.kind === "account" ? "auth.stop" : "auth.forget"));
    link.textContent = isActing ? who() : say("auth.none");
    link.classList.toggle("is-acting", isActing);
    count();
  };

  async function useAccount() {
    clean();
    const button = find("account").querySelector("button");
    button.disabled = true;
    try {
      const typed = password.disabled ? null : password.value;
      const refused = await acting.useAccount(typed);
      password.value = "";
      if (!refused) {
        // whoever entered it now need not do so again for a while
        find("password").hidden = true;
        password.disabled = true;
        write("status", who());
        find("end").focus();
        return;
      }
      const [sentence, ofPassword] = await refusalOf(refused);
      if (!ofPassword) return write("problem", sentence);
      askPassword();
      wrong(password, "password-error", sentence);
    } catch {
      write("problem", say("auth.unreachable"));
    } finally {
      button.disabled = false;
    }
  }

  function useToken() {
    clean();
    const token = pasted.value.trim();
    if (!TOKEN.test(token)) {
      wrong(pasted, "paste-error", say("auth.paste.wrong"));
      return pasted.focus();
    }
    pasted.value = "";
    acting.paste(token);
    write("status", who());
    find("end").focus();
  }

  async function end() {
    const ofAccount = acting.kind === "account";
    if (!ofAccount) acting.forget("forgotten");
    const outcome = ofAccount ? ((await acting.end()) ? "stopped" : "stop_failed") : "forgotten";
    write("status", say(`auth.${outcome}`, { minutes: page.tokenMinutes }));
    if (outcome === "stop_failed") write("problem", say("auth.stop_failed", { minutes: page.tokenMinutes }));
    find("account").querySelector("button").focus();
  }

  // before any other listener: these forms are never sent by the browser
  panel.addEventListener(
    "submit",
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      if (event.target === find("paste")) useToken();
      else void useAccount();
    },
    true,
  );
  find("end").addEventListener("click", () => void end());
  acting.addEventListener("change", ({ reason }) => {
    clean();
    show();
    if (reason === "ended") write("problem", say("auth.ended"));
  });
  setInterval(count, 1000);
  show();
  panel.hidden = false;
}
