// Password fields.

// shows and hides a password
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
  // browsers remember the content of text fields
  input.form?.addEventListener("submit", () => show(false));
  const focused = document.activeElement === input;
  input.replaceWith(field);
  field.append(input, button);
  if (focused) input.focus();
}

// a password that can be shown needs no confirmation, which the server still expects
for (const part of document.querySelectorAll("[data-confirms]")) {
  const password = document.getElementById(part.dataset.confirms);
  const confirmation = part.querySelector("input");
  part.hidden = true;
  confirmation.required = false;
  password.form.addEventListener("submit", () => (confirmation.value = password.value));
}

// checks off the rules during typing; the server validates the password again
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
    // announced when typing pauses, not at every key
    clearTimeout(soon);
    soon = setTimeout(() => {
      status.textContent = status.dataset.text.replace("%met%", met).replace("%all%", rules.length);
    }, 800);
  });
}

// tests a password against the policy selected in the form; the password is never sent
for (const example of document.querySelectorAll("[data-policy-example]")) {
  const input = example.querySelector("input");
  const status = example.querySelector("[role=status]");
  const rules = [...example.querySelectorAll("[data-rule]")];
  const controlOf = (part) => document.getElementById(part.dataset.control);
  const isChosen = (part) => controlOf(part).type !== "checkbox" || controlOf(part).checked;
  let soon;
  const show = () => {
    const password = input.value.normalize("NFC");
    for (const rule of rules) {
      const { value } = controlOf(rule);
      const met = input.value !== "" && RULES[rule.dataset.rule](password, Number(value || NaN));
      rule.hidden = !isChosen(rule);
      rule.classList.toggle("is-met", met);
      rule.firstElementChild.textContent = rule.dataset.words.replace(
        "%min%",
        /^\d+$/.test(value) ? value : "…",
      );
      const word = met ? rule.dataset.met : rule.dataset.unmet;
      rule.querySelector("[data-state]").textContent = input.value === "" ? "" : `: ${word}`;
    }
    for (const note of example.querySelectorAll("[data-rule-note]")) note.hidden = !isChosen(note);
    const chosen = rules.filter((rule) => !rule.hidden);
    const met = chosen.filter((rule) => rule.classList.contains("is-met")).length;
    clearTimeout(soon);
    if (input.value === "") return;
    soon = setTimeout(() => {
      status.textContent = status.dataset.text.replace("%met%", met).replace("%all%", chosen.length);
    }, 800);
  };
  example.querySelector("[data-try]").hidden = false;
  input.form.addEventListener("input", show);
  // the field is inside the settings form, but not part of it
  input.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
  addEventListener("pageshow", show);
}
