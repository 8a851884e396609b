// What pages do beyond HTML. Every page works without it.

// language and colours apply when they are chosen
for (const form of document.querySelectorAll("form[data-preferences]")) {
  form.querySelector("[data-no-script]")?.remove();
  form.addEventListener("change", () => form.requestSubmit());
}

// the list of what is wrong is where a reader goes on
document.querySelector("[data-focus]")?.focus();

// a menu closes when something else is meant
const menus = [...document.querySelectorAll("details[data-menu]")];
const closeOthers = (target) => {
  for (const menu of menus) if (menu.open && !menu.contains(target)) menu.open = false;
};
document.addEventListener("click", (event) => closeOthers(event.target));
document.addEventListener("focusin", (event) => closeOthers(event.target));
document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && menus.find((menu) => menu.open);
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});

// a form is sent once
for (const form of document.querySelectorAll("form"))
  form.addEventListener("submit", () => {
    for (const button of form.querySelectorAll('button[type="submit"]'))
      setTimeout(() => (button.disabled = true));
  });
addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll('button[type="submit"]:disabled')) button.disabled = false;
});

// a password can be looked at while it is typed in
const EYE =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M10 12a2 2 0 1 0 4 0a2 2 0 0 0 -4 0"/><path d="M21 12c-2.4 4 -5.4 6 -9 6c-3.6 0 -6.6 -2 -9 -6c2.4 -4 5.4 -6 9 -6c3.6 0 6.6 2 9 6"/><path data-struck d="M4 4l16 16"/></svg>';
for (const input of document.querySelectorAll('input[type="password"][data-show]')) {
  const field = document.createElement("div");
  const button = document.createElement("button");
  field.className = "password-field";
  button.className = "password-toggle";
  button.type = "button";
  button.innerHTML = EYE;
  button.setAttribute("aria-controls", input.id);
  const show = (shown) => {
    input.type = shown ? "text" : "password";
    button.setAttribute("aria-label", shown ? input.dataset.hide : input.dataset.show);
    button.title = button.getAttribute("aria-label");
    button.querySelector("[data-struck]").style.display = shown ? "" : "none";
  };
  show(false);
  button.addEventListener("click", () => show(input.type === "password"));
  // browsers keep what was typed into a field of text
  input.form?.addEventListener("submit", () => show(false));
  const focused = document.activeElement === input;
  input.replaceWith(field);
  field.append(input, button);
  if (focused) input.focus();
}

// the rules for a new password are ticked while it is typed in; the server decides
const RULES = {
  length: (password, minimum) => [...password].length >= minimum,
  mixed_case: (password) => /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password),
  numbers: (password) => /\p{N}/u.test(password),
  symbols: (password) => /[\p{P}\p{S}\p{Z}]/u.test(password),
};
for (const list of document.querySelectorAll("[data-policy-of]")) {
  const input = document.getElementById(list.dataset.policyOf);
  const status = document.querySelector(`[data-policy-status="${list.dataset.policyOf}"]`);
  const rules = [...list.querySelectorAll("[data-rule]")];
  let soon;
  input.addEventListener("input", () => {
    const password = input.value.normalize("NFC");
    for (const rule of rules) {
      const met = RULES[rule.dataset.rule](password, Number(rule.dataset.min ?? 0));
      rule.classList.toggle("is-met", met);
      rule.querySelector("[data-state]").textContent = `: ${met ? rule.dataset.met : rule.dataset.unmet}`;
    }
    const met = rules.filter((rule) => rule.classList.contains("is-met")).length;
    // said once the reader pauses, not with every key
    clearTimeout(soon);
    soon = setTimeout(() => {
      status.textContent = status.dataset.text.replace("%met%", met).replace("%all%", rules.length);
    }, 800);
  });
}

// recovery codes: to the clipboard, to paper
for (const button of document.querySelectorAll("[data-copy-lines]")) {
  const list = document.getElementById(button.dataset.copyLines);
  button.hidden = !navigator.clipboard;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText([...list.children].map((line) => line.textContent.trim()).join("\n"));
    button.textContent = button.dataset.copied;
  });
}
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
