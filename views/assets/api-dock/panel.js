// The panel that selects the identity of requests.
import { page, part, say, statusOf } from "./page.js";
import { acting } from "./token.js";

/** Characters of a token (RFC 6750 section 2.1). */
const TOKEN = /^[\w.~+/-]+=*$/;

const clock = new Intl.DateTimeFormat(page.formatLocale, {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

const SENTENCES = {
  401: "auth.session_ended",
  403: "auth.forbidden",
  419: "auth.outdated",
  423: "auth.password",
  elsewhere: "auth.elsewhere",
};

/** @returns the text for a failed response */
async function sentenceOf(response) {
  const status = statusOf(response);
  const { errors } = (await response.json().catch(() => ({})))?.data ?? {};
  const seconds = response.headers.get("Retry-After");
  if (status === 429 && seconds) return say("auth.too_many", { count: Number(seconds) });
  if (status === 429) return say("auth.too_many.later");
  return errors?.current_password?.[0] ?? say(SENTENCES[status] ?? "auth.failed", { status });
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
    find("again").hidden = true;
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
    write("who", isActing ? who() : "");
    write("end", say(acting.kind === "account" ? "auth.stop" : "auth.forget"));
    link.textContent = isActing ? who() : say("auth.none");
    link.classList.toggle("is-acting", isActing);
    count();
  };

  const reject = async (response) => {
    const status = statusOf(response);
    const sentence = await sentenceOf(response);
    if (status === 422 || status === 423) {
      askPassword();
      return wrong(password, "password-error", sentence);
    }
    write("problem", sentence);
    if (status === 429 || status >= 500) return;
    // a reload leads to the next step: sign in, choose a new password, or load a newer page
    write("again", say(status === 401 ? "sign_in" : "reload"));
    find("again").hidden = false;
  };

  async function useAccount() {
    clean();
    const button = find("account").querySelector("button");
    button.disabled = true;
    try {
      const rejected = await acting.useAccount(password.disabled ? null : password.value);
      password.value = "";
      if (rejected) return await reject(rejected);
      // a correct password stays confirmed for some time
      find("password").hidden = true;
      password.disabled = true;
      write("status", who());
      find("end").focus();
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

  // runs before other listeners, because the browser must not submit these forms
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
