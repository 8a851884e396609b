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
    for (const button of form.elements)
      if (button.type === "submit") setTimeout(() => (button.disabled = true));
  });
addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll('button[type="submit"]:disabled')) button.disabled = false;
});

// what was allowed before goes on by itself
document.querySelector("form[data-go-on]")?.requestSubmit();

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
  button.hidden = false;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    if (await copyText(list)) button.textContent = button.dataset.copied;
  });
}
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

// a secret that is shown once: a dialog that ends only when it is stored
for (const dialog of document.querySelectorAll("dialog[data-secret-once]")) {
  const find = (what) => dialog.querySelector(`[data-${what}]`);
  const [secret, copy, stored, form] = [
    find("secret"),
    find("copy"),
    find("stored"),
    dialog.querySelector("form"),
  ];
  const done = form.querySelector('button[type="submit"]');
  const { back } = dialog.dataset;
  // a reload shows the list and does not send the form that made the secret again
  history.replaceState(null, "", back);
  // "back" meets this very page once more; whatever else would leave it asks first
  const stay = () => history.pushState(null, "", back);
  const hold = (event) => event.preventDefault();
  stay();
  addEventListener("popstate", stay);
  addEventListener("beforeunload", hold);
  const leave = () => {
    removeEventListener("popstate", stay);
    removeEventListener("beforeunload", hold);
    addEventListener("popstate", () => location.replace(back), { once: true });
    history.back();
  };
  dialog.removeAttribute("open");
  dialog.showModal();
  dialog.addEventListener("cancel", hold);
  dialog.addEventListener("keydown", (event) => event.key === "Escape" && hold(event));
  dialog.addEventListener("close", () => secret.textContent && dialog.showModal());
  const sync = () => (done.disabled = !stored.checked);
  stored.addEventListener("change", sync);
  addEventListener("pageshow", (event) => (event.persisted ? location.replace(back) : sync()));
  // a page that is kept for "back" keeps no secret
  addEventListener("pagehide", () => (secret.textContent = ""));
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    const copied = await copyText(secret);
    find("copy-status").textContent = copied ? copy.dataset.copied : copy.dataset.failed;
    if (copied) stored.checked = true;
    sync();
  });
  form.addEventListener("submit", (event) => {
    hold(event);
    leave();
  });
  sync();
  copy.focus();
}
async function copyText(element) {
  try {
    await navigator.clipboard.writeText(element.innerText);
    return true;
  } catch {
    // outside of https there is no clipboard but the old one
    getSelection().selectAllChildren(element);
    return document.execCommand("copy");
  }
}

// a picture is seen before it is sent; drawn here, for the policy lets no page show files
for (const preview of document.querySelectorAll("[data-preview-of]")) {
  const input = document.getElementById(preview.dataset.previewOf);
  const frame = preview.querySelector(".avatar");
  const present = [...frame.childNodes];
  input.addEventListener("change", async () => {
    frame.replaceChildren(...present);
    const [file] = input.files;
    if (!file || file.size > 2 * 1024 * 1024) return;
    const picture = await createImageBitmap(file).catch(() => null);
    if (!picture || input.files[0] !== file) return;
    const side = Math.min(picture.width, picture.height);
    const canvas = Object.assign(document.createElement("canvas"), { width: 256, height: 256 });
    const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
    canvas.getContext("2d").drawImage(picture, left, top, side, side, 0, 0, 256, 256);
    picture.close();
    frame.replaceChildren(canvas);
  });
}

// the password is asked for when what needs it has changed
for (const part of document.querySelectorAll("[data-with-change-of]")) {
  const input = document.getElementById(part.dataset.withChangeOf);
  const show = () => (part.hidden = input.value.trim() === part.dataset.unchanged);
  show();
  input.addEventListener("input", show);
}

// a password is tried on the policy as it is chosen right now; what is typed is never sent
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
  // the field stands in the form of the settings and is none of it
  input.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
  addEventListener("pageshow", show);
}

// permissions: all or none of a row at once
for (const button of document.querySelectorAll("[data-all-of-row]")) {
  const boxes = [...button.closest("[data-matrix-row]").querySelectorAll("input:not(:disabled)")];
  button.hidden = boxes.length < 2;
  button.addEventListener("click", () => {
    const ticked = boxes.some((box) => !box.checked);
    for (const box of boxes) box.checked = ticked;
  });
}

// a role's name for programs follows its label until somebody writes it themselves
for (const part of document.querySelectorAll("[data-name-of]")) {
  const label = document.getElementById(part.dataset.nameOf);
  const name = part.querySelector("input");
  const nameFor = (text) =>
    text
      .toLowerCase()
      .replaceAll("ı", "i")
      .normalize("NFD")
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/[^a-z0-9]+/g, "_")
      .replaceAll(/^[_0-9]+|_+$/g, "")
      .slice(0, name.maxLength);
  let follows = name.value === nameFor(label.value);
  name.addEventListener("input", () => (follows = name.value === ""));
  label.addEventListener("input", () => follows && (name.value = nameFor(label.value)));
}

// several rows at once: all of the page with one tick, and how many are ticked
for (const bar of document.querySelectorAll("form[data-bulk]")) {
  const boxes = [...document.querySelectorAll(`input[type="checkbox"][form="${bar.id}"]`)];
  const label = bar.querySelector("[data-tick-all]");
  const all = label.querySelector("input");
  const said = bar.querySelector("[data-ticked]");
  const show = () => {
    const ticked = boxes.filter((box) => box.checked).length;
    said.textContent = ticked === 0 ? "" : said.dataset.text.replace("%n%", ticked);
    all.checked = ticked === boxes.length;
    all.indeterminate = ticked > 0 && ticked < boxes.length;
    bar.classList.toggle("is-active", ticked > 0);
  };
  label.hidden = false;
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
    show();
  });
  for (const box of boxes) box.addEventListener("change", show);
  // what was ticked comes back with "back"
  addEventListener("pageshow", show);
  show();
}
